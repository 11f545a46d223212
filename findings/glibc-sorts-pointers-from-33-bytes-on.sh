#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# glibc 2.36 (Debian 12: libc6 2.36-9+deb12u14), x86-64.
#
# qsort sorts arrays of 1000 structures, of 8 to 128 bytes. An interposed malloc adds up
# what it asks for.
#
# Expected: either nothing, as "quick" suggests, or a copy of the array, for a merge sort.
# Seen: up to 32 bytes, a copy of the array. From 33 bytes on it asks for 16 bytes for each
# element, and one element more: it sorts pointers, compares through them, and moves
# each structure once, at the end. So one member more, from 32 to 40 bytes, turns reads
# that go through two runs of memory into reads by pointer, and the
# block on the heap gets smaller (32,000 to 16,040 bytes).
#
# The script fails if that changes.
#
# usage: findings/glibc-sorts-pointers-from-33-bytes-on.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libc6=2.36-9+deb12u14 >/dev/null
dpkg -x libc6_*.deb root

cat >sort.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static size_t Asked;
void *malloc(size_t Bytes) {
  static void *(*Next)(size_t);
  if (!Next)
    Next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  Asked += Bytes;
  return Next(Bytes);
}
static int order(const void *A, const void *B) { return *(char *)A - *(char *)B; }
int main(int N, char **Arguments) {
  size_t Bytes = atoi(Arguments[1]);
  char *Array = calloc(1000, Bytes);
  for (size_t I = 0; I < 1000; ++I)
    Array[I * Bytes] = I * 7919 % 101;
  Asked = 0;
  qsort(Array, 1000, Bytes, order);
  size_t Sorting = Asked;
  printf("%zu\n", Sorting);
}
END
cc -O1 sort.c -o sort
Lib=root/lib/x86_64-linux-gnu

for Bytes in 8 32 33 40 128; do
  Asked=$("$Lib/ld-linux-x86-64.so.2" --library-path "$Lib" ./sort $Bytes)
  echo "1000 elements of $Bytes bytes: qsort allocates $Asked bytes"
  if [ $Bytes -le 32 ]; then Expected=$((1000 * Bytes)); else Expected=$((16 * 1000 + Bytes)); fi
  [ "$Asked" = $Expected ]
done
