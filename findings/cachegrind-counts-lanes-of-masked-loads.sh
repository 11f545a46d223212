#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Valgrind 3.19.0 (Debian 12: valgrind 1:3.19.0-1), x86-64 with AVX.
#
# A loop executes 1000 instructions that access memory once, each of 32 bytes or more: an
# ordinary vector load, a masked one with all lanes chosen, one with none, and fxsave,
# which writes 416 of 512 bytes.
#
# Expected: Cachegrind counts 1000 accesses for each, as for `vmovups`; perhaps none with
# no lane chosen.
# Seen: the masked load of eight floats is eight reads, and none with no lane
# chosen; fxsave is 18 writes. So vectorising a loop with a condition, by masks, seems to
# multiply its accesses by eight, and its rate of misses is an eighth.
#
# The script fails if that changes.
#
# usage: findings/cachegrind-counts-lanes-of-masked-loads.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q valgrind=1:3.19.0-1 >/dev/null
dpkg -x valgrind_*.deb root
export VALGRIND_LIB=$Work/root/usr/libexec/valgrind

cat >loads.c <<'END'
static char Data[512] __attribute__((aligned(64)));
int main(int N, char **Arguments) {
  for (int I = 0; I < 1000; ++I)
    switch (N) {
    case 1: __asm__ volatile("" : : "r"(Data)); break;
    case 2: __asm__ volatile("vmovups (%0), %%ymm0" : : "r"(Data) : "xmm0"); break;
    case 3:
      __asm__ volatile("vpcmpeqd %%xmm1, %%xmm1, %%xmm1\n\tvinsertf128 $1, %%xmm1, %%ymm1, %%ymm1\n\t"
                       "vmaskmovps (%0), %%ymm1, %%ymm0" : : "r"(Data) : "xmm0", "xmm1");
      break;
    case 4:
      __asm__ volatile("vxorps %%ymm1, %%ymm1, %%ymm1\n\tvmaskmovps (%0), %%ymm1, %%ymm0"
                       : : "r"(Data) : "xmm0", "xmm1");
      break;
    case 5: __asm__ volatile("fxsave (%0)" : : "r"(Data) : "memory"); break;
    }
}
END
cc -O1 -mavx loads.c -o loads

# Accesses of the program with the arguments $@.
accesses() {
  root/usr/bin/valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null ./loads "$@" 2>&1 |
    sed -n 's/.*D *refs: *\([0-9,]*\).*/\1/p' | tr -d ,
}

None=$(accesses)
# Thousands of accesses, rounded: longer arguments are a few reads more.
of() { echo $((($(accesses "$@") - None + 500) / 1000)); }
Plain=$(of 1) Masked=$(of 1 1) Empty=$(of 1 1 1) Save=$(of 1 1 1 1)
echo "accesses of one instruction: vmovups $Plain, vmaskmovps $Masked, with no lane $Empty, fxsave $Save"
[ "$Plain" = 1 ] && [ "$Masked" = 8 ] && [ "$Empty" = 0 ] && [ "$Save" = 18 ]
