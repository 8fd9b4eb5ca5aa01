"""The published files are checked: a wheel or an archive that holds too much or too little is reported."""

from __future__ import annotations

import io
import tarfile
from zipfile import ZipFile, ZipInfo

import pytest

import check_package
from check_package import LARGEST

STUB = "svara_eval/_fast.pyi"
COMPILED = "svara_eval/_fast.cpython-311-x86_64-linux-gnu.so"


def wheel(folder, tag, files, date=check_package.START):
    path = folder / f"svara_eval-0.1.0-{tag}.whl"
    with ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, date), content)
    return path


@pytest.mark.parametrize(
    ("tag", "files", "problems"),
    [
        ("cp311-cp311-linux_x86_64", {STUB: "", COMPILED: "\0.dynsym\0"}, []),
        ("cp311-cp311-linux_x86_64", {STUB: ""}, ["the compiled modules are missing"]),
        ("cp311-cp311-linux_x86_64", {STUB: "", COMPILED: "\0.symtab\0"}, [f"{COMPILED} is not stripped"]),
        ("py3-none-any", {STUB: "", "svara_eval-0.1.0.dist-info/METADATA": ""}, []),
        ("py3-none-any", {STUB: "", COMPILED: ""}, ["the compiled modules are svara_eval/_fast"]),
        ("py3-none-any", {"svara_eval/_fast.pyx": ""}, ["svara_eval/_fast.pyx does not belong here"]),
        ("py3-none-any", {"tests/conftest.py": ""}, ["tests/conftest.py does not belong here"]),
        ("py3-none-any", {"svara_eval/big.bin": "0" * LARGEST}, [f"more than {LARGEST} bytes"]),
    ],
)
def test_a_wheel_holds_the_package_and_all_compiled_modules_or_none(tmp_path, tag, files, problems):
    assert [*check_package.problems_of_wheel(wheel(tmp_path, tag, files))] == problems


def test_a_wheel_does_not_record_its_build_time(tmp_path, capsys):
    path = wheel(tmp_path, "py3-none-any", {STUB: ""}, (2026, 5, 1, 12, 0, 0))
    assert check_package.main([str(path)]) == 1
    assert capsys.readouterr().out == (
        f"{path.stat().st_size:7} bytes  {path.name}\n    {STUB} is dated (2026, 5, 1, 12, 0, 0)\n"
    )


def test_an_archive_holds_all_sources_and_does_not_name_its_builder(tmp_path):
    path = tmp_path / "svara_eval-0.1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in sorted({*check_package.NEEDED, "src/svara_eval/_fast.c"} - {"setup.py"}):
            member = tarfile.TarInfo(f"svara_eval-0.1.0/{name}")
            member.uname = "ana" if name == "noxfile.py" else ""
            archive.addfile(member, io.BytesIO())
    assert [*check_package.problems_of_archive(path)] == [
        "setup.py is missing",
        "noxfile.py names its owner",
        "src/svara_eval/_fast.c does not belong here",
    ]
