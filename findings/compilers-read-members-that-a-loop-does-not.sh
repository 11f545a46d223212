#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), and gcc 12.2.0 (cpp-12, gcc-12, libgcc-12-dev, 12.2.0-14+deb12u1), -O3,
# x86-64.
#
# A loop adds up `x` of structures of two members. Another adds elements of an array where
# a flag is set.
#
# Expected: `y` is never read; what is read of the array depends on the flags.
# Seen: both compilers load vectors of x and y, and shuffle y out: each y is read. clang
# reads every element of the array, whatever the flags say, and masks them afterwards,
# as a variable of known size cannot trap. So what was read tells neither which members
# nor which elements a program needs, and a count of accesses per member depends on the
# optimisation level.
#
# The script fails if that changes.
#
# usage: findings/compilers-read-members-that-a-loop-does-not.sh   (Debian 12, network)
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

for Package in cpp-12 gcc-12 libgcc-12-dev; do apt-get download -q "$Package=12.2.0-14+deb12u1" >/dev/null; done
for Package in *-12_*.deb libgcc-12-dev_*.deb; do dpkg -x "$Package" root; done

cat >sum.c <<'END'
struct Pair { int x, y; };
long pairs(const struct Pair *P, long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += P[I].x;
  return Sum;
}
int Values[1024], Flags[1024];
int chosen(void) {
  int Sum = 0;
  for (int I = 0; I < 1024; ++I)
    if (Flags[I])
      Sum += Values[I];
  return Sum;
}
END
$Clang -O3 -S -emit-llvm sum.c -o sum.ll
root/usr/bin/x86_64-linux-gnu-gcc-12 -B root/usr/lib/gcc/x86_64-linux-gnu/12/ -O3 \
  -fno-asynchronous-unwind-tables -S sum.c -o sum.s

# Loads of vectors in the IR of $1 from what matches $2.
loads() { sed -n "/^define.*@$1(/,/^}/p" sum.ll | grep -cE "load <4 x i32>, ptr $2" || true; }

Pairs=$(loads pairs %)
Values=$(sed -n '/^define.*@chosen(/,/^}/p' sum.ll | grep -c 'masked.load' || true)
Gcc=$(sed -n '/^pairs:/,/ret/p' sum.s | grep -cE 'mov[du][a-z]*[[:space:]]+-?[0-9]*\(.*xmm' || true)
echo "loads of vectors over x and y: clang $Pairs, gcc $Gcc; masked loads of chosen elements: $Values"
[ "$Pairs" -gt 0 ] && [ "$Gcc" -gt 0 ] && [ "$Values" = 0 ]
sed -n '/^define.*@chosen(/,/^}/p' sum.ll | grep -q 'load <4 x i32>'
