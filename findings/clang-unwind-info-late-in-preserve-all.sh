#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64, asynchronous unwind tables (the default).
#
# A function of the convention preserve_all calls an ordinary one, so it saves all vector
# registers. A signal may interrupt it anywhere; thread cancellation of the asynchronous
# kind, a profiler or a debugger then unwinds from that instruction.
#
# Expected: unwind information is right at each instruction, as asynchronous tables
# promise. `subq $264, %rsp` is followed by `.cfi_def_cfa_offset` at once, as it is in a
# function of the C convention with a frame as large.
# Seen: all sixteen stores of vector registers come in between. At each of them, unwinders
# look for the return address 264 bytes too low. A thread that was cancelled there, in a
# loop of such calls, ended its process with SIGSEGV inside libgcc's unwinder.
#
# The script fails if that changes.
#
# usage: findings/clang-unwind-info-late-in-preserve-all.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
for Package in clang-19 libclang-cpp19 libclang-common-19-dev llvm-19 libllvm19; do
  apt-get download -q "$Package=$Version" >/dev/null
done
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

cat >calls.c <<'END'
void ordinary(long Value);

__attribute__((preserve_all)) void keeps(long Value) { ordinary(Value); }

void plain(long Value) {
  volatile char Frame[256];
  Frame[Value] = 1;
  ordinary(Value);
  ordinary(Frame[Value]);
}
END
root/usr/lib/llvm-19/bin/clang --target=x86_64-pc-linux-gnu -O2 -S calls.c -o calls.s

# Instructions of function $1 between `subq` and the line that tells the new offset.
late() {
  awk -v name="$1:" '$1 == name { inside = 1 }
    inside && counts && /\.cfi_def_cfa_offset/ { print n + 0; exit }
    inside && counts && !/^\t\./ { n++ }
    inside && /\tsubq\t.*%rsp/ { counts = 1 }' calls.s
}

Keeps=$(late keeps)
Plain=$(late plain)
echo "instructions with a wrong offset: $Keeps in a preserve_all function, $Plain in a plain one"
[ "$Keeps" = 16 ]
[ "$Plain" = 0 ]
