#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64; the calling convention preserve_all and
# -mlvi-hardening.
#
# A function with __attribute__((preserve_all)) keeps every register but r11, so its caller
# leaves values where they are. A profiler's slow paths are such functions.
#
# Expected: that holds with any other option of the compiler, or the two are refused.
# Seen: -mlvi-hardening (and -mlvi-cfi alone) replaces each `ret` by `pop %rcx; lfence;
# jmp *%rcx`, as rcx is free at a return in C's convention. It does so in functions that
# promise to keep rcx, too, without a word: the caller finds the return address in it. Of
# eleven values that are alive across the call, one is wrong.
#
# The script fails if that changes.
#
# usage: findings/clang-hardened-returns-in-preserve-all.sh   (Debian 12, network)
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

cat >slow.c <<'END'
long Calls;
__attribute__((noinline, preserve_all)) long slowPath(void) { return ++Calls; }
END
cat >main.c <<'END'
__attribute__((preserve_all)) long slowPath(void);
volatile long In[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
int main(void) {
  long A = In[0], B = In[1], C = In[2], D = In[3], E = In[4], F = In[5];
  long G = In[6], H = In[7], I = In[8], J = In[9], K = In[10];
  long L = slowPath();
  return A + B + C + D + E + F + G + H + I + J + K + L == 67 ? 0 : 1;
}
END

# Prints how slowPath returns with $1, and the exit code of the program.
look() {
  $Clang -O2 $1 -S slow.c -o slow.s
  local Code=0
  $Clang -O2 -c main.c -o main.o && $Clang -c slow.s -o slow.o
  $Clang main.o slow.o -o prog && ./prog || Code=$?
  echo "$(sed -nE 's/^[[:space:]]*(popq|retq|jmpq)[[:space:]]*(.*)$/\1\2/p' slow.s | tr '\n' ' ')$Code"
}

Plain=$(look '') Hardened=$(look -mlvi-hardening) Only=$(look -mlvi-cfi)
echo "returns and exit codes: plain: $Plain; -mlvi-hardening: $Hardened; -mlvi-cfi: $Only"
[ "$Plain" = "retq 0" ] && [ "$Hardened" = "popq%rcx jmpq*%rcx jmpq*%r11 1" ] && [ "$Only" = "$Hardened" ]
