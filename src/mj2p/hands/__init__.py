"""Tiles, melds and whole hands, and their texts; nothing here knows a rule set."""
