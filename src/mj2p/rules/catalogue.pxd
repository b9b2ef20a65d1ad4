# Gives: each fan's number (FAN_...), and the place of those that repeat among themselves (REP_...).
# Needs: what tools/make_catalogue.py makes of catalogue.py.

include "_catalogue.pxi"
