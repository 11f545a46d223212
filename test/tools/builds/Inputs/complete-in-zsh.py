# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types lines into an interactive zsh, each ended by the tab key.

usage: complete-in-zsh.py COMPLETION_FILE LINE...

Prints what stands on the command line then.
"""

import os
import pathlib
import pty
import re
import select
import sys
import tempfile

READY = b"ready>"


def read_until(terminal, wanted, seconds=20):
    text = b""
    while wanted not in text:
        if not select.select([terminal], [], [], seconds)[0]:
            sys.exit(f"zsh said no {wanted!r}: {text!r}")
        text += os.read(terminal, 4096)
    return text


SETTINGS = r"""
autoload -U compinit
compinit -u -D
. {file}
unset zle_bracketed_paste
# What stands on the line is shown by a key of its own.
show() {{ print -r -- "<$BUFFER>"; BUFFER= }}
zle -N show
bindkey '^X' show
PROMPT='ready>'
"""


def main():
    file, *lines = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        settings = SETTINGS.format(file=os.path.abspath(file))
        pathlib.Path(folder, ".zshrc").write_text(settings)
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="dumb", ZDOTDIR=folder, COLUMNS="200")
            os.execvp("zsh", ["zsh", "-d", "-i"])
        read_until(terminal, READY)
        for line in lines:
            os.write(terminal, line.encode() + b"\t\x18")
            answer = read_until(terminal, b">\r\n")
            shown = re.search(rb"<(memfacet[^<>]*)>\r\n", answer)
            print(shown[1].decode() if shown else f"nothing: {answer!r}")
        os.write(terminal, b"exit\n")


main()
