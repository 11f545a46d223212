# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who asked for memory, from nothing but return addresses: llvm-symbolizer tells
the functions of the source, inlined ones included, and the rules of
docs/names.md are applied to them. Shares no code, no table and no event with
what it checks.
"""

import os
import re
import subprocess

# What the C and C++ libraries allocate for their caller.
ALLOCATORS = {
    "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign",
    "posix_memalign", "valloc", "pvalloc", "strdup", "strndup", "getline",
    "getdelim", "asprintf", "vasprintf", "realpath",
}
# A program with pools says by this what they hand out.
SAYING = "plainHandedOut"
# Members of these allocate for the object that they are called on.
CONTAINERS = re.compile(
    r"std::(__cxx11::)?(basic_string|vector|deque|list|map|_Rb_tree|_List|"
    r"unordered_|_Hashtable|__detail::_Prime_rehash_policy)"
)
# Code that comes with the compiler or the system.
LIBRARY_FILES = re.compile(r"^/usr/include/|/include/c\+\+/|/lib/clang/")


class Frame:
    def __init__(self, path, function, place):
        self.path = path
        self.function = function
        file, line, column = place.rsplit(":", 2)
        self.file = os.path.normpath(file)
        self.line = int(line) if line.isdigit() else 0
        self.column = int(column) if column.isdigit() else 0

    def base(self):
        """The function without arguments, template arguments and scope."""
        return base_name(self.function)


def base_name(function):
    """FUNCTION as llvm-cxxfilt --no-params writes it, without its scope."""
    if function.startswith("operator new"):
        return "operator new"
    name = re.sub(r" \[clone .*|\.omp_outlined.*|\[abi:\w+\]", "", function)
    while "<" in name and (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    return name.rsplit("::", 1)[-1]


def demangled(tool, names):
    return subprocess.run(
        [tool, "--no-params"], input="\n".join(names) + "\n",
        capture_output=True, text=True, check=True,
    ).stdout.split("\n")[: len(names)]


class Symbolizer:
    """Source functions of an address, the innermost first."""

    def __init__(self, folder):
        self.folder = folder  # of LLVM's programs
        self.known = {}

    def look_up(self, places):
        """Places: (path, address in the object) to be asked for later."""
        wanted = sorted(set(places) - set(self.known))
        text = "".join(f'"{path}" {address:#x}\n' for path, address in wanted)
        answer = subprocess.run(
            [os.path.join(self.folder, "llvm-symbolizer"), "--inlines",
             "--no-demangle", "--output-style=LLVM", "--functions=linkage"],
            input=text, capture_output=True, text=True, check=True,
        ).stdout
        # Two lines a frame, a blank one after all.
        blocks = self.blocks(answer)
        if len(blocks) != len(wanted):
            raise SystemExit(f"symbolizer: {len(blocks)} of {len(wanted)} answers")
        names = demangled(os.path.join(self.folder, "llvm-cxxfilt"),
                          [name for lines in blocks for name in lines[::2]])
        for place, lines in zip(wanted, blocks):
            self.known[place] = [Frame(place[0], names.pop(0), location)
                                 for location in lines[1::2]]

    @staticmethod
    def blocks(answer):
        blocks, current = [], []
        for line in answer.split("\n"):
            if line:
                current.append(line)
            elif current:
                blocks.append(current)
                current = []
        return blocks

    def frames(self, path, address):
        return self.known[(path, address)]


def is_ours(frame):
    """The log, and the runtime's interposed functions in the program."""
    return (
        frame.path.endswith("plain-log.so")
        or frame.function.startswith("memfacet::")
        or (frame.base() in ALLOCATORS and frame.line == 0)
    )


def asking_object(frames):
    """The object whose code asked for memory; None: not known."""
    for frame in frames:
        if not is_ours(frame):
            return frame.path
    return None


def is_member(frame, classes):
    """Of one of these classes, or of a class within it."""
    function = frame.function
    while "<" in function and \
            (shorter := re.sub(r"<[^<>]*>", "", function)) != function:
        function = shorter
    return bool(set(function.split("::")[:-1]) & set(classes))


def naming_frame(frames, instrumented, wrappers, containers=()):
    """The frame that names the memory; None: it is a library's own."""
    depth = 0
    while depth < len(frames) and is_ours(frames[depth]):
        depth += 1
    parent = frames[depth - 1].base() if depth else ""
    # The function that instrumented code called, where that is not instrumented.
    while depth < len(frames) and frames[depth].path not in instrumented:
        function = frames[depth].function
        parent = frames[depth].base()
        if CONTAINERS.match(function):
            parent = "operator new"
        depth += 1
    if depth == len(frames) or parent not in ALLOCATORS | {"operator new", SAYING}:
        return None
    program = [f for f in frames[depth:]
               if f.path in instrumented and not is_library(f)]
    for frame in program:
        if frame.base() not in wrappers and not is_member(frame, containers):
            return frame
    return program[-1] if program else None


def is_library(frame):
    return bool(LIBRARY_FILES.search(frame.file)) or frame.line == 0 or \
        frame.function.startswith("std::")
