"""The version, and the tables that compiled modules must be built from; setup.py reads it without an import."""

__version__ = "0.1.0"

# The digest of the generated headers, the points and the spellings; tools/make_headers.py writes it.
DIGEST = "05ac3417016a05599ba9e37de41c7b7d39be2bdaead68716c332341d1441319a"
