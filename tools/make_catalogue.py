"""Write the Cython enumerations of the fans, made from the catalogue (`src/mj2p/rules/catalogue.py`).

    python tools/make_catalogue.py build/generated/_catalogue.pxi

`FAN_<ID>` is a fan's bit; `REP_<ID>` the place (a nibble) of a repeating fan in a packed word of counts.
"""

import collections
import importlib.util
import pathlib
import sys
from collections.abc import Iterator

#: Masks of fans are two words of 64 bits; how often the repeating ones count is a word of nibbles.
MOST_FANS, MOST_REPEATERS, MOST_TIMES = 128, 16, 15


def load_catalogue():
    """The catalogue by itself: the package cannot be imported before its extension is built."""
    path = pathlib.Path(__file__).resolve().parent.parent / "src/mj2p/rules/catalogue.py"
    spec = importlib.util.spec_from_file_location("catalogue", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogue"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def enumeration(name: str, prefix: str, ids: list[str], count: str) -> list[str]:
    named = [f"    {prefix}{fan.upper()} = {at}" for at, fan in enumerate(ids)]
    return [f"cdef enum {name}:", *named, f"    {count}", ""]


def check(fans) -> Iterator[str]:
    """What is wrong with the catalogue, fan by fan."""
    repeating = {fan.id for fan in fans if fan.repeats}
    if len(fans) > MOST_FANS:
        yield f"there are {len(fans)} fans; a mask of fans holds {MOST_FANS}"
    if len(repeating) > MOST_REPEATERS:
        yield f"there are {len(repeating)} fans that repeat; a word of counts holds {MOST_REPEATERS}"
    names = collections.Counter(name for fan in fans for name in {fan.id, fan.zh, fan.en.lower()})
    yield from (f"two fans are called {name}" for name, times in names.items() if times > 1)
    for fan in fans:
        if not fan.examples[0]:
            yield f"{fan.id} has no example: give it a hand in which it counts"
        if not 1 <= fan.most <= MOST_TIMES:
            yield f"{fan.id} counts {fan.most} times at most; a nibble holds {MOST_TIMES}"
        for other in {*fan.its} - repeating:
            yield f"{fan.id} cannot take its {other}, which is no fan that repeats"


def main() -> None:
    fans = load_catalogue().FANS
    if problems := list(check(fans)):
        sys.exit("src/mj2p/rules/catalogue.py: " + "; ".join(problems))
    lines = ["# Made by tools/make_catalogue.py from catalogue.py.", ""]
    lines += enumeration("FanBit", "FAN_", [fan.id for fan in fans], "N_FANS")
    lines += enumeration("Repeater", "REP_", [fan.id for fan in fans if fan.repeats], "N_REPEATERS")
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
