"""`python -m mj2p`: the command `mj2p`."""

from mj2p.cli import main

main()
