"""What a hand is worth and why: one hand (`asking`), many as arrays (`batch`), the answer (`result`) and its reasons.

`kernel/` holds the pieces of the compiled core `mj2p._core`.
"""
