// What the functions of scanf write, by their formats, and the buffers of
// messages: as much as the result says, and nothing where they fail.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O2 "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp \
// RUN:     'Number.stores == 2' 'Half.stores == 1' 'Real.stores == 1' \
// RUN:     'Missing.stores == 0' \
// RUN:     'Word.stores == 1' 'Word.L1.accesses == 3' \
// RUN:     'Set.stores == 1' 'Set.L1.accesses == 1' \
// RUN:     'Letters.stores == 1' 'Letters.L1.accesses == 2' \
// RUN:     'Position.stores == 1' 'Skipped.stores == 0' \
// RUN:     'Line.loads == 1' 'Line.L1.accesses == 4' \
// RUN:     'Sent.loads == 2' 'Sent.L1.accesses == 2 + 1' \
// RUN:     'Got.stores == 2' 'Got.L1.accesses == 1 + 2' \
// RUN:     || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { Bytes = 512 };
_Alignas(64) char Line[Bytes];
_Alignas(64) char Word[Bytes];
_Alignas(64) char Set[Bytes];
_Alignas(64) char Letters[Bytes];
_Alignas(64) char Sent[Bytes];
_Alignas(64) char Got[Bytes];
int Number, Missing, Position, Skipped;
short Half;
double Real;

#define PLAIN                                                                  \
  __attribute__((noinline, disable_sanitizer_instrumentation)) static

/// Not recorded: makes the texts, and looks at what was read.
PLAIN void prepare(void) {
  // 200 bytes and the end: four lines.
  memset(Line, 'w', 200);
  memcpy(Line, "12 7 2.5 ", 9);
  memcpy(Line + 139, " x1 1 ", 6); // a word of 130 bytes: three lines
  memset(Sent, 's', Bytes);
}
PLAIN void show(int Count, long Moved) {
  printf("%d %ld %d %d %g %zu %s %d\n", Count, Moved, Number, Half, Real,
         strlen(Word), Set, Got[0] + Got[70] + Got[199]);
}
PLAIN FILE *input(void) {
  FILE *In = tmpfile();
  fputs("5 ", In);
  for (int I = 0; I != 100; ++I)
    fputc('l', In);
  rewind(In);
  return In;
}

int main(void) {
  prepare();
  int Count = sscanf(Line, "%d %hd %lf %s %[xyz]%*d%n", &Number, &Half, &Real,
                     Word, Set, &Position);
  // The file ends before the last.
  Count += 10 * fscanf(input(), "%d %100c %d", &Number, Letters, &Missing);

  int Ends[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, Ends);
  struct iovec From[2] = {{Sent, 100}, {Sent + 128, 50}};
  struct msghdr Out = {.msg_iov = From, .msg_iovlen = 2};
  long Moved = sendmsg(Ends[0], &Out, 0);
  struct iovec To[3] = {{Got, 40}, {Got + 64, 128}, {Got + 256, 10}};
  struct msghdr In = {.msg_iov = To, .msg_iovlen = 3};
  Moved += 1000 * recvmsg(Ends[1], &In, 0);
  // Fails: the message may be anything.
  Moved += recvmsg(-1, NULL, 0);
  show(Count, Moved);
}
