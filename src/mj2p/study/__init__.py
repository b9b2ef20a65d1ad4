"""Studying the game: exact counts and odds, what to discard, what to wait for, plots.

`walls/` holds the pieces of the compiled extension `_walls`.
"""
