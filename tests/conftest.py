"""What all tests share: hypothesis without deadlines (two busy cores), repeatable in CI."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=100)
settings.register_profile("ci", deadline=None, max_examples=300, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
