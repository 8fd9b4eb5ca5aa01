"""Builds the compiled modules; everything else about the project is in pyproject.toml.

They are optional: without a C compiler the package still installs and runs on the reference scorer. Where they are
required (``SVARA_EVAL_REQUIRE_EXTENSION=1``, the default in wheel builds), a failed build is an error. ``CFLAGS`` in
the environment replaces the project's own choice of optimization and stripping.
"""

import os
import sys
from glob import glob
from pathlib import Path

import numpy
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = "src/svara_eval"
REQUIRED = os.environ.get("SVARA_EVAL_REQUIRE_EXTENSION", os.environ.get("CIBUILDWHEEL", "0")) not in ("", "0")

facts = {}
exec(Path(SOURCE, "_version.py").read_text(encoding="utf-8"), facts)

if "CFLAGS" in os.environ:
    compile_args, link_args = [], []
elif sys.platform == "win32":
    compile_args, link_args = ["/O2"], []
elif sys.platform == "darwin":
    compile_args, link_args = ["-O3", "-g0"], ["-Wl,-x"]
else:
    compile_args, link_args = ["-O3", "-g0"], ["-Wl,-s"]


def extension(name, include_dirs=(), define_macros=()):
    return Extension(
        f"svara_eval.{name}",
        [f"{SOURCE}/{name.replace('.', '/')}.pyx"],
        depends=[*glob(f"{SOURCE}/c/*.h"), *glob(f"{SOURCE}/*.pxd"), f"{SOURCE}/_version.py"],
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


# These let a module load in interpreters with their own GIL. NumPy does not load there, nor can a module that uses it.
own_gil = [("CYTHON_USE_MODULE_STATE", "1"), ("CYTHON_USE_TYPE_SPECS", "1")]
numpy_api = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION")]

modules = [
    extension("_fast", define_macros=own_gil),
    extension("_arrays._columns", [numpy.get_include()], numpy_api),
    extension("_arrays._deals", define_macros=own_gil),
    extension("_cli._lines", define_macros=own_gil),
    extension("_odds._counting", define_macros=own_gil),
    extension("_odds._simulation", define_macros=own_gil),
]
setup(ext_modules=modules, cmdclass={"build_ext": BuildExtensions})
