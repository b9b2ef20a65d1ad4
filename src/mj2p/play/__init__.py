"""One table: the deck, actions, the game, its record, its account, matches, and many games stepped together.

`engine/` holds the pieces of the compiled engine `_engine`.
"""
