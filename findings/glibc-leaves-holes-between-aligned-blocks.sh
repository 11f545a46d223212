#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# glibc 2.36 (Debian 12: libc6 2.36-9+deb12u14), x86-64.
#
# A program allocates 1000 pages, each by aligned_alloc(4096, 4096); another 1000 cache lines,
# each by aligned_alloc(64, 64), so that no two of its threads share one.
#
# Expected: as the alignment divides the size, the blocks lie close together, with room for
# a header between some of them: 1 to 1.02 times the memory.
# Seen: they lie two pages, and three lines, apart. The header is in front of an
# aligned block, so the next one begins after the next boundary, and what is cut off in
# front of it is too small for another block of the kind. A table of such pages
# takes twice its memory, and only every second set of a cache that is indexed above
# the page is used; lines take three times theirs.
#
# The script fails if that changes.
#
# usage: findings/glibc-leaves-holes-between-aligned-blocks.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libc6=2.36-9+deb12u14 >/dev/null
dpkg -x libc6_*.deb root

cat >blocks.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int N, char **Arguments) {
  long Bytes = atoi(Arguments[1]);
  char *Last = aligned_alloc(Bytes, Bytes);
  int Count[8] = {0}, Most = 0;
  for (int I = 1; I < 1000; ++I) {
    char *Block = aligned_alloc(Bytes, Bytes);
    long Distance = (Block - Last) / Bytes;
    Count[Distance > 0 && Distance < 8 ? Distance : 0]++;
    Last = Block;
  }
  for (int I = 1; I < 8; ++I)
    if (Count[I] > Count[Most])
      Most = I;
  printf("%d\n", Count[Most] > 900 ? Most : 0);
}
END
cc -O1 -fno-builtin blocks.c -o blocks
Lib=root/lib/x86_64-linux-gnu

Pages=$("$Lib/ld-linux-x86-64.so.2" --library-path "$Lib" ./blocks 4096)
Lines=$("$Lib/ld-linux-x86-64.so.2" --library-path "$Lib" ./blocks 64)
echo "distance of nine in ten neighbours: pages $Pages times their size, lines $Lines times"
[ "$Pages" = 2 ] && [ "$Lines" = 3 ]
