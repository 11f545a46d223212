# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces of drmemtrace in the forms that DynamoRIO writes, from what its format says.

usage: drmemtrace.py    writes strings.trace, .gz, .zip and the folder run.dir

Two threads load and store by string instructions of ten iterations; their times interleave.
"""

import gzip
import os
import struct
import zipfile

READ, WRITE, INSTR, THREAD, EXIT, PID, HEADER, FOOTER, MARKER, NO_FETCH = (
    0, 1, 10, 22, 23, 24, 25, 26, 28, 29)
TIMESTAMP = 2
ROUNDS = 50


def entry(kind, size, value):
    return struct.pack("<HHQ", kind, size, value)


def head(thread):
    return entry(HEADER, 0, 7) + entry(THREAD, 4, thread) + entry(PID, 4, 4711)


def tail(thread):
    return entry(EXIT, 4, thread) + entry(FOOTER, 0, 0)


def rounds(thread):
    """Of a thread: (time, entries)."""
    base = 0x100000 * (thread - 4710)
    for i in range(ROUNDS):
        data = entry(MARKER, TIMESTAMP, 1000 + 10 * i + thread - 4710)
        data += entry(INSTR, 4, 0x400000) + entry(READ, 8, base + 64 * i)
        for k in range(10):
            data += entry(INSTR if k == 0 else NO_FETCH, 3, 0x400004)
            data += entry(READ, 8, base + 0x10000 + 8 * k)
            data += entry(WRITE, 8, base + 0x20000 + 8 * k)
        yield 1000 + 10 * i + thread - 4710, data


def main():
    os.makedirs("run.dir/trace", exist_ok=True)
    os.makedirs("run.dir/raw", exist_ok=True)
    open("run.dir/raw/modules.log", "w").close()
    merged = []
    for thread in (4711, 4712):
        parts = list(rounds(thread))
        merged += [(time, entry(THREAD, 4, thread) + data) for time, data in parts]
        path = f"run.dir/trace/drmemtrace.prog.{thread}.0000.trace"
        if thread == 4711:
            with zipfile.ZipFile(path + ".zip", "w", zipfile.ZIP_DEFLATED) as file:
                file.writestr("chunk.0000", head(thread) + parts[0][1])
                file.writestr("chunk.0001", b"".join(data for _, data in parts[1:]) + tail(thread))
        else:
            with gzip.open(path + ".gz", "wb") as file:
                file.write(head(thread) + b"".join(data for _, data in parts) + tail(thread))
    with zipfile.ZipFile("run.dir/trace/cpu_schedule.bin.zip", "w") as file:
        file.writestr("0", b"no trace")
    data = head(4711) + b"".join(data for _, data in sorted(merged)) + tail(4711)
    with open("strings.trace", "wb") as file:
        file.write(data)
    with gzip.open("strings.gz", "wb") as file:
        file.write(data)
    with zipfile.ZipFile("strings.trace.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("chunk.0000", data[:6000])
        file.writestr("chunk.0001", data[6000:])


main()
