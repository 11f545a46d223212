#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# A program allocates a table once, with a size that is a constant, and keeps the pointer
# in a static variable.
#
# Expected: it calls malloc; the table is on the heap, 400 bytes, from that line.
# Seen: it calls nothing. GlobalOpt makes a variable `Table.body` of 400 bytes of the
# block. It has no debug information, and `Table` has no location any more. So an
# interposed allocator, a heap profiler or --wrap sees no block. 2047 bytes are the
# most; one byte more is allocated.
#
# The script fails if that changes.
#
# usage: findings/llvm-makes-a-variable-of-malloc.sh   (Debian 12, network)
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
Clang="root/usr/lib/llvm-19/bin/clang --target=x86_64-pc-linux-gnu"

cat >table.c <<'END'
void *malloc(unsigned long);
static char *Table;
void fill(int);
int main(int N, char **Arguments) {
  Table = malloc(SIZE);
  for (int I = 0; I < SIZE; ++I)
    Table[I] = N + I;
  fill(N);
}
int get(int I) { return Table[I]; }
END

# Prints, for $1 bytes: calls of malloc, variables named Table.body, those with debug information.
look() {
  $Clang -O2 -g -S -emit-llvm -DSIZE="$1" table.c -o table.ll
  echo "$(grep -c 'call.*@malloc' table.ll || true)" \
    "$(grep -c '^@Table.body = .* x i8\]' table.ll || true)" \
    "$(grep -c '^@Table.*!dbg' table.ll || true)"
}

Small=$(look 400) Most=$(look 2047) More=$(look 2048)
echo "calls of malloc, variables in place of the block, variables with debug information:"
echo "400 bytes: $Small; 2047 bytes: $Most; 2048 bytes: $More"
[ "$Small" = "0 1 0" ] && [ "$Most" = "0 1 0" ] && [ "$More" = "1 0 1" ]
