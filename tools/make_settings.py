"""Write the C side of the settings of rule sets, made from `src/mj2p/rules/settings.py`.

    python tools/make_settings.py build/generated/_settings.pxi

Each table becomes a struct (PlaySettings) with a number for each setting, as `settings.numbers` gives them; each word
of a setting is a constant: `limit = "both"` is LIMIT_BOTH.
"""

import importlib
import pathlib
import sys
import types

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src/mj2p"
#: The smallest that holds the largest number of a setting.
TYPES = {"uint8_t": 2**8, "int32_t": 2**31, "int64_t": 2**63}


def load_settings():
    """The module with nothing around it: the package cannot be imported before its extension is built."""
    for name, path in (("mj2p", SOURCE), ("mj2p.rules", SOURCE / "rules")):
        package = sys.modules[name] = types.ModuleType(name)
        package.__path__ = [str(path)]
    return importlib.import_module("mj2p.rules.settings")


def most(setting) -> int:
    """The largest number that a setting can be."""
    if isinstance(setting.kind, int) and not isinstance(setting.kind, type):
        return setting.kind
    return 1 if setting.kind is bool else max(sum(setting.kind.values()) if isinstance(setting.kind, dict) else 0, 1)


def main() -> None:
    settings = load_settings()
    lines = ["# Made by tools/make_settings.py from rules/settings.py.", ""]
    lines += ["from libc.stdint cimport int32_t, int64_t, uint8_t", ""]
    for table in settings.TABLES:
        rows = settings.of_table(table).values()
        lines += [f"cdef struct {table.capitalize()}Settings:"]
        lines += [
            f"    {next(type_ for type_, end in TYPES.items() if most(row) < end)} {row.name}  # {row.meaning}"
            for row in rows
        ]
        lines += [""]
        for row in rows:
            if isinstance(row.kind, tuple):
                names = [f"{row.name}_{word}".upper() for word in row.kind]
                lines += [f"cdef enum {row.name.title().replace('_', '')}Word:"]
                lines += [*(f"    {name} = {at}" for at, name in enumerate(names)), ""]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
