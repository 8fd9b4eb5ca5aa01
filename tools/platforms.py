"""Test the source archive on a platform that this machine is not, in a tree of Debian's packages:

    python tools/platforms.py i386 dist/svara_eval-0.1.0.tar.gz

It needs root on Debian. The trees stand in /var/tmp/svara_eval; each is made once and used again until the packages in
it are to be others. Whatever is mounted in a tree is mounted in a namespace that ends with the command, and a tree in
which something is mounted is never deleted.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import copy, rmtree, which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TREES = Path("/var/tmp/svara_eval")
# Cython does not fill in the fields of CPython's newest structures yet.
WARNINGS = "-Wall -Wextra -Werror -Wno-missing-field-initializers"
COMPILER = ("gcc", "libc6-dev", "python3-dev", "python3-pip", "python3-setuptools")
TESTS = ("python3-hypothesis", "python3-numpy", "python3-pytest", "python3-pytest-benchmark", "python3-rich")


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command, with low priority and other variables in its environment."""
    words = [*map(str, command)]
    print("$", shlex.join(words), flush=True)
    subprocess.run(["nice", "-n", "10", *words], check=True, cwd=cwd, env=os.environ | (env or {}))


def installed(program: str, package: str) -> str:
    """Return the path of a program of this machine, which Debian's package provides where it is missing."""
    if not which(program):
        run("apt-get", "install", "-y", "-q", package)
    return which(program) or sys.exit(f"{package} has no {program}")


# Trees ----------------------------------------------------------------------------------------------------------------


def mounting(script: str, *command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in a mount namespace of its own, after a script that mounts what it needs there."""
    script += f"\nexec {shlex.join(map(str, command))}"
    run("unshare", "--mount", "--propagation", "private", "sh", "-ec", script, env=env)


def inside(tree: Path, *command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in a tree, with the devices and the processes of this machine."""
    script = f"mount --rbind /dev {tree}/dev\nmount -t proc proc {tree}/proc"
    mounting(script, "chroot", tree, *command, env={"LC_ALL": "C.UTF-8", "HOME": "/root"} | (env or {}))


def remove(tree: Path) -> None:
    """Delete a tree, unless something is mounted in it."""
    mounted = [Path(line.split()[4]) for line in Path("/proc/self/mountinfo").read_text("utf-8").splitlines()]
    if below := [str(place) for place in mounted if place.is_relative_to(tree)]:
        sys.exit(f"{', '.join(below)} is mounted; unmount it first")
    if tree.exists():
        rmtree(tree)


def mirror() -> str:
    """Return the address from which apt takes Debian's packages."""
    command = ("apt-get", "indextargets", "--format", "$(LABEL) $(SITE)", "Created-By: Packages")
    lines = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    return next(line.removeprefix("Debian ") for line in lines if line.startswith("Debian "))


def debian(name: str, suite: str, *packages: str, options: tuple[str, ...] = ()) -> Path:
    """Return a tree with these packages of Debian and what they need."""
    tree, stamp = TREES / name, TREES / f"{name}.made"
    made = shlex.join((suite, *options, *packages))
    if not (stamp.exists() and stamp.read_text("utf-8") == made):
        stamp.unlink(missing_ok=True)
        remove(tree)
        tree.mkdir(parents=True)
        debootstrap = installed("debootstrap", "debootstrap")
        wanted = ("--variant=minbase", f"--include={','.join(packages)}")
        mounting("", debootstrap, *options, *wanted, suite, tree, mirror())
        stamp.write_text(made, "utf-8")
    return tree


def unpacked(archive: Path, tree: Path) -> Path:
    """Return the project, unpacked in a tree in place of an earlier one."""
    folder = tree / "root" / "source"
    remove(folder)
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return next(folder.iterdir())


def add(tree: Path, *requirements: str) -> None:
    """Put packages of the index that Debian does not have in this version into a tree."""
    target = tree / "opt" / "added"
    remove(target)
    run(sys.executable, "-m", "pip", "install", "-q", "--only-binary=:all:", f"--target={target}", *requirements)


def check(tree: Path, archive: Path, python: str, *tests: str, before: tuple[str, ...] = ()) -> None:
    """Install the project for a Python of a tree and run tests, the whole suite if none are given."""
    project = unpacked(archive, tree)
    place = f"/{project.relative_to(tree)}"
    pip = f"{python} -m pip install -q --no-index --no-deps --no-build-isolation --break-system-packages ."
    env = {"SVARA_EVAL_REQUIRE_EXTENSION": "1", "CPPFLAGS": WARNINGS}
    inside(tree, "sh", "-ec", f"ln -sf $(which {python}) /usr/local/bin/python")  # as the pages call it
    inside(tree, *before, "sh", "-ec", f"cd {place}; PYTHONPATH=/opt/added {pip}", env=env)
    for some in tests or ("",):
        inside(tree, *before, "sh", "-ec", f"cd {place}; {python} -m pytest -q {some}", env=env)


# Platforms ------------------------------------------------------------------------------------------------------------


def i386(archive: Path) -> None:
    """Test 32 bits, which this processor runs itself."""
    tree = debian("i386", "sid", *COMPILER, *TESTS, options=("--arch=i386",))
    add(tree, "cython>=3.2", "--no-deps", "--platform=any")
    check(tree, archive, "python3", before=("setarch", "i386"))


def next_pythons(archive: Path) -> None:
    """Test the Pythons of Debian unstable, compiled by its GCC."""
    tree = debian("next_pythons", "sid", *COMPILER, *TESTS, "python3.15-dev")
    add(tree, "cython>=3.2", "--no-deps", "--platform=any")
    for python in ("python3.14", "python3.15"):
        check(tree, archive, python)


def free_threaded(archive: Path) -> None:
    """Test the compiled modules on Python 3.13 without the GIL, built from Debian's source package."""
    libraries = ("libbz2-dev", "libffi-dev", "liblzma-dev", "libsqlite3-dev", "libssl-dev", "zlib1g-dev")
    tree = debian("free_threaded", "trixie", "gcc", "libc6-dev", "make", *libraries)
    python = tree / "opt" / "python"
    if not (python / "bin" / "python3.13t").exists():
        source = f"/{source_of('python3.13', 'trixie', tree / 'root' / 'python').relative_to(tree)}"
        options = "--disable-gil --prefix=/opt/python --disable-test-modules"
        inside(tree, "sh", "-ec", f"cd {source}; ./configure -q {options}; make -s -j$(nproc); make -s install")
    wheels = ("--python-version=3.13", "--implementation=cp", "--abi=cp313t", "--platform=manylinux_2_28_x86_64")
    add(tree, "cython>=3.2", "hypothesis>=6.100", "numpy>=2.3", "pytest>=9", "pytest-benchmark>=5", "setuptools>=77",
        *wheels)  # fmt: skip
    (python / "lib" / "python3.13t" / "site-packages" / "added.pth").write_text("/opt/added\n", "utf-8")
    check(tree, archive, "/opt/python/bin/python3.13t", "-m compiled", "tests/package/test_threads.py")


def source_of(package: str, suite: str, folder: Path) -> Path:
    """Return the folder with the source of one of Debian's packages, as its authors published it."""
    remove(folder)
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "sources").write_text(f"deb-src {mirror()} {suite} main\n", "utf-8")
    options = ("Etc::sourcelist", folder / "sources"), ("Etc::sourceparts", "-"), ("State::lists", folder / "lists")
    apt = ("apt-get", "-q", *(f"-oDir::{name}={value}" for name, value in options), "-oAPT::Sandbox::User=root")
    run(*apt, "update")
    run(*apt, "source", "--download-only", package, cwd=folder)
    with tarfile.open(next(folder.glob("*.orig.tar.?z"))) as files:
        files.extractall(folder, filter="data")
    return next(folder.glob("*/configure")).parent


def emulated(arch: str, gnu: str, archive: Path) -> None:
    """Test the figures on another processor; the process that is emulated can start no other."""
    qemu = installed(f"qemu-{gnu.partition('-')[0]}-static", "qemu-user-static")
    compiler = installed(f"{gnu}-gcc", f"gcc-{gnu}")
    tree = debian(arch, "sid", "python3-dev", *TESTS, options=(f"--arch={arch}", "--foreign"))
    for package in tree.glob("var/cache/apt/archives/*.deb"):  # of which --foreign has unpacked only the first
        run("dpkg-deb", "-x", package, tree)
        package.unlink()
    copy(qemu, tree / "qemu")

    project = unpacked(archive, tree)
    (python,) = tree.glob("usr/include/python3.*")
    (numpy,) = tree.glob("usr/lib/*/python3-numpy/numpy/_core/include")
    flags = f"{WARNINGS} -I{numpy} -I{python} -idirafter {tree}/usr/include"
    tools = {"CC": compiler, "LDSHARED": f"{compiler} -shared", "CPPFLAGS": flags, "SVARA_EVAL_REQUIRE_EXTENSION": "1"}
    run(sys.executable, "setup.py", "-q", "build_ext", "--inplace", cwd=project, env=tools)
    suffix = f".{python.name.replace('python3.', 'cpython-3')}-{gnu}.so"
    for module in project.glob("src/**/*.so"):
        module.rename(module.with_name(module.name.partition(".")[0] + suffix))

    place = Path("/", project.relative_to(tree))
    tests = [place / "tests" / file for file in ("package/test_figures.py", "scoring/test_rules.py")]
    libraries = ":".join(f"/usr/lib/{gnu}/{name}" for name in ("blas", "lapack"))  # linked when they are configured
    env = {"PYTHONPATH": str(place / "src"), "LD_LIBRARY_PATH": libraries, "SVARA_EVAL_REQUIRE_EXTENSION": "1"}
    pytest = ("/qemu", "/usr/bin/python3", "-m", "pytest", "-q", "-c", place / "pyproject.toml")
    inside(tree, *pytest, *tests, env=env)


PLATFORMS: dict[str, Callable[[Path], None]] = {
    "i386": i386,
    "next_pythons": next_pythons,
    "free_threaded": free_threaded,
    "arm64": lambda archive: emulated("arm64", "aarch64-linux-gnu", archive),
    "s390x": lambda archive: emulated("s390x", "s390x-linux-gnu", archive),
}


if __name__ == "__main__":
    if os.geteuid():
        sys.exit("making a tree of Debian's packages needs root")
    platform, path = sys.argv[1:]
    PLATFORMS[platform](Path(path))
