#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# `atomic_fetch_add(&x, 0)` is how programs write to a line without changing it: to own
# it before it is needed, to make a page present, to measure what coherence costs.
#
# Expected: a locked instruction on x; IR has an atomicrmw on x until the end.
# Seen: IR has it, the program has not. The code generator turns it into `mfence` and a load
# if the result is used, and into `lock orl $0, -64(%rsp)` if it is not: x is not accessed
# at all, nor written in either. The same for and, or, xor with a neutral value. Relaxed
# ones leave nothing. gcc 12 has `lock orq $0, (%rdi)`. So tools that work on IR
# count, and report as a write, what the processor never does.
#
# The script fails if that changes.
#
# usage: findings/llvm-drops-an-atomic-addition-of-zero.sh   (Debian 12, network)
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

cat >touch.c <<'END'
#include <stdatomic.h>
long get(_Atomic long *P) { return atomic_fetch_add(P, 0); }
void touch(_Atomic long *P) { atomic_fetch_add(P, 0); }
void mask(_Atomic long *P) { atomic_fetch_and(P, -1L); }
void relaxed(_Atomic long *P) { atomic_fetch_or_explicit(P, 0, memory_order_relaxed); }
void one(_Atomic long *P) { atomic_fetch_add(P, 1); }
END
$Clang -O2 -S touch.c -o touch.s
$Clang -O2 -S -emit-llvm touch.c -o touch.ll

# Prints, for function $1: atomics in IR, locked instructions on P, other accesses to P.
look() {
  local Ir Code
  Ir=$(sed -n "/^define.*@$1(/,/^}/p" touch.ll | grep -c 'atomicrmw.*ptr' || true)
  Code=$(sed -n "/^$1:/,/retq/p" touch.s)
  echo "$Ir $(grep -c 'lock.*(%rdi)' <<<"$Code" || true) $(grep -v lock <<<"$Code" | grep -c '(%rdi)' || true)"
}

Found=()
for Function in get touch mask relaxed one; do
  Found+=("$Function $(look "$Function")")
done
printf '%s\n' "function, atomics in IR, locked instructions, other accesses" "${Found[@]}"
[ "${Found[*]}" = "get 1 0 1 touch 1 0 0 mask 1 0 0 relaxed 1 0 0 one 1 1 0" ]
