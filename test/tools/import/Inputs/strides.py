# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two instructions by turns, each with a stride of its own, as Lackey and drmemtrace tell them.

usage: strides.py    writes strides.lackey, strides.din and strides.trace
"""

import struct

COUNT = 2000
FIRST, SECOND = 0x400000, 0x400004

with (
    open("strides.lackey", "w") as lackey,
    open("strides.din", "w") as din,
    open("strides.trace", "wb") as trace,
):
    entry = lambda *fields: trace.write(struct.pack("<HHQ", *fields))
    entry(25, 0, 7)
    entry(22, 4, 1)
    for i in range(COUNT):
        for pc, address in [(FIRST, 0x1000000 + 64 * i), (SECOND, 0x2000000 + 128 * i)]:
            lackey.write(f"I  {pc:x},4\n L {address:x},8\n")
            din.write(f"2 {pc:x}\n0 {address:x}\n")
            entry(10, 4, pc)
            entry(0, 8, address)
    entry(26, 0, 0)
