"""The version, which pyproject.toml, records and the metadata of runs take from here."""

__version__ = "0.1.0"
