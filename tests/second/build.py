"""Compiles the plain scorer with the system's C compiler, once for each state of its sources."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sysconfig
import threading

HERE = pathlib.Path(__file__).resolve().parent
CACHE = HERE / ".build"
FLAGS = ("-std=c99", "-O2", "-shared", "-fPIC")


def compiler() -> list[str]:
    """The compiler that Python was built with where it is there, else `cc`."""
    configured = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return configured[:1] if shutil.which(configured[0]) else ["cc"]


def compiled() -> pathlib.Path:
    """The shared library, made now if there is none of these very sources."""
    sources = sorted(HERE.glob("*.c"))
    digest = hashlib.sha256(" ".join([*compiler(), *FLAGS]).encode())
    for path in (*sources, *sorted(HERE.glob("*.h"))):
        digest.update(path.read_bytes())
    target = CACHE / f"second-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        CACHE.mkdir(exist_ok=True)
        (CACHE / ".gitignore").write_text("*\n")
        for old in CACHE.glob("second-*.so"):
            old.unlink(missing_ok=True)
        # two processes, or two threads, may build at once; the rename is atomic
        unfinished = target.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        subprocess.run([*compiler(), *FLAGS, "-o", str(unfinished), *map(str, sources)], check=True)
        unfinished.replace(target)
    return target


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded and ready; ctypes releases the GIL around each call into it."""
    lib = ctypes.CDLL(str(compiled()))
    lib.second_id.restype = ctypes.c_char_p
    lib.second_score_batch.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    lib.world_open.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_uint64]
    lib.world_open.restype = ctypes.c_void_p
    lib.world_next.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
    lib.world_next.restype = ctypes.c_long
    lib.world_close.argtypes = [ctypes.c_void_p]
    lib.sample_fill.argtypes = [ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_long]
    lib.suihua_answer.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_void_p]
    lib.suihua_pay.argtypes = [ctypes.c_int, ctypes.c_bool, *[ctypes.c_int] * 4, ctypes.c_void_p]
    lib.suihua_fill.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_long]
    lib.second_open()
    return lib
