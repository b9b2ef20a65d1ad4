"""Say what a wheel lacks and what it should not have; exit status 1 where there is any.

    python tools/check_wheel.py dist/mj2p-*.whl

It has the package's modules, stubs and rule sets, and each extension compiled: those are the stubs with no module. No
source of an extension and no .pxd, which could not be used without generated headers; nothing that only tests use.
"""

import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
SHIPPED = {".py", ".pyi", ".toml", ".typed"}


def expected() -> set[str]:
    """The files of the package, compiled extensions without what the Python version adds to their names."""
    files = {path for path in SOURCE.glob("mj2p/**/*") if path.suffix in SHIPPED}
    stubs = {path for path in files if path.suffix == ".pyi"}
    compiled = {stub.with_suffix(".so") for stub in stubs if stub.with_suffix(".py") not in files}
    return {path.relative_to(SOURCE).as_posix() for path in files | compiled}


def listed(wheel: str) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    return {name[: name.index(".")] + ".so" if name.endswith(".so") else name for name in names}


def main() -> None:
    (wheel,) = sys.argv[1:]
    wanted, there = expected(), listed(wheel)
    problems = [f"{wheel} lacks {name}" for name in sorted(wanted - there)]
    problems += [f"{wheel} should not have {name}" for name in sorted(there - wanted)]
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
