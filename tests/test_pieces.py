"""The pieces that extensions are made of say truly what they need; no compiler sees to that.

A piece is text that a `.pyx` includes, so all pieces of an extension share their names. Its head says which others it
needs, "Needs: match, count."; what it takes from elsewhere it cimports by name, or the `.pyx` does for all its pieces.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/mj2p"
EXTENSIONS = sorted(SOURCE.rglob("*.pyx"))


def code(text: str) -> str:
    """Without docstrings, other strings, comments and cimports; C's own text in an extern block goes too."""
    text = re.sub(r'"""(?:[^"]|"(?!""))*"""', '""', text)
    text = re.sub(r"#.*", "", re.sub(r'"[^"\n]*"', '""', text))
    text = re.sub(r"^from [\w.]+ c?import (?:\([^)]*\)|.*)", "", text, flags=re.MULTILINE)
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def cimported(text: str) -> set[str]:
    found = re.findall(r"^from [\w.]+ c?import (?:\(([^)]*)\)|(.*))", text, re.MULTILINE)
    return set(re.findall(r"\w+", " ".join(inner or line for inner, line in found)))


def defined(text: str) -> set[str]:
    """The functions, types, numbers and tables of a piece."""
    found = set(re.findall(r"^cdef [^=(\n]*?(\w+)(?:\(|\[[\w\[\]]*$|$)", text, re.MULTILINE))
    found |= set(re.findall(r"^ *(?:cdef|ctypedef) (?:struct|enum|class) (\w+)", text, re.MULTILINE))
    for block in re.split(r"\n(?=\w)", text):
        if re.match(r"cdef enum|cdef extern", block):
            named = r"^ +(?!ctypedef|enum)(?:[\w*]+ )*?(\w+)(?=$| =| \"\"|\[| ?\()"
            found |= set(re.findall(named, block, re.MULTILINE))
    return found


def used(text: str) -> set[str]:
    """What the functions and types of a piece name beside their own parameters, variables and fields."""
    found = set()
    for block in re.split(r"\n(?=\w)", text):
        own: set[str] = set()
        for declared in re.findall(r"\(([^()]*)\)[^()\n]*:$", block[: block.find(":\n") + 1], re.MULTILINE):
            own |= set(re.findall(r"(\w+)(?:=[^,]*)?\s*(?:,|$)", declared.strip()))
        for declared in re.findall(r"^ +cdef (?:const )?[\w\[\], ]+?[\w*\]] (\*?\w.*)", block, re.MULTILINE):
            own |= set(re.findall(r"(?:^|, )\*?(\w+)(?= =|,|$|\[)", re.sub(r"\([^()]*\)", "", declared)))
        if re.match(r"cdef struct|cdef extern", block):
            own |= set(re.findall(r"(\w+)(?:\[\w*\])*$", block, re.MULTILINE))
        found |= set(re.findall(r"(?<![\w.])([A-Za-z_]\w*)", block)) - own
    return found


def problems(head: str, pieces: dict[str, str]) -> list[str]:
    """What is not true of an extension: its own text, and its pieces in their order."""
    found = []
    texts = {name: code(text) for name, text in pieces.items()}
    gives = {name: defined(text) for name, text in texts.items()}
    elsewhere = set().union(*map(cimported, pieces.values()))
    for place, (name, text) in enumerate(pieces.items()):
        needs = re.search(r"\A# Gives: [^\0]*?^# Needs: (.*(?:\n# (?!Follows).+)*)", text, re.MULTILINE)
        if needs is None:
            found.append(f"{name} does not say what it gives and needs")
            continue
        uses = used(texts[name]) - gives[name]
        for at, other in enumerate(pieces):
            named, taken = re.search(rf"\b{other}\b", needs[1]), uses & gives[other] - cimported(text)
            if named and other != name and at > place:
                found.append(f"{name} needs {other}, which comes later")
            elif named and other != name and not taken:
                found.append(f"{name} says that it needs {other}, and uses nothing of it")
            elif not named:
                found += [f"{name} uses {one} of {other} unsaid" for one in sorted(taken)]
        unsaid = uses & elsewhere - cimported(text) - cimported(head) - set().union(*gives.values())
        found += [f"{name} uses {one}, which only another piece cimports" for one in sorted(unsaid)]
    return found


def pieces_of(extension: Path) -> tuple[str, dict[str, str]]:
    """Its own text, another extension's that it includes too; and its pieces in their order."""
    head = re.sub(
        r'^include "(\w+\.pyx)"',
        lambda found: (extension.parent / found[1]).read_text(encoding="utf-8"),
        extension.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    included = re.findall(r'^include "([\w./]+/\w+\.pxi)"', head, re.MULTILINE)
    return head, {Path(name).stem: (extension.parent / name).read_text(encoding="utf-8") for name in included}


@pytest.mark.parametrize("extension", EXTENSIONS, ids=lambda path: path.stem)
def test_pieces_say_what_they_need(extension: Path) -> None:
    assert problems(*pieces_of(extension)) == []


def test_no_circle_among_cimports() -> None:
    """Between extensions and header modules, which cimport one another."""
    graph = {}
    for path in [*SOURCE.rglob("*.pxd"), *EXTENSIONS]:
        module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        texts = [path.read_text(encoding="utf-8")]
        if path.suffix == ".pyx":
            texts += pieces_of(path)[1].values()
        found = re.findall(r"^from (mj2p[\w.]*) cimport", "\n".join(texts), re.MULTILINE)
        graph.setdefault(module, set()).update(found)
    assert {"mj2p._core", "mj2p.scoring.kernel.types"} < set(TopologicalSorter(graph).static_order())


ONE = '''# Gives: one, and Kind.
# Needs: no other piece.

from mj2p.bits cimport ctz

cdef enum Kind:
    FIRST = 1


cdef inline int one(int word) noexcept nogil:
    """Not two()."""
    return ctz(word) + FIRST
'''
TWO = """# Gives: two.
# Needs: one.


cdef int two(const int* words, int n) noexcept nogil:
    cdef int i, word = 0
    for i in range(n):
        word += one(words[i])
    return word
"""


def test_what_is_not_true_is_found() -> None:
    assert problems("", {"one": ONE, "two": TWO}) == []
    assert problems("", {"two": TWO, "one": ONE}) == ["two needs one, which comes later"]
    unsaid = TWO.replace("Needs: one", "Needs: no other")
    assert problems("", {"one": ONE, "two": unsaid}) == ["two uses one of one unsaid"]
    idle = TWO.replace("one(words[i])", "words[i]")
    assert problems("", {"one": ONE, "two": idle}) == ["two says that it needs one, and uses nothing of it"]
    hidden = TWO.replace("one(words[i])", "one(words[i]) + ctz(word)")
    assert problems("", {"one": ONE, "two": hidden}) == ["two uses ctz, which only another piece cimports"]
    assert problems("from mj2p.bits cimport ctz", {"one": ONE, "two": hidden}) == []
    circle = ONE.replace("no other piece", "two").replace("+ FIRST", "+ two(&word, 1)")
    assert problems("", {"one": circle, "two": TWO}) == ["one needs two, which comes later"]
    assert problems("", {"one": ONE.replace("# Gives", "# Has")}) == ["one does not say what it gives and needs"]


def test_probes_are_not_shipped() -> None:
    """What looks into an extension is a piece `probe`, which only an extension of that name includes."""
    probed = {path.parent.name: "probe" in pieces_of(path)[1] for path in EXTENSIONS if path.stem == "_probe"}
    assert probed == {"play": True, "study": True}
    assert not any("probe" in pieces_of(path)[1] for path in EXTENSIONS if path.stem != "_probe")
    shipped = (ROOT / "setup.py").read_text(encoding="utf-8")
    assert "_probe" not in shipped[shipped.index("EXTENSIONS = {") : shipped.index("PROBES = {")]
