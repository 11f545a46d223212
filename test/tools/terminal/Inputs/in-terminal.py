# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command in a pseudo-terminal: WIDTH [NAME=VALUE...] -- COMMAND..."""

import fcntl
import os
import pty
import struct
import sys
import termios

dashes = sys.argv.index("--")
width, settings, command = int(sys.argv[1]), sys.argv[2:dashes], sys.argv[dashes + 1 :]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    os.environ.update(s.split("=", 1) for s in settings)
    os.execvp(command[0], command)
output = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the child closed its side
        break
    if not piece:
        break
    output += piece
sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
