"""Scores rows of cases with the plain scorer alone and lists what differs.

python tests/second/check_rows.py FILE.jsonl ...

A row is {"hand", "rules", "total", "fans"}, {"hand", "rules", "win": false} or {"hand", "rules", "error": kind}.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from second import STATUS, fans, score_batch
from second.hand_text import parse


def outcome(row: dict[str, Any]) -> dict[str, Any]:
    """The row as the plain scorer would have written it."""
    try:
        record = parse(row["hand"], row["rules"])
    except ValueError:
        return {"error": "text"}
    scores, counts = score_batch(record, row["rules"])
    status = STATUS[int(scores["status"][0])]
    if status == "not complete":
        return {"win": False}
    if status != "win":
        return {"error": status}
    counted = {fan: int(times) for fan, times in zip(fans(), counts[0], strict=True) if times}
    bits = [bool(int(scores["fans"][0, i // 64]) >> i % 64 & 1) for i in range(len(fans()))]
    assert bits == [times > 0 for times in counts[0].tolist()]
    return {"total": int(scores["total"][0]), "fans": counted}


def main(paths: list[str]) -> int:
    wrong = 0
    for path in paths:
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines if line.strip()]
        differ = [
            (row, got)
            for row in rows
            if (got := outcome(row)) != {key: row[key] for key in ("total", "fans", "win", "error") if key in row}
        ]
        print(f"{path}: {len(rows) - len(differ)} of {len(rows)} agree")
        for row, got in differ[:20]:
            print("  expected", json.dumps(row, ensure_ascii=False), "\n  got     ", json.dumps(got))
        wrong += len(differ)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
