"""The built-in rule sets (a TOML file each, here) and how to get one: `names`, `get`, `load`, `check`."""

from .files import check, get, load, names
from .ruleset import FanRule, RuleSet

__all__ = ["FanRule", "RuleSet", "check", "get", "load", "names"]
