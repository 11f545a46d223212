#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# jemalloc 5.3.0, mimalloc 2.0.9, tcmalloc 2.10 (Debian 12: libjemalloc2 5.3.0-1,
# libmimalloc2.0 2.0.9+ds-2, libtcmalloc-minimal4 2.10-1), x86-64.
#
# A program allocates blocks of 8 bytes.
#
# Expected: malloc returns what is aligned for any type: max_align_t has an alignment
# of 16 bytes on x86-64, as __STDCPP_DEFAULT_NEW_ALIGNMENT__, and glibc's blocks have it.
# Tools divide addresses of blocks by 16 for that reason.
# Seen: in all three, every second block is not aligned to 16 bytes, and two live blocks
# are in one granule of 16. From 9 bytes on the blocks are aligned.
#
# The script fails if that changes.
#
# usage: findings/allocators-put-two-blocks-in-16-bytes.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libjemalloc2=5.3.0-1 libmimalloc2.0=2.0.9+ds-2 libtcmalloc-minimal4=2.10-1 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done

cat >blocks.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
/* Blocks, of 100 of Bytes bytes, that are not aligned to 16. */
static int odd(size_t Bytes) {
  int Odd = 0;
  for (int I = 0; I < 100; ++I)
    Odd += (uintptr_t)malloc(Bytes) % 16 != 0;
  return Odd;
}
int main(void) { printf("%d %d\n", odd(8), odd(9)); }
END
cc -O1 -fno-builtin blocks.c -o blocks

for Library in libjemalloc.so.2 libmimalloc.so.2.0 libtcmalloc_minimal.so.4; do
  read -r Eight Nine < <(LD_PRELOAD=$Work/root/usr/lib/x86_64-linux-gnu/$Library ./blocks)
  echo "$Library: of 100 blocks, $Eight of 8 bytes and $Nine of 9 bytes are not aligned to 16"
  [ "$Eight" -ge 45 ] && [ "$Nine" = 0 ]
done
