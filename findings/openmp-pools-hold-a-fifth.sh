#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libgomp of gcc 12.2.0 and libomp of LLVM 19.1.7 (Debian 12: libgomp1 12.2.0-14+deb12u1,
# libomp5-19 1:19.1.7-3~deb12u1), x86-64.
#
# An OpenMP allocator has a pool of 1000 bytes (trait pool_size) and fails if that is
# used up (null_fb). A program takes blocks of 10 bytes from it. It then takes
# blocks of 64 bytes from the default allocator.
#
# Expected: about a hundred blocks, as only what a program asks for is the pool's; and
# blocks aligned as those of malloc, to 16 bytes.
# Seen: 23 from libgomp, 17 from libomp: the headers of the runtimes, of 32 and 48 bytes,
# count. libomp's blocks of the default allocator are aligned to 8 bytes only, so code that
# stores a vector there with an aligned move ends with SIGSEGV. libgomp's are aligned to 16.
#
# The script fails if that changes.
#
# usage: findings/openmp-pools-hold-a-fifth.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libgomp1=12.2.0-14+deb12u1 libomp5-19=1:19.1.7-3~deb12u1 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done

# The part of omp.h that both have, with equal numbers.
cat >pool.c <<'END'
#include <stdint.h>
#include <stdio.h>
enum { DefaultSpace = 0, DefaultAllocator = 1, PoolSize = 4, Fallback = 5, NullFallback = 12 };
typedef struct { int Key; uintptr_t Value; } Trait;
extern uintptr_t omp_init_allocator(uintptr_t Space, int Traits, const Trait *);
extern void *omp_alloc(size_t Bytes, uintptr_t Allocator);
int main(void) {
  Trait Traits[] = {{PoolSize, 1000}, {Fallback, NullFallback}};
  uintptr_t Pool = omp_init_allocator(DefaultSpace, 2, Traits);
  int Blocks = 0, Odd = 0;
  while (Blocks < 1000 && omp_alloc(10, Pool))
    ++Blocks;
  for (int I = 0; I < 10; ++I)
    Odd += (uintptr_t)omp_alloc(64, DefaultAllocator) % 16 != 0;
  printf("%d %d\n", Blocks, Odd);
}
END

# Blocks of 10 bytes in 1000, and blocks of 10 that are not aligned to 16, by library $1.
look() {
  cc -O1 pool.c "$Work/$1" -Wl,-rpath,"$Work/${1%/*}" -o pool
  ./pool
}

read -r Gcc GccOdd < <(look "$(find root -name libgomp.so.1 -printf %p)")
read -r Llvm LlvmOdd < <(look "$(find root -name libomp.so.5 -type f -printf %p -quit)")
echo "a pool of 1000 bytes has $Gcc blocks of 10 in libgomp, $Llvm in libomp"
echo "of 10 blocks $GccOdd and $LlvmOdd are not aligned to 16"
[ "$Gcc" = 23 ] && [ "$Llvm" = 17 ] && [ "$GccOdd" = 0 ] && [ "$LlvmOdd" = 10 ]
