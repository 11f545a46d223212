#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which machine code of a program has no unwind information.

    unwound.py PROGRAM...

Prints, for each instruction that no frame description entry covers, the
instruction and the program, and then exits 1. Padding, and what the C library's
start files bring, need none.
"""

import bisect
import re
import subprocess
import sys

# Of crtbeginS.o, crti.o and the linker.
START_FILES = re.compile(
    r"(de)?register_tm_clones|__do_global_dtors_aux|frame_dummy|_init|_fini|_start|"
    r"_dl_relocate_static_pie"
)
PADDING = re.compile(r"nop|int3|xchgw\s+%ax, %ax|data16|cs")


def lines_of(*command):
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()


def covered_ranges(program):
    """Sorted pairs of first address and end."""
    text = lines_of("llvm-dwarfdump", "--eh-frame", program)
    found = re.findall(r"pc=([0-9a-f]+)\.\.\.([0-9a-f]+)", "\n".join(text))
    assert found, "no unwind information at all"
    return sorted((int(begin, 16), int(end, 16)) for begin, end in found)


def uncovered(program):
    ranges = covered_ranges(program)
    function = ""
    for line in lines_of("llvm-objdump", "-d", "--no-show-raw-insn", program):
        if match := re.match(r"[0-9a-f]+ <(.*)>:", line):
            function = match[1]
        elif match := re.match(r"\s*([0-9a-f]+):\s+(.*)", line):
            address = int(match[1], 16)
            place = bisect.bisect_right(ranges, (address, sys.maxsize)) - 1
            is_covered = place >= 0 and address < ranges[place][1]
            if not (
                is_covered
                or PADDING.match(match[2])
                or START_FILES.fullmatch(function)
            ):
                yield f"{program}: {function}: {line.strip()}"


def main():
    lines = [line for program in sys.argv[1:] for line in uncovered(program)]
    print("\n".join(lines[:20]))
    sys.exit(bool(lines))


main()
