"""Simulates the worked example of docs/balancing.md: its tables and its plot.

    python tools/make_balancing.py            play (a minute), and write the tables and the plot (needs matplotlib)
    python tools/make_balancing.py --check    play a few games; say whether the page is stale, and exit 1 where it is

The rule file is the one that the page shows. Tables stand between `<!-- balancing: PLAYER v PLAYER -->` and
`<!-- /balancing -->`; the plot is of the last one's games. The last line of the page has a digest of the first games by
both rule sets, of their table, and of what the tables of the page say: where the engine, a player or a rule changes, it
is no longer the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sys
import tempfile
from pathlib import Path

import mj2p
from mj2p import Simulation, plotting
from mj2p.simulation.summary import Summary, compare

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- balancing: (\w+) v (\w+) -->\n).*?(<!-- /balancing -->)", re.S)
DIGEST = re.compile(r"^<!-- fresh: .* -->$", re.M)
GAMES, FEW, SEED = 200_000, 500, 1
PLOT = "balancing-totals.svg"


def house_rules(text: str) -> mj2p.RuleSet:
    """The rule set of the page."""
    found = re.search(r"```toml\n# house\.toml\n(.*?)```", text, re.S)
    if not found:
        raise ValueError("docs/balancing.md shows no house.toml")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        path.write_text(found[1], encoding="utf-8")
        return mj2p.rules.load(path)


def play(rules: mj2p.RuleSet | str, players: tuple[str, ...], games: int) -> Simulation:
    return mj2p.simulate(games, rules, SEED, players=players, threads=os.cpu_count() or 1)


def table(summaries: list[Summary]) -> str:
    head, *rows = compare(summaries)
    lines = [head, ("---", *("---:" for _ in summaries)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def digest(text: str) -> str:
    """Of a few games and their table, and of the tables as they stand."""
    said = hashlib.sha256(repr((GAMES, SEED)).encode())
    house = house_rules(text)
    for found in BLOCK.finditer(text):
        few = [play(rules, found.group(2, 3), FEW) for rules in ("duel64", house)]
        said.update(table([games.summary() for games in few]).encode())
        for games in few:
            said.update(games.rows.tobytes())
        said.update(found[0].encode())
    return said.hexdigest()[:32]


def main(arguments: list[str] | None = None, root: Path = ROOT, games: int = GAMES) -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description="Write the tables and the plot of docs/balancing.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the page is stale")
    check = parser.parse_args(arguments).check
    page = root / "docs/balancing.md"
    text = page.read_text(encoding="utf-8")
    fresh = f"<!-- fresh: {digest(text)} -->"
    if (root / "docs" / PLOT).exists() and fresh in text.splitlines():
        return 0
    if check:
        print("docs/balancing.md: is stale, run make docs")
        return 1
    house = house_rules(text)
    played: list[list[Summary]] = []

    def fill(found: re.Match[str]) -> str:
        played.append([play(rules, found.group(2, 3), games).summary() for rules in ("duel64", house)])
        return f"{found[1]}{table(played[-1])}\n{found[4]}"

    text = BLOCK.sub(fill, text)
    text = DIGEST.sub(f"<!-- fresh: {digest(text)} -->", text)
    plot = root / "docs" / PLOT
    plotting.totals(played[-1], plot)
    plot.write_text("\n".join(line.rstrip() for line in plot.read_text(encoding="utf-8").splitlines()) + "\n", "utf-8")
    page.write_bytes(text.encode())
    print(f"docs/balancing.md, docs/{PLOT}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
