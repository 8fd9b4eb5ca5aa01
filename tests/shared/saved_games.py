"""Saved deals and tables as documents, to be changed in one place and signed again."""

from __future__ import annotations

import json
from hashlib import sha256


def digest(document):
    """As the documentation says: the SHA-256 of all other fields, sorted, without spaces."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def signed(document):
    """The text of a changed document, with the right digest."""
    return json.dumps(document | {"digest": digest(document)})


def leaves(value, path=()):
    """The path to every value of a document that is not a list or an object, and to the empty ones."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [leaf for name, each in inner for leaf in leaves(each, (*path, name))]
    return found or [path]


def changed(document, path, value):
    document = json.loads(json.dumps(document))
    place = document
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return document
