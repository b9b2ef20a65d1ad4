"""Columns of text: 中文 two wide, combining marks none; the same table as HTML."""

import pytest

from mj2p import texttable

ROWS = [("番种", "fan", "sum"), ("清龙", "Pure Straight", "16"), ("自摸", "e\u0301 and <b>", "1")]


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("abc", 3), ("清龙", 4), ("1m 清", 5), ("e\u0301", 1), ("（）", 4), ("×", 1), ("🀇", 1)],
)
def test_width(text, columns):
    assert texttable.width(text) == columns
    assert texttable.pad(text, 8) == text + " " * (8 - columns)
    assert texttable.pad(text, 8, right=True) == " " * (8 - columns) + text
    assert texttable.pad(text, 0) == text


def test_lines():
    assert texttable.lines(ROWS, right=(2,), indent="> ") == [
        "> 番种  fan            sum",
        "> 清龙  Pure Straight   16",
        "> 自摸  e\u0301 and <b>        1",
    ]
    assert texttable.lines(ROWS, gap="|")[1] == "清龙|Pure Straight|16"
    assert texttable.lines([("a", ""), ("", "b")]) == ["a", "   b"]
    assert texttable.lines([]) == []
    with pytest.raises(ValueError, match="zip"):
        texttable.lines([("a", "b"), ("c",)])


def test_html():
    head, *rows = ROWS
    assert texttable.html(rows[1:], head, caption="a & b", foot="1 fan") == (
        "<table><caption>a &amp; b</caption><thead><tr><th>番种</th><th>fan</th><th>sum</th></tr></thead>"
        "<tbody><tr><td>自摸</td><td>e\u0301 and &lt;b&gt;</td><td>1</td></tr></tbody>"
        "<tfoot><tr><th colspan='3'>1 fan</th></tr></tfoot></table>"
    )
    assert texttable.html([], ("a",)) == "<table><thead><tr><th>a</th></tr></thead><tbody></tbody></table>"
