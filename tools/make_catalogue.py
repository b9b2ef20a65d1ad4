"""Write the Cython enumerations of the fans, made from the catalogue (`src/mj2p/rules/catalogue.py`).

    python tools/make_catalogue.py build/generated/_catalogue.pxi

`FAN_<ID>` is a fan's bit; `REP_<ID>` the place (a nibble) of a repeating fan in a packed word of counts.
"""

import importlib.util
import pathlib
import sys

#: Masks of fans are two words of 64 bits; how often the repeating ones count is a word of nibbles.
MOST_FANS, MOST_REPEATERS = 128, 16


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


def main() -> None:
    fans = load_catalogue().FANS
    repeaters = sum(fan.repeats for fan in fans)
    if len(fans) > MOST_FANS:
        sys.exit(f"the catalogue has {len(fans)} fans; masks of fans hold {MOST_FANS}")
    if repeaters > MOST_REPEATERS:
        sys.exit(f"the catalogue has {repeaters} fans that repeat; counts of fans hold {MOST_REPEATERS}")
    lines = ["# Made by tools/make_catalogue.py from catalogue.py.", ""]
    lines += enumeration("FanBit", "FAN_", [fan.id for fan in fans], "N_FANS")
    lines += enumeration("Repeater", "REP_", [fan.id for fan in fans if fan.repeats], "N_REPEATERS")
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
