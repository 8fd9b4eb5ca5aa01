"""The version, and the tables that compiled modules must be built from; setup.py reads it without an import."""

__version__ = "0.1.0"

# The digest of the generated headers, the points and the spellings; tools/make_headers.py writes it.
DIGEST = "15352766cc8b862b95175b53085565e496ca247d7b6beb87a2ad4816be7f8723"
