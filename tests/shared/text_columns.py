"""Every kind of column of text, of NumPy, pandas, polars and Arrow, as far as those are installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import numpy as np


def arrow(type_name):
    def make(texts):
        pyarrow = import_module("pyarrow")
        return pyarrow.array(texts, getattr(pyarrow, type_name)())

    return make


def sliced(type_name):
    """Part of an array: its first row is not the first in memory, nor the first of a byte of the validity bitmap."""

    def make(texts):
        return arrow(type_name)(["7cKhKd", None, "x", *texts, None])[3:-1]

    return make


def chunked(texts):
    pyarrow = import_module("pyarrow")
    chunks = [[], texts[:1], texts[1:4], [], texts[4:], []]
    return pyarrow.chunked_array([pyarrow.array(chunk, pyarrow.string()) for chunk in chunks])


def polars(texts):
    pl = import_module("polars")
    return pl.Series(texts, dtype=pl.String)


def polars_chunked(texts):
    return polars(["x", *texts[:2]])[1:].append(polars(texts[2:]))


def pandas(dtype):
    def make(texts):
        return import_module("pandas").Series(texts, dtype=dtype, index=range(7, 7 + len(texts)))

    return make


# Each function makes a column from a list of strings. The columns of the second table can also hold None.
WITHOUT_NULLS = {
    "S": lambda texts: np.array([text.encode() for text in texts]),
    "padded S": lambda texts: np.array([text.encode() for text in texts], "S120"),
    "U": np.array,
    "padded U": lambda texts: np.array(texts, "U120"),
    "U in the other byte order": lambda texts: np.array(texts).astype(np.array(texts).dtype.newbyteorder("S")),
    "StringDType": lambda texts: np.array(texts, np.dtypes.StringDType()),
    "list of NumPy strings": lambda texts: list(np.array(texts)),
}
WITH_NULLS = {
    "list": list,
    "tuple": tuple,
    "object": lambda texts: np.array(texts, object),
    "StringDType with nulls": lambda texts: np.array(texts, np.dtypes.StringDType(na_object=None)),
}
OF_LIBRARIES = {
    ("pyarrow",): {
        "Arrow string": arrow("string"),
        "Arrow large_string": arrow("large_string"),
        "Arrow string_view": arrow("string_view"),
        "sliced Arrow string": sliced("string"),
        "sliced Arrow large_string": sliced("large_string"),
        "sliced Arrow string_view": sliced("string_view"),
        "Arrow chunks": chunked,
    },
    ("polars",): {"polars": polars, "polars in chunks": polars_chunked},
    ("pandas",): {
        "pandas str": pandas("str"),
        "pandas object": pandas(object),
        "pandas string[python]": pandas("string[python]"),
    },
    ("pandas", "pyarrow"): {"pandas string[pyarrow]": pandas("string[pyarrow]")},
}
for libraries, kinds in OF_LIBRARIES.items():
    if all(map(find_spec, libraries)):
        WITH_NULLS |= kinds
COLUMNS = WITHOUT_NULLS | WITH_NULLS
