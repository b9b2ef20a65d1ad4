"""Prints the oldest release of each library that pyproject.toml allows, as a constraints file of pip: `make oldest`.

Those of the package itself and of its extras `cli`, `data` and `test`; setuptools and Cython, which build it, are not
among them.
"""

import re
import sys
import tomllib
from pathlib import Path

EXTRAS = ("cli", "data", "test")


def main() -> None:
    """To standard output, a line each."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    for one in wanted:
        if one.startswith("mj2p["):
            continue
        found = re.fullmatch(r"([\w-]+)>=([0-9.]+)", one)
        if found is None:
            sys.exit(f"pyproject.toml: {one!r} is no name with its oldest version (name>=1.2)")
        print(f"{found[1]}=={found[2]}")


if __name__ == "__main__":
    main()
