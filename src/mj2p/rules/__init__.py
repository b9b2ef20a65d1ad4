"""The built-in rule sets (a TOML file each, here) and how to get one: `names`, `get`, `load`, `check`."""

from .ruleset import FanRule, RuleSet, check, get, load, names

__all__ = ["FanRule", "RuleSet", "check", "get", "load", "names"]
