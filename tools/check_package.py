"""Check files before they are published: nothing missing, nothing superfluous, no debug symbols. Print their sizes:

    python tools/check_package.py dist/*

A wheel holds the package alone, with all compiled modules or, in a wheel for any Python, with none. The archive holds
all that is needed to build and to test it, and nothing that is built.
"""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import ZipFile

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 600_000  # bytes of a wheel
START = (1980, 1, 1, 0, 0, 0)  # the date of every file
PACKAGE = {".py", ".pyi", ".bin", ".so", ".pyd"}
BUILT = {".c", ".so", ".pyd", ".pyc", ".html"}
NEEDED = {
    "pyproject.toml", "setup.py", "noxfile.py", "LICENSE", "src/svara_eval/_fast.pyx", "src/svara_eval/_read_hand.pxd",
    "src/svara_eval/c/lookup.h", "src/svara_eval/_odds/odds_table.bin", "tests/conftest.py", "docs/vectors/hands.tsv",
    "docs/rules.md", "examples/with_numpy.py", "tools/make_headers.py", "benchmarks/scalar.py",
}  # fmt: skip


def problems_of_wheel(path: Path) -> Iterator[str]:
    """Yield each problem of a wheel."""
    if path.stat().st_size > LARGEST:
        yield f"more than {LARGEST} bytes"
    compiled, stubs = set(), set()
    with ZipFile(path) as wheel:
        for member in wheel.infolist():
            file = PurePosixPath(member.filename)
            module = file.with_name(file.name.partition(".")[0])
            if member.date_time != START:
                yield f"{file} is dated {member.date_time}"
            if file.parts[0].endswith(".dist-info") or member.is_dir():
                continue
            if file.parts[0] != "svara_eval" or (file.suffix not in PACKAGE and file.name != "py.typed"):
                yield f"{file} does not belong here"
            if file.suffix == ".pyi":
                stubs.add(module)
            if file.suffix in (".so", ".pyd"):
                compiled.add(module)
                if b"\0.symtab\0" in wheel.read(member):
                    yield f"{file} is not stripped"
    if compiled != (set() if path.stem.endswith("-py3-none-any") else stubs):
        yield f"the compiled modules are {', '.join(sorted(map(str, compiled))) or 'missing'}"


def problems_of_archive(path: Path) -> Iterator[str]:
    """Yield each problem of a source archive."""
    with tarfile.open(path) as archive:
        files = {str(PurePosixPath(*PurePosixPath(member.name).parts[1:])): member for member in archive}
    for name in sorted(NEEDED - files.keys()):
        yield f"{name} is missing"
    for name, member in files.items():
        file = PurePosixPath(name)
        if file.suffix in BUILT and file.parent.name != "_templates":  # the theme's pages are sources
            yield f"{name} does not belong here"
        if member.uid or member.gid or member.uname or member.gname:
            yield f"{name} names its owner"


def main(paths: list[str]) -> int:
    """Report on each file; the exit status is 1 if there is a problem."""
    status = 0
    for path in map(Path, paths):
        problems = [*(problems_of_wheel if path.suffix == ".whl" else problems_of_archive)(path)]
        print(f"{path.stat().st_size:7} bytes  {path.name}", *problems, sep="\n    ")
        status |= bool(problems)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
