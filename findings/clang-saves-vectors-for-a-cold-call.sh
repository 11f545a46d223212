#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# Functions that instrumented code calls all the time, as a sanitizer's checks, are
# given the convention preserve_all, so that callers keep their registers. One compares
# and returns; only if that fails, which it says is unlikely, does it call an ordinary
# function. An ordinary function may change all vector registers.
#
# Expected: they are saved where the call is. Shrink-wrapping does that for functions
# of the C convention.
# Seen: all sixteen are stored before the comparison and loaded again after it, in each
# call, 32 moves in place of none. If the ordinary call is in another preserve_all
# function that is not inlined, the first one saves none.
#
# The script fails if that changes.
#
# usage: findings/clang-saves-vectors-for-a-cold-call.sh   (Debian 12, network)
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

cat >look.c <<'END'
extern long Known[64];
void ordinary(long Address);

#ifdef OUTLINED
__attribute__((preserve_all, noinline)) static void miss(long Address) {
  ordinary(Address);
}
#else
#define miss ordinary
#endif

__attribute__((preserve_all)) void look(long Address) {
  if (__builtin_expect(Known[Address & 63] == Address, 1))
    return;
  miss(Address);
}
END

# Vector registers that look() stores before its first jump. $@: options.
saved() {
  root/usr/lib/llvm-19/bin/clang --target=x86_64-pc-linux-gnu -O2 -S "$@" look.c -o look.s
  awk '/^look:/ { inside = 1 } inside && /\tj/ { exit }
       inside && /movaps\t%xmm/ { n++ } END { print n + 0 }' look.s
}

Called=$(saved)
Outlined=$(saved -DOUTLINED)
echo "stored before the comparison: $Called vector registers; with the call outlined, $Outlined"
[ "$Called" = 16 ]
[ "$Outlined" = 0 ]
