"""`python -m mj2p.cli`: the command line without the console script."""

from . import main

main()
