#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# GNU as 2.40 (Debian 12: binutils 2.40-2), Valgrind 3.19.0 (valgrind 1:3.19.0-1), x86-64
# with AVX.
#
# Two programs move the low half of a vector register to another one and print it. They
# differ in the register alone: `vmovq %xmm4, %xmm8` and `vmovq %xmm8, %xmm4`.
#
# Expected: both have the same opcode, and what runs the one runs the other.
# Seen: from a high register to a low one, as writes the store form (VEX 66 0F D6), because
# its prefix is a byte shorter; otherwise the load form (VEX F3 0F 7E). Clang 19 does the
# same. Valgrind has the store form for memory only: it prints "unhandled instruction
# bytes", and the program ends by SIGILL. So whether a program with AVX can be compared
# with Cachegrind depends on which register the compiler chose; flac, whose code for
# FMA is chosen while it runs, ends so.
#
# The script fails if that changes.
#
# usage: findings/assemblers-choose-a-vmovq-that-valgrind-lacks.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q valgrind=1:3.19.0-1 binutils=2.40-2 binutils-x86-64-linux-gnu=2.40-2 libbinutils=2.40-2 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export VALGRIND_LIB=$Work/root/usr/libexec/valgrind
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu

# Makes the program $1, which moves from register $2 to register $3.
build() {
  cat >"$1.c" <<END
#include <stdio.h>
int main(void) {
  unsigned long Value;
  __asm__ volatile("vmovq %1, %%xmm$2\n\tvmovq %%xmm$2, %%xmm$3\n\tvmovq %%xmm$3, %0"
                   : "=r"(Value) : "r"(5ul) : "xmm$2", "xmm$3");
  printf("%lu\n", Value);
}
END
  cc -O1 -S "$1.c" -o "$1.s"
  root/usr/bin/x86_64-linux-gnu-as "$1.s" -o "$1.o"
  cc "$1.o" -o "$1"
}
# Prints the bytes of the move of program $1.
bytes() { objdump -d "$1.o" | sed -n 's/^.*:\t\(c[45][0-9a-f ]*\)\tvmovq *%xmm[48],%xmm[48]$/\1/p' | tr -d ' '; }

build up 4 8
build down 8 4
Up=$(bytes up) Down=$(bytes down)
[ "$(./up)$(./down)" = 55 ]
UpRun=$(root/usr/bin/valgrind -q --tool=none ./up 2>&1)
DownRun=$(root/usr/bin/valgrind --tool=none ./down 2>&1 | grep -a "^vex.*unhandled" || true)
echo "to xmm8 $Up: $UpRun; from xmm8 $Down: $DownRun"
[ "$Up" = c57a7ec4 ] && [ "$Down" = c579d6c4 ] && [ "$UpRun" = 5 ]
grep -q "unhandled instruction bytes: 0xC5 0x79 0xD6 0xC4" <<<"$DownRun"
