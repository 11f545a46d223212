#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 22.1.8 (Debian 12: clang-22, libclang-cpp22, libclang-common-22-dev and
# libllvm22, 1:22.1.8-1~deb12u1) and clang 19.1.7 (the same packages of 19,
# 1:19.1.7-3~deb12u1), -O2 -mavx2, x86-64.
#
# A loop adds up the second of eight `int` members of an array of structs.
#
# Expected: the vectoriser loads eight whole elements at a time, a power of two of lanes,
# as clang 19 does: 64 lanes, 256 bytes.
# Seen with clang 22: 57 lanes, 228 bytes, from the member on to the last one that has a
# use. So the bytes that a group of interleaved members reads are no multiple of the
# element any more, nor does a load end where an element does: what divides the width of
# such a load by the element's size, or looks for the lanes that repeat among the divisors
# of its width, finds nothing.
#
# The script fails if that changes.
#
# usage: findings/llvm-22-loads-vectors-of-57-lanes.sh   (Debian 12, network)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
cat >sum.c <<'END'
struct Item { int key, value, rest[6]; };
int sum(const struct Item *Items) {
  int Sum = 0;
  for (int I = 0; I != 4096; ++I)
    Sum += Items[I].value;
  return Sum;
}
END

# Prints the numbers of lanes that clang $1 of version $2 loads at once.
lanes() {
  mkdir "$1"
  for Package in clang-$1 libclang-cpp$1 libclang-common-$1-dev libllvm$1; do
    (cd "$1" && apt-get download -q "$Package=$2" >/dev/null)
  done
  for Package in "$1"/*.deb; do dpkg -x "$Package" "$1/root"; done
  local Root=$Work/$1/root/usr/lib
  LD_LIBRARY_PATH=$Root/x86_64-linux-gnu:$Root/llvm-$1/lib "$Root/llvm-$1/bin/clang" \
    --target=x86_64-pc-linux-gnu -O2 -mavx2 -S -emit-llvm sum.c -o - |
    sed -nE 's/.* load <([0-9]+) x i32>.*/\1/p' | sort -u | tr '\n' ' '
}

Old=$(lanes 19 '1:19.1.7-3~deb12u1')
New=$(lanes 22 '1:22.1.8-1~deb12u1')
echo "lanes of loads: clang 19 $Old; clang 22 $New"
[ "$Old" = "64 " ] && [ "$New" = "57 " ]
