# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real programs: how each is built by its own build system, and what it does.

A command is a list of words in which {cc} is the compiler and {sample} a folder
with the files of samples.py.
"""

from dataclasses import dataclass, field


@dataclass
class Step:
    """One run of the program, in the folder where it was built."""

    arguments: list
    stdin: str = "/dev/null"
    stdout: str = ""  # keeps the output for a later step; it is compared anyway
    binary: str = ""  # instead of the subject's
    script: bool = False  # runs the program below ${RECORD}
    ignore: bytes = b""  # what matches is not compared


@dataclass
class Subject:
    package: str
    build: list
    binary: str
    steps: list
    language: str = "C"
    threads: bool = False
    dependencies: list = field(default_factory=list)  # other packages' sources


NO_AUTOTOOLS = ["ACLOCAL=:", "AUTOCONF=:", "AUTOMAKE=:", "AUTOHEADER=:"]

SUBJECTS = [
    Subject(
        package="bzip2",
        # It is linked with its own shared library, not with the system's.
        build=[["make", "-j2", "CC={cc}", "LDFLAGS=-Wl,-rpath,.", "bzip2"]],
        binary="./bzip2",
        steps=[
            Step(["-kc", "{sample}/text"], stdout="text.bz2"),
            Step(["-dc", "text.bz2"]),
            Step(["-1kc", "{sample}/noise"], stdout="noise.bz2"),
            Step(["-tv", "noise.bz2"]),
            Step(["-t", "{sample}/text"]),
            Step(["--no-such-option"]),
        ],
    ),
    Subject(
        package="gzip",
        build=[
            ["./configure", "-q", "--disable-dependency-tracking", "CC={cc}"],
            # Unpacking leaves generated files older than their sources.
            ["make", "-s", "-j2", "SUBDIRS=lib .", "all", *NO_AUTOTOOLS],
        ],
        binary="./gzip",
        steps=[
            Step(["-9"], stdin="{sample}/text", stdout="text.gz"),
            Step(["-dc", "text.gz"]),
            Step(["-1"], stdin="{sample}/noise", stdout="noise.gz"),
            Step(["-tv", "noise.gz"]),
            Step(["-t", "{sample}/text"]),
            Step(["-dc", "no-such-file"]),
        ],
    ),
    Subject(
        package="libzstd",
        build=[
            ["make", "-s", "-j2", "-C", "programs", "zstd-small", "CC={cc}",
             "CFLAGS=-O2", "HAVE_PTHREAD=1"],
        ],
        binary="./programs/zstd-small",
        steps=[
            Step(["-qc", "-9", "{sample}/text"], stdout="text.zst"),
            Step(["-qdc", "text.zst"]),
            Step(["-qc", "-T2", "-1", "{sample}/noise"], stdout="noise.zst"),
            Step(["-qt", "noise.zst"]),
            Step(["-qt", "{sample}/text"]),
        ],
    ),
    Subject(
        package="lua5.4",
        # As upstream has it: Debian's makefile needs libtool.
        build=[
            ["patch", "-R", "-s", "-p1", "-i",
             "debian/patches/0002-lua-modules-paths.patch"],
            ["patch", "-R", "-s", "-p1", "-i",
             "debian/patches/0001-build-system.patch"],
            ["make", "-s", "-j2", "-C", "src", "linux", "CC={cc}"],
        ],
        binary="./src/lua",
        steps=[
            Step(["{sample}/script.lua", "300"]),
            Step(["-"], stdin="{sample}/script.lua"),
            Step(["-e", "error('on purpose')"]),
            Step(["-e", "os.exit(9)"]),
        ],
    ),
    Subject(
        package="sqlite3",
        build=[
            ["./configure", "-q", "--disable-tcl", "--disable-readline",
             "--disable-shared", "--disable-amalgamation", "CC={cc}",
             "CFLAGS=-O1", "TCLLIBDIR=none"],
            ["make", "-s", "-j2", "sqlite3"],
        ],
        binary="./sqlite3",
        steps=[
            Step([":memory:"], stdin="{sample}/script.sql"),
            Step([":memory:", "select no_such_column"]),
            Step(["no-such-folder/database", ".tables"]),
        ],
    ),
]
