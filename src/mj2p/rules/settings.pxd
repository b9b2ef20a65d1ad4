# Gives: a struct for each table of settings (ScoringSettings, TilesSettings, PlaySettings, SettlementSettings), filled
# at once from `settings.numbers`, and the words of settings by name (LIMIT_BOTH).
# Needs: what tools/make_settings.py makes of settings.py.

include "_settings.pxi"
