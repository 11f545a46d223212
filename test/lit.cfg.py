# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole-program tests: pass/ (opt and the plugin), e2e/ and tools/.

A file is a test when it has a RUN line; programs and data that tests use live
in folders named Inputs. One test, alone:

    lit.py -v build/test --filter e2e/threads
"""

import glob
import os
import platform
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(config.memfacet_source, "test"))
from checked_test import CheckedTest

config.name = "MemFacet"
config.test_format = CheckedTest(os.path.join(config.memfacet_bin, "memfacet"))
config.suffixes = [".ll", ".test", ".c", ".cpp"]
config.excludes = [
    "Inputs",
    "CMakeLists.txt",
    "fuzz",
    "reference",
    "runtime",
    "support",
    "unit",
]
config.test_source_root = os.path.join(config.memfacet_source, "test")
config.test_exec_root = os.path.join(config.memfacet_build, "test")

# lit.py --param llvm=22: the tests that compile, with another clang. What is
# said of versions is that of the default one.
other = lit_config.params.get("llvm", config.memfacet_llvm_version)
if other == config.memfacet_llvm_version:
    config.available_features.add("default-llvm")
else:
    config.memfacet_llvm_version = other
    config.memfacet_llvm = f"/usr/lib/llvm-{other}"
    config.memfacet_clang = f"/usr/bin/clang-{other}"
    config.memfacet_clangxx = f"/usr/bin/clang++-{other}"

binary = config.memfacet_bin
plugin = os.path.join(
    config.memfacet_lib, f"MemFacetPass-{config.memfacet_llvm_version}.so"
)
runtime = os.path.join(config.memfacet_lib, "libmemfacet_rt.a")

# Slow computations of what is expected, and how tests read files (reading.py).
reference = os.path.join(config.test_source_root, "e2e", "reference")
config.environment["PYTHONPATH"] = reference
config.environment["MEMFACET"] = os.path.join(binary, "memfacet")

# How tests of the pass have a module instrumented and printed: opt with the
# plugin, whose options may follow, for one processor. With %record, functions
# only get their recording bodies.
selecting = " ".join(
    [
        os.path.join(config.memfacet_llvm, "bin", "opt"),
        f"-load-pass-plugin={plugin} -passes=memfacet-record,verify -S",
        "-mtriple=x86_64-pc-linux-gnu",
        "-data-layout=e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    ]
)
record = selecting + " -memfacet-select=false"

# A name that is the beginning of another must not match in it.
word = r"(?![\w-])"
for name, value in [
    ("memfacet-clangxx", os.path.join(binary, "memfacet-clang++")),
    ("memfacet-clang", os.path.join(binary, "memfacet-clang")),
    ("memfacet", os.path.join(binary, "memfacet")),
    ("clangxx", config.memfacet_clangxx),
    ("clang", config.memfacet_clang),
    ("major", config.memfacet_llvm_version),
    ("opt", os.path.join(config.memfacet_llvm, "bin", "opt")),
    ("record", record),
    ("selecting", selecting),
    ("llvm", os.path.join(config.memfacet_llvm, "bin")),
    ("plugin", plugin),
    ("runtime", runtime),
    ("python", config.memfacet_python),
    ("source", config.memfacet_source),
    ("build", config.memfacet_build),
    ("expect", f"{config.memfacet_python} {reference}/expect.py"),
]:
    config.substitutions.append(("%" + name + word, value))

# FileCheck, not and llvm-readelf by name, of the wanted version.
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.memfacet_llvm, "bin"), os.environ.get("PATH", "")]
)
# A user's settings must not change what tests see.
for name in [
    "MEMFACET_OPTIONS",
    "MEMFACET_DISABLE",
    "MEMFACET_CLANG",
    "MEMFACET_LAUNCHER",
    "NO_COLOR",
]:
    config.environment.pop(name, None)
config.environment["TERM"] = "dumb"
if "default-llvm" not in config.available_features:
    config.environment["MEMFACET_CLANG"] = config.memfacet_clang

# Pages are looked at with a browser, by test/html/Inputs/browser.py.
browsers = map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])
browser = next(filter(None, browsers), None)
if browser:
    config.available_features.add("browser")
else:
    lit_config.note(
        "there is no chromium: tests of pages are skipped; "
        "scripts/install-deps.sh installs it"
    )

# Programs that read exported files. The feature is the program's name.
for name in ["callgrind_annotate", "go"]:
    if shutil.which(name):
        config.available_features.add(name.replace("_", "-"))
    else:
        lit_config.note(f"there is no {name}: tests that need it are skipped")


def python_with(module):
    """A Python that has MODULE, or None: Debian's packages are for its own one."""
    for python in [config.memfacet_python, "/usr/bin/python3"]:
        command = [python, "-W", "ignore", "-c", f"import {module}"]
        if shutil.which(python) and not subprocess.run(
            command, stderr=subprocess.DEVNULL, check=False
        ).returncode:
            return python
    return None


# Python's readers of what is exported: the feature and %python-NAME.
for name, module in [
    ("pandas", "pandas"),
    ("protobuf", "google.protobuf"),
    ("jsonschema", "jsonschema"),
]:
    python = python_with(module)
    config.substitutions.append((f"%python-{name}{word}", python or "no-python"))
    if python:
        config.available_features.add(name)
    else:
        lit_config.note(
            f"no Python has {module}: tests that need it are skipped; "
            f"apt-get install python3-{name}"
        )

for program in ["valgrind", "zsh", "fish", "man", "ccache", "dpkg", "automake", "meson"]:
    if shutil.which(program):
        config.available_features.add(program)


def kernel_samples():
    """Whether programs may be sampled with the kernel's task clock."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    # type SOFTWARE, size, config TASK_CLOCK, period; exclude kernel, hypervisor
    words = [1 | 64 << 32, 1, 10**6, 0, 0, 1 << 5 | 1 << 6, 0, 0]
    attributes = (ctypes.c_uint64 * len(words))(*words)
    number = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
    if number is None:
        return False
    descriptor = libc.syscall(number, attributes, 0, -1, -1, 0)
    if descriptor >= 0:
        os.close(descriptor)
    return descriptor >= 0


if kernel_samples():
    config.available_features.add("perf-events")


def may_mount():
    """Whether a test may hide a folder in a namespace of its own."""
    private = ["unshare", "-m" if os.getuid() == 0 else "-rm"]
    try:
        mount = ["mount", "-t", "tmpfs", "none", "/mnt"]
        return subprocess.run(private + mount, capture_output=True).returncode == 0
    except OSError:
        return False


if may_mount():
    config.available_features.add("mounts")
else:
    lit_config.note(
        "no private mounts are allowed here: the test that uses an installed "
        "tree without its build folder is skipped"
    )

# Programs of several processes: packages openmpi-bin and libopenmpi-dev.
if shutil.which("mpirun") and shutil.which("mpicc"):
    config.available_features.add("mpi")
    for name in ["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"]:
        config.environment[name] = "1"
else:
    lit_config.note(
        "there is no mpirun: tests of MPI programs are skipped; "
        "scripts/install-deps.sh installs it"
    )
# A Slurm of one node, which the test starts.
slurm = subprocess.run(
    [os.path.join(config.memfacet_source, "bench", "slurm.sh"), "--check"],
    capture_output=True,
    text=True,
    check=False,
)
if slurm.returncode == 0:
    config.available_features.add("slurm")
else:
    lit_config.note("tests with Slurm are skipped: " + slurm.stderr.strip())
config.substitutions.append((r"%mpirun\b", "mpirun --oversubscribe"))


# Programs for aarch64: the runtime for them was built, the cross-compiler's
# libraries are there, and an emulator.
emulator = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
cross_root = "/usr/aarch64-linux-gnu"
if (
    platform.machine() == "x86_64"
    and emulator
    and os.path.exists(os.path.join(config.memfacet_lib, "aarch64"))
):
    config.available_features.add("aarch64-programs")
    config.substitutions += [
        (r"%aarch64-flags\b", "--target=aarch64-linux-gnu -fuse-ld=lld"),
        (r"%aarch64-run\b", f"{emulator} -L {cross_root}"),
    ]
else:
    lit_config.note(
        "programs for aarch64 are not tested: needs a build with "
        "MEMFACET_MORE_PROCESSORS=aarch64 and the packages qemu-user-static, "
        "libc6-dev-arm64-cross and libstdc++-12-dev-arm64-cross"
    )


def processor_has(flag):
    """Whether /proc/cpuinfo lists FLAG."""
    with open("/proc/cpuinfo") as file:
        return any(
            line.startswith("flags") and flag in line.split() for line in file
        )


config.available_features.add(platform.machine())
for flag in ["avx2", "avx512f"]:
    if platform.machine() == "x86_64" and processor_has(flag):
        config.available_features.add(flag)

# Every libc++ with archives: package libc++-19-dev, and folders of further
# versions, which Debian's packages do not let stand side by side.
roots = sorted(glob.glob("/usr/lib/llvm-*"))
roots += os.environ.get("MEMFACET_LIBCXX", "").split(":")
roots = [r for r in roots if os.path.exists(os.path.join(r, "lib/libc++.a"))]
config.substitutions.append((r"%libcxx_roots\b", " ".join(roots)))

# Allocators that programs bring along: packages libjemalloc-dev and
# libgoogle-perftools-dev.
for feature, library in [
    ("jemalloc", "libjemalloc_pic.a"),
    ("tcmalloc", "libtcmalloc_minimal.a"),
]:
    found = subprocess.run(
        [config.memfacet_clang, f"-print-file-name={library}"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    if os.path.isabs(found):
        config.available_features.add(feature)
