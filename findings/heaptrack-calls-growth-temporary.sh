#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heaptrack 1.4.0 (Debian 12: heaptrack and libheaptrack 1.4.0-2).
#
# 1. A buffer grows by 500 calls of realloc and is never freed.
# Expected: one block, or 500 allocations; none of them is temporary, which is "an allocation
# that is followed directly by its deallocation".
# Seen: 499 of 500 are. A realloc is a deallocation of the old address and an allocation of the
# new one, also if both are the same. So the advice is to look for temporary allocations
# where there is one block that lives forever.
#
# 2. Another program takes 100 blocks of 1000 bytes by memalign (pvalloc, too).
# Expected: they count as those of posix_memalign and aligned_alloc do.
# Seen: they do not exist: neither a call, nor a byte of the peak, nor a leak.
#
# The script fails if that changes.
#
# usage: findings/heaptrack-calls-growth-temporary.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q heaptrack=1.4.0-2 libheaptrack=1.4.0-2 libdw1=0.188-2.1 libelf1=0.188-2.1 \
  libboost-{filesystem,iostreams,program-options}1.74.0=1.74.0+ds1-21 libunwind8=1.6.2-3 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/lib/x86_64-linux-gnu

cat >grow.c <<'END'
#include <malloc.h>
#include <stdlib.h>
int main(int N, char **Arguments) {
  char *Buffer = 0;
  for (int I = 1; I <= (N == 1 ? 500 : 0); ++I) {
    Buffer = realloc(Buffer, I * 16);
    Buffer[I] = 1;
  }
  for (int I = 0; I < (N == 2 ? 100 : 0); ++I)
    *(char *)memalign(64, 1000) = 1;
  for (int I = 0; I < (N == 3 ? 100 : 0); ++I)
    *(char *)aligned_alloc(64, 1024) = 1;
}
END
cc -O1 -g -fno-builtin grow.c -o grow

# Prints calls and temporary allocations. $@: arguments of the program.
look() {
  rm -f record*
  root/usr/bin/heaptrack -o record ./grow "$@" >/dev/null 2>&1
  root/usr/bin/heaptrack_print record* >report
  awk '/^calls to allocation functions:/ { calls = $5 }
       /^temporary memory allocations:/ { print calls, $4 }' report
}

Grown=$(look) Memalign=$(look 1) Aligned=$(look 1 2)
echo "calls (one is libstdc++'s, in heaptrack), temporary:"
echo "realloc $Grown; memalign $Memalign; aligned_alloc $Aligned"
[ "$Grown" = "501 499" ] && [ "${Memalign% *}" = 1 ] && [ "${Aligned% *}" = 101 ]
