"""Builds the C core: generated tables first, then Cython, then the compiler.

Everything else about the package stands in pyproject.toml.  Four switches, read from the environment:
MJ2P_SANITIZE=1       build with AddressSanitizer and UBSan (`make sanitize` runs the tests on that build)
MJ2P_NO_EXTENSIONS=1  register the package without compiling (the Makefile then compiles in place, step by step)
MJ2P_FAST=1           build quickly what runs slowly (`make mutate` compiles one change after another)
MJ2P_PROBES=1         build what only tests use too, which is else done in place alone: a wheel has none of it
"""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src/mj2p"
GENERATED = ROOT / "build/generated"  # headers: on the include path, never in git, in the sdist or in a wheel

# header -> what it is made by, and what else it is made from
HEADERS = {
    "_catalogue.pxi": ["tools/make_catalogue.py", "src/mj2p/rules/catalogue.py"],
    "_codes.pxi": ["tools/make_codes.py", "src/mj2p/codes.py", "src/mj2p/play/codes.py"],
    "_settings.pxi": ["tools/make_settings.py", "src/mj2p/rules/settings.py", "src/mj2p/codes.py"],
    "_split_tables.h": ["tools/make_split_tables.py"],
    "_distance_tables.h": ["tools/make_distance_tables.py"],
}
# extension -> the generated C headers that it includes; Cython sees by itself to pieces, .pxd files and generated .pxi
EXTENSIONS = {
    "_core": ["_split_tables.h"],
    "scoring/_distance": ["_distance_tables.h"],
    "play/_engine": ["_split_tables.h"],
    "study/_walls": ["_split_tables.h"],
}
# What only the tests and bench/ use: the same pieces once more, with what looks into them.
PROBES = {
    "play/_probe": ["_split_tables.h"],
    "study/_probe": ["_split_tables.h"],
}

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
    "embedsignature": False,
    "freethreading_compatible": True,
    "show_performance_hints": True,
}

SANITIZE = os.environ.get("MJ2P_SANITIZE") == "1"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
COMPILE = ["-O1", "-g", *SANITIZERS, "-fno-omit-frame-pointer"] if SANITIZE else ["-O3", "-g0"]
if os.environ.get("MJ2P_FAST") == "1":
    COMPILE[:1] = ["-O0"]
# Cython's own loops and helpers, and structs that are filled where they are used: nothing one could mend.
COMPILE += ["-Wno-sign-compare", "-Wno-unused-function", "-Wno-maybe-uninitialized"]


def headers() -> dict[str, list[Path]]:
    """The headers whose generator is there, each with the files it is made from."""
    made = {name: [ROOT / source for source in sources] for name, sources in HEADERS.items()}
    return {name: used for name, used in made.items() if used[0].exists()}


def make_headers() -> None:
    """Write every generated header that is missing or older than what it is made from."""
    GENERATED.mkdir(parents=True, exist_ok=True)
    for name, used in headers().items():
        header = GENERATED / name
        newest = max(path.stat().st_mtime for path in used if path.exists())
        if not header.exists() or header.stat().st_mtime < newest:
            part = header.with_suffix(".part")  # renamed when whole: a generator that dies leaves no half header
            subprocess.run([sys.executable, str(used[0]), str(part)], check=True, cwd=ROOT)
            part.replace(header)


class Tee(io.StringIO):
    """Keeps what is written and passes it on."""

    def write(self, text: str) -> int:
        sys.__stderr__.write(text)
        return super().write(text)


def extensions() -> list[Extension]:
    """The extensions whose source is there, in terms of the .pyx."""
    return [
        Extension(
            f"mj2p.{name.replace('/', '.')}",
            [f"src/mj2p/{name}.pyx"],
            include_dirs=[str(GENERATED.relative_to(ROOT))],
            depends=[str((GENERATED / header).relative_to(ROOT)) for header in included],
            extra_compile_args=COMPILE,
            define_macros=[("CYTHON_INLINE", "inline __attribute__((always_inline))")],  # a hand is scored in registers
            extra_link_args=SANITIZERS if SANITIZE else [],
        )
        for name, included in (EXTENSIONS | PROBES).items()
        if (SOURCE / f"{name}.pyx").exists()
    ]


class BuildCore(build_ext):
    """Headers, then Cython's C, then the compiler; a performance hint fails the build.

    The hint means that a call may raise, or takes the GIL, inside a kernel: `cdef int f() nogil` without `noexcept`
    costs some 90 ns a call across modules, more than scoring a whole hand.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        if not self.inplace and os.environ.get("MJ2P_PROBES") != "1":
            probes = [f"mj2p.{name.replace('/', '.')}" for name in PROBES]
            self.extensions = [one for one in self.extensions if one.name not in probes]

    def run(self) -> None:
        if self.extensions:
            self.cythonize()
        super().run()

    def cythonize(self) -> None:
        from Cython.Build import cythonize  # here: whoever only asks for metadata needs no Cython

        make_headers()
        with contextlib.redirect_stderr(Tee()) as log:
            made = cythonize(
                self.extensions,
                build_dir="build/cython",
                include_path=[str(GENERATED), str(SOURCE.parent)],  # a build by pip has the package on no other path
                compiler_directives=DIRECTIVES,
            )
        if "performance hint" in log.getvalue():
            for extension in made:  # else the next build finds the C up to date and says nothing
                for source in extension.sources:
                    Path(source).unlink(missing_ok=True)
            sys.exit("mj2p: Cython has a performance hint (above): add noexcept, or nogil, to what it names")
        for extension, done in zip(self.extensions, made, strict=True):
            extension.sources = done.sources


os.chdir(ROOT)
setup(
    cmdclass={"build_ext": BuildCore},
    ext_modules=[] if os.environ.get("MJ2P_NO_EXTENSIONS") == "1" else extensions(),
)
