#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O1, x86-64.
#
# Two threads have a counter each, in a static structure with 56 bytes of padding between
# them, so that they lie in different cache lines.
#
# Expected: they do. The members of a structure have the distances that offsetof tells.
# Seen: no structure is left. GlobalOpt makes a variable of each member that is used,
# Padded.0 and Padded.1, and drops the padding. The counters are neighbours, 8 bytes apart, and share a
# line. An array of two padded structures ends the same way, 16 bytes apart. The symbol
# table does not have the structure's name. With `_Alignas(64)` on the members instead of padding, each new
# variable keeps the alignment.
#
# The script fails if that changes.
#
# usage: findings/llvm-removes-padding-between-counters.sh   (Debian 12, network)
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

cat >counters.c <<'END'
static struct { long a; char Padding[56]; long b; } Padded;
static struct { long n; char Padding[56]; } Array[2];
static struct { _Alignas(64) long a; _Alignas(64) long b; } Aligned;

#define BARRIER __asm__ volatile("" ::: "memory")
void first(long N) {
  for (long I = 0; I < N; ++I) {
    Padded.a += I, Array[0].n += I, Aligned.a += I;
    BARRIER;
  }
}
void second(long N) {
  for (long I = 0; I < N; ++I) {
    Padded.b += I, Array[1].n += I, Aligned.b += I;
    BARRIER;
  }
}
long sum(void) {
  return Padded.a + Padded.b + Array[0].n + Array[1].n + Aligned.a + Aligned.b;
}
END
$Clang -O1 -c counters.c -o counters.o

# Bytes between the two variables made of $1.
distance() {
  local First Second
  read -r First Second < <(root/usr/lib/llvm-19/bin/llvm-nm counters.o |
    awk -v name="$1" '$3 == name ".0" { a = $1 } $3 == name ".1" { b = $1 } END { print a, b }')
  echo $((16#$Second - 16#$First))
}

Padded=$(distance Padded) Array=$(distance Array) Aligned=$(distance Aligned)
echo "bytes between counters 64 bytes apart: $Padded in a structure, $Array in an array, $Aligned if aligned"
[ "$Padded" = 8 ] && [ "$Array" = 16 ] && [ "$Aligned" = 64 ]
