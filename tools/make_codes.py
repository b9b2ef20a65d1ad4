"""Write the C side of the numbers that C and Python share, made from `src/mj2p/codes.py` and `src/mj2p/play/codes.py`.

    python tools/make_codes.py build/generated/_codes.pxi

Each enumeration of these modules becomes a C enumeration whose names bear a prefix: `Phase.TURN` is PHASE_TURN.
"""

import enum
import importlib.util
import pathlib
import sys

#: enumeration -> the prefix of its members' names in C
PREFIXES = {
    "Situation": "SIT_", "Status": "STATUS_", "MeldType": "MELD_", "DealtMeld": "DEALT_", "Wait": "WAIT_",
    "Reading": "HAND_", "Form": "FORM_", "Need": "NEED_", "Field": "AT_", "Act": "ACT_", "Turn": "TURN_",
    "Phase": "PHASE_", "Event": "EVENT_", "Reason": "REASON_", "Factor": "FACTOR_",
    "EndedBy": "BY_", "Plane": "PLANE_", "SeatPlane": "SEAT_",
    "BuiltInPlayer": "PLAYER_",
}  # fmt: skip


def load_codes(room: str):
    """A module by itself: the package cannot be imported before its extension is built."""
    path = pathlib.Path(__file__).resolve().parent.parent / "src/mj2p" / room / "codes.py"
    spec = importlib.util.spec_from_file_location(f"{room}_codes", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def enumeration(name: str, members: dict[str, int]) -> list[str]:
    return [f"cdef enum {name}:", *(f"    {member} = {value}" for member, value in members.items()), ""]


def main() -> None:
    codes, play = load_codes(""), load_codes("play")
    lines = ["# Made by tools/make_codes.py from codes.py and play/codes.py.", ""]
    for name, kind in [*vars(codes).items(), *vars(play).items()]:
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            prefix = PREFIXES[name]
            lines += enumeration(f"{name}Code", {f"{prefix}{one.name}": int(one) for one in kind})
    sizes = {
        "MARKED": codes.MARKED,
        "SITUATIONS": 1 << max(codes.Situation).bit_length(),  # the first bit that means nothing
        "KINDS_1": codes.KINDS[1], "KINDS_3": codes.KINDS[3],
        "ROW_1": codes.ROW_SIZE[1], "ROW_3": codes.ROW_SIZE[3], "ROW_SCORE": codes.SCORE_SIZE,
        "HONORS": len(codes.HONORS), "NO_TILE": codes.NO_TILE, "NO_SEAT": codes.NO_TILE,
        "PLANES_COMMON": len(play.Plane), "PLANES_SEAT": len(play.SeatPlane),
        "N_PLAYERS": len(play.BuiltInPlayer),
    }  # fmt: skip
    lines += enumeration("Sizes", sizes)
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
