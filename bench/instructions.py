"""Instructions a hand, under valgrind's callgrind: a figure that does not depend on what else the machine does.

`count()` runs this file once under callgrind, and play.py once. Only the wrapper of each batch function in the core is
counted (its symbol is looked up with nm), and after each call the figure is written down: for every workload a call
with FEW rows and one with MANY, whose difference, by the row, leaves out what a call costs; the same for games, by the
decision. Some 20 s, most of it numpy's import.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import play
import workloads

from mj2p import _core
from mj2p.play import _engine, _probe  # type: ignore[attr-defined]
from mj2p.scoring import _distance

FEW, MANY = 2_000, 42_000
#: What precedes a function's name in the symbol of what Python calls.
PREFIXES = {_core: "__pyx_pw_4mj2p_5_core_", _distance: "__pyx_pw_4mj2p_7scoring_9_distance_"}
PLAY = {
    "play_many": (_probe, "__pyx_pw_4mj2p_4play_6_probe_5Probe_"),
    "simulate": (_engine, "__pyx_pw_4mj2p_4play_7_engine_10PackedFlow_"),
}


def count() -> dict[str, float]:
    """Instructions a hand of each workload, a decision of each rule set's games."""
    for program in ("valgrind", "nm"):
        if not shutil.which(program):
            sys.exit(f"{program} is needed to count instructions (on Debian: apt install valgrind binutils)")
    for work in workloads.WORKLOADS:
        work.load()  # made here, where it is fast
    # what to collect as a pattern (of several names callgrind heeds only one)
    symbols = sorted({kernel(work.kernel) for work in workloads.WORKLOADS})
    totals = collect([__file__], "__pyx_pw_4mj2p_*_batch", symbols, 2 * len(workloads.WORKLOADS))
    counted = {
        work.name: round((many - few) / (MANY - FEW), 1)
        for work, few, many in zip(workloads.WORKLOADS, totals[::2], totals[1::2], strict=True)
    }
    for function in sorted({counts[0] for counts in play.COUNTED.values()}):
        names = [name for name, counts in play.COUNTED.items() if counts[0] == function]
        wrapper = symbol(*PLAY[function], function)
        totals = collect([play.__file__, *names], wrapper, [wrapper], 2 * len(names))
        for name, few, many in zip(names, totals[::2], totals[1::2], strict=True):
            _, work, what = play.COUNTED[name]
            counted[name] = round((many - few) / (work(what, play.MANY) - work(what, play.FEW)), 1)
    return counted


def collect(program: list[str], pattern: str, symbols: list[str], calls: int) -> list[int]:
    """Instructions of each call within the functions of a pattern; a dump after each call of one of the symbols."""
    with tempfile.TemporaryDirectory() as place:
        options = [f"--toggle-collect={pattern}", *(f"--dump-after={name}" for name in symbols)]
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={place}/out", *options]
        done = subprocess.run([*command, sys.executable, *program], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"counting instructions failed:\n{done.stderr[-2000:]}")
        if {part.name for part in Path(place).iterdir()} != {"out", *(f"out.{part}" for part in range(1, calls + 1))}:
            sys.exit(f"callgrind did not see the {calls} calls: is the core built without its symbols?")
        return [summary(Path(f"{place}/out.{part}")) for part in range(1, calls + 1)]


def kernel(name: str) -> str:
    """The wrapper of a batch function, in whichever extension has it."""
    (module,) = (module for module in PREFIXES if hasattr(module, name))
    return symbol(module, PREFIXES[module], name)


def symbol(module: ModuleType, prefix: str, kernel: str) -> str:
    """The wrapper of a function of an extension, as the linker knows it."""
    names = subprocess.run(["nm", str(module.__file__)], capture_output=True, text=True, check=True).stdout
    found = re.findall(rf" t ({prefix}\d+{kernel})$", names, re.MULTILINE)
    if len(found) != 1:
        sys.exit(f"{len(found)} symbols are the wrapper of {kernel}: {found}")
    return str(found[0])


def summary(dump: Path) -> int:
    """All instructions of a dump."""
    found = re.search(r"^(?:summary|totals): (\d+)$", dump.read_text(), re.MULTILINE)
    if found is None:
        sys.exit(f"callgrind wrote no summary in {dump.name}")
    return int(found[1])


if __name__ == "__main__":
    for work in workloads.WORKLOADS:
        rows = work.load()
        for n in (FEW, MANY):
            work.run(rows[:n])
