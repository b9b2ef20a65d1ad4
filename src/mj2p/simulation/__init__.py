"""Many whole games: how they are shared out, played, stored and summed up."""
