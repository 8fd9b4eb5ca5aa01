"""Builds the compiled modules, and archives that are the same bytes anywhere; all else is in pyproject.toml.

The compiled modules are optional: without a C compiler the package still installs and runs on the reference scorer.
Where they are required (``SVARA_EVAL_REQUIRE_EXTENSION=1``, the default in wheel builds), a failed build is an error.
``SVARA_EVAL_PURE=1`` leaves them out, for a wheel that any Python can install. ``CFLAGS`` in the environment replaces
the project's own choice of optimization and stripping.
"""

import os
import sys
import tarfile
from glob import glob
from gzip import GzipFile
from pathlib import Path

import numpy
from Cython.Compiler.Errors import CompileError as CythonError
from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError

SOURCE = "src/svara_eval"
PURE = os.environ.get("SVARA_EVAL_PURE", "0") not in ("", "0")
REQUIRED = os.environ.get("SVARA_EVAL_REQUIRE_EXTENSION", os.environ.get("CIBUILDWHEEL", "0")) not in ("", "0")

# The date of every file in an archive or a wheel: the first day of 1980, the earliest that a wheel can hold.
EPOCH = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800"))

facts = {}
exec(Path(SOURCE, "_version.py").read_text(encoding="utf-8"), facts)

if "CFLAGS" in os.environ:
    compile_args, link_args = [], []
elif sys.platform == "win32":
    compile_args, link_args = ["/O2"], ["/Brepro"]
elif sys.platform == "darwin":
    compile_args, link_args = ["-O3", "-g0"], ["-Wl,-x"]
else:
    compile_args, link_args = ["-O3", "-g0"], ["-Wl,-s"]


def extension(name, include_dirs=(), define_macros=()):
    return Extension(
        f"svara_eval.{name}",
        [f"{SOURCE}/{name.replace('.', '/')}.pyx"],
        depends=[*glob(f"{SOURCE}/c/*.h"), *glob(f"{SOURCE}/**/*.pxd", recursive=True), f"{SOURCE}/_version.py"],
        include_dirs=[f"{SOURCE}/c", *include_dirs],
        define_macros=[("SVARA_VERSION", f'"{facts["__version__"]}"'), *define_macros],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        optional=not REQUIRED,
    )


class BuildExtensions(build_ext):
    """Builds the modules, and reports each optional one that could not be built."""

    def run(self):
        super().run()
        for ext in self.extensions:
            if not os.path.exists(self.get_ext_fullpath(ext.name)):
                print(f"*** {ext.name} was NOT compiled; slower Python, if any, is used instead ***", file=sys.stderr)

    def build_extension(self, ext):
        try:
            super().build_extension(ext)
        except CythonError as error:  # of which setuptools does not know that it may be ignored
            raise CompileError(str(error)) from error


def mode(executable):
    """The permissions of a file or a folder, whatever those of the checkout and the umask are."""
    return 0o755 if executable else 0o644


class Archive(sdist):
    """Writes the source archive without the times, the owners and the permissions of the checkout."""

    def make_archive(self, base_name, *_, base_dir, **__):
        name = f"{base_name}.tar.gz"
        with GzipFile(name, "wb", mtime=EPOCH) as packed, tarfile.open(mode="w", fileobj=packed) as archive:
            archive.add(base_dir, filter=self.anonymous)  # in the order of the names
        return name

    @staticmethod
    def anonymous(member):
        permissions = mode(member.isdir() or member.mode & 0o100)
        return member.replace(mtime=EPOCH, mode=permissions, uid=0, gid=0, uname="", gname="", deep=False)


class Wheel(bdist_wheel):
    """Writes the wheel without the permissions of the checkout; setuptools leaves out the times and the owners."""

    def write_wheelfile(self, *args, **options):
        super().write_wheelfile(*args, **options)
        for path in Path(self.bdist_dir).rglob("*"):
            path.chmod(mode(path.is_dir()))


# These let a module load in interpreters with their own GIL. NumPy does not load there, nor can a module that uses it.
own_gil = [("CYTHON_USE_MODULE_STATE", "1"), ("CYTHON_USE_TYPE_SPECS", "1")]
numpy_api = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION")]

modules = [
    extension("_fast", define_macros=own_gil),
    extension("_arrays._arrow"),
    extension("_arrays._columns", [numpy.get_include()], numpy_api),
    extension("_arrays._deals", define_macros=own_gil),
    extension("_cli._lines", define_macros=own_gil),
    extension("_odds._counting", define_macros=own_gil),
    extension("_odds._simulation", define_macros=own_gil),
    extension("envs._play", define_macros=own_gil),
]
commands = {"build_ext": BuildExtensions, "sdist": Archive, "bdist_wheel": Wheel}
setup(ext_modules=[] if PURE else modules, cmdclass=commands)
