#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# glibc 2.36 (Debian 12: libc6 2.36-9+deb12u14), x86-64.
#
# A program writes to a stream of open_memstream and flushes all streams by fflush(NULL).
#
# Expected: the buffer's address and size are stored, as by fflush of that stream. POSIX: with a null pointer,
# fflush does this for all streams for which the behaviour is defined.
# Seen: both variables keep what they had before. fflush of the stream itself stores them. A tool that
# follows who owns the buffer has to look after the call, and at each variable.
#
# The script fails if that changes.
#
# usage: findings/glibc-flushes-no-memory-streams.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libc6=2.36-9+deb12u14 >/dev/null
dpkg -x libc6_*.deb root

cat >streams.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  char *Text = NULL;
  size_t Count = 99;
  FILE *Stream = open_memstream(&Text, &Count);
  fputs("abc", Stream);
  fflush(NULL);
  printf("%d %zu ", Text != NULL, Count);
  fflush(Stream);
  printf("%d %zu\n", Text != NULL, Count);
  return 0;
}
END
cc -O1 streams.c -o streams
Lib=root/lib/x86_64-linux-gnu

Seen=$("$Lib/ld-linux-x86-64.so.2" --library-path "$Lib" ./streams)
echo "buffer known, its size: $Seen (after fflush(NULL), after fflush of the stream)"
[ "$Seen" = "0 99 1 3" ]
