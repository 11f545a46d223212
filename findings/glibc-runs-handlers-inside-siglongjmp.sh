#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# glibc 2.36 (Debian 12: libc6 2.36-9+deb12u14) next to musl 1.2.3 (musl 1.2.3-1), x86-64.
#
# A handler leaves by siglongjmp while its signal is pending again, as happens to each program
# that leaves the handler of a fast timer so, 1000 times in a row.
#
# Expected: siglongjmp has left the handler when the next one begins, so that all handlers begin
# at the same depth of the stack, and a profiler sees one handler at a time.
# Seen: glibc restores the mask of signals first, and the stack pointer afterwards. The pending
# signal is delivered in between, within siglongjmp, so its handler lies on top of that which is
# being left: 1000 handlers are on the stack at once, 3.3 KB each with AVX-512. Who follows
# handlers in a program must take one for dead when its siglongjmp is called, not when the next
# handler begins. musl restores the mask after the jump: each handler begins at the same place.
#
# The script fails if that changes.
#
# usage: findings/glibc-runs-handlers-inside-siglongjmp.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libc6=2.36-9+deb12u14 musl-dev=1.2.3-1 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done

cat >leave.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf Back;
static volatile int Handlers;
static char *volatile Highest, *volatile Lowest;
static void leave(int Signal) {
  char Here;
  if (Handlers == 0)
    Highest = Lowest = &Here;
  if (&Here < Lowest)
    Lowest = &Here;
  if (++Handlers < 1000)
    raise(Signal); /* pending, as the handler blocks it */
  siglongjmp(Back, 1);
}
int main(void) {
  struct sigaction Action = {.sa_handler = leave};
  sigaction(SIGUSR1, &Action, 0);
  if (sigsetjmp(Back, 1) == 0)
    raise(SIGUSR1);
  while (Handlers < 1000) {
  }
  printf("%d\n", (int)((Highest - Lowest) / 1000));
}
END
cc -O1 leave.c -o glibc
Lib=root/lib/x86_64-linux-gnu
Musl=root/usr/lib/x86_64-linux-musl
cc -O1 -nostdinc -isystem root/usr/include/x86_64-linux-musl -fno-pie -fno-stack-protector \
  -U_FORTIFY_SOURCE -c leave.c -o leave.o
cc -static -no-pie -nostdlib "$Musl/crt1.o" "$Musl/crti.o" leave.o "$Musl/libc.a" "$Musl/crtn.o" \
  -o musl

Glibc=$("$Lib/ld-linux-x86-64.so.2" --library-path "$Lib" ./glibc)
Other=$(./musl)
echo "bytes of stack for each of 1000 handlers: glibc $Glibc, musl $Other"
[ "$Glibc" -gt 600 ] && [ "$Other" = 0 ]
