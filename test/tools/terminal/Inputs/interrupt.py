# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command in a terminal of its own and presses Ctrl-C: TIMES WORD COMMAND...
With --alone before the command, sends it a SIGINT instead, which no other process gets.

The first time when the command has printed WORD ("ended": and its children have
ended), later ones when it has said that
another one would end it. Prints what the command prints; exits as it does.
"""

import glob
import os
import pty
import select
import signal
import sys
import time

times, word, command = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3:]
single = command[0] == "--alone"
command = command[single:]
child, terminal = pty.fork()
if child == 0:
    # A shell may have started the test with the signal ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execvp(command[0], command)

def runs_children():
    """Whether a child of the command has not ended; zombies have."""
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(stat) as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:  # it is gone
            continue
        if int(parent) == child and state != "Z":
            return True
    return False


output, pressed = b"", 0
while True:
    if not select.select([terminal], [], [], 60)[0]:
        os.kill(child, signal.SIGKILL)
        sys.exit("nothing came for a minute: " + output.decode(errors="replace"))
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the command has ended
        break
    if not piece:
        break
    output += piece
    if pressed == 0 and word in output and word == b"ended":
        while runs_children():
            time.sleep(0.002)
    if pressed == 0 and word in output or 0 < pressed < times and b"again" in output:
        if single:
            os.kill(child, signal.SIGINT)
        else:
            os.write(terminal, b"\003")
        pressed += 1
sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
