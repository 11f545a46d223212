#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev and
# libllvm19, 1:19.1.7-3~deb12u1) and clang 22.1.8 (the same packages of 22,
# 1:22.1.8-1~deb12u1), -fopenmp, x86-64.
#
# An OpenMP loop adds to the elements of a global array, with reduction(+ : Table[:16]): each
# thread has an array of its own, and the sums are added at the end.
#
# Expected: the body of the loop writes to the thread's array, as it does with
# reduction(+ : Table), or if the array is a local one.
# Seen with clang 19: it writes to the global array, which all threads share, and the arrays
# of the threads are added as they were made, full of zeros. With two threads or more, additions
# are lost. So a profile of such a program shows true sharing where the source says that there is
# none, and that is right: the result is wrong. clang 22 writes to the thread's array.
#
# The script fails if that changes.
#
# usage: findings/clang-19-shares-reduced-sections.sh   (Debian 12, network)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
for Clause in 'Table[:16]' 'Table'; do
  cat >"$Clause.c" <<END
double Table[16];
void count(int N) {
#pragma omp parallel for reduction(+ : $Clause)
  for (int I = 0; I < N; ++I)
    Table[I & 15] += I;
}
END
done

# Downloads clang $1 of version $2.
fetch() {
  mkdir "$1"
  for Package in clang-$1 libclang-cpp$1 libclang-common-$1-dev libllvm$1; do
    (cd "$1" && apt-get download -q "$Package=$2" >/dev/null)
  done
  for Package in "$1"/*.deb; do dpkg -x "$Package" "$1/root"; done
}

# Prints how often code of the threads takes an element of the global array, with clang $1
# and the clause $2.
elements() {
  local Root=$Work/$1/root/usr/lib
  LD_LIBRARY_PATH=$Root/x86_64-linux-gnu:$Root/llvm-$1/lib "$Root/llvm-$1/bin/clang" \
    --target=x86_64-pc-linux-gnu -O1 -fopenmp=libomp -S -emit-llvm "$2.c" -o - |
    sed -n '/define internal void @count.omp_outlined/,$p' |
    grep -cE 'getelementptr .*@Table,( i64 0,)? i64 %' || true
}

fetch 19 '1:19.1.7-3~deb12u1'
fetch 22 '1:22.1.8-1~deb12u1'
Seen="$(elements 19 'Table[:16]') $(elements 19 Table) $(elements 22 'Table[:16]') $(elements 22 Table)"
echo "elements of the global array: section, array with clang 19, then with clang 22: $Seen"
[ "$Seen" = "1 0 0 0" ]
