// Functions of the C library that read numbers and tokens, sort, and fill small
// structures: exactly what they touch, by the caller.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O2 "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -U__OPTIMIZE__ -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'Decimal.loads == 2' 'Decimal.L1.accesses == 3 + 3' \
// RUN:     'Hex.loads == 2' 'Hex.L1.accesses == 2 + 1' \
// RUN:     'Real.loads == 3' 'Real.L1.accesses == 2 + 2 + 1' \
// RUN:     'Infinite.loads == 1' 'Infinite.L1.accesses == 2' \
// RUN:     'End.stores == 3' 'End.loads == 0' \
// RUN:     'Words.loads == 3' 'Words.L1.accesses == 1 + 2 + 1' \
// RUN:     'Spaces.loads == 4' 'Spaces.L1.accesses == 4' \
// RUN:     'Saved.loads == 4' 'Saved.stores == 4' \
// RUN:     'Fields.loads == 3' 'Field.loads == 4' 'Field.stores == 4' \
// RUN:     'Ordered.loads == 1' 'Ordered.stores == 1' \
// RUN:     'Ordered.L1.accesses == 25 + 25' \
// RUN:     'Status.stores == 1' 'Status.L1.accesses == 3' \
// RUN:     'Clock.stores == 1' \
// RUN:     'Sent.loads == 3' 'Sent.L1.accesses == 1 + 3 + 1' \
// RUN:     'Got.stores == 2' 'Got.L1.accesses == 3 + 1' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { Bytes = 512 };
_Alignas(64) char Decimal[Bytes];
_Alignas(64) char Hex[Bytes];
_Alignas(64) char Real[Bytes];
_Alignas(64) char Infinite[Bytes];
_Alignas(64) char Words[Bytes];
_Alignas(64) char Spaces[Bytes];
_Alignas(64) char Fields[Bytes];
_Alignas(64) int Ordered[400];
_Alignas(64) char Sent[Bytes];
_Alignas(64) char Got[2 * Bytes];
_Alignas(64) struct stat Status;
_Alignas(64) struct timespec Clock;
char *End, *Saved, *Field;

#define PLAIN                                                                  \
  __attribute__((noinline, disable_sanitizer_instrumentation)) static

/// Not recorded: they only make the texts, and look at them.
PLAIN void fill(char *To, char Letter, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    ((volatile char *)To)[I] = Letter;
}
PLAIN void put(char *To, const char *Text) {
  for (size_t I = 0; Text[I]; ++I)
    ((volatile char *)To)[I] = Text[I];
}
PLAIN long distance(char *const *To, const char *From) {
  return *(char *const volatile *)To - From;
}
PLAIN void order(void) {
  for (int I = 0; I != 400; ++I)
    ((volatile int *)Ordered)[I] = 399 - I;
}
PLAIN int compare(const void *A, const void *B) {
  return *(const int *)A - *(const int *)B;
}
PLAIN int first(void) { return ((volatile int *)Ordered)[0]; }
PLAIN long modified(void) { return *(volatile off_t *)&Status.st_size; }
PLAIN void point(void) { *(char *volatile *)&Field = Fields; }

static void numbers(void) {
  // 128 spaces, then the number: it ends in the third line.
  fill(Decimal, ' ', 128);
  put(Decimal + 128, "-1234x");
  printf("%ld ", strtol(Decimal, &End, 10));
  printf("%ld ", distance(&End, Decimal));
  printf("%ld ", strtol(Decimal, NULL, 10));
  fill(Hex, ' ', 61);
  put(Hex + 61, "0xfgh");
  printf("%lu ", strtoul(Hex, NULL, 0));  // 61 0, 62 x, 63 f, 64 g
  printf("%lu ", strtoul(Hex, NULL, 10)); // 0, then x ends it
  // 60 is '1', 61 '.', 62 '5', 63 'e', 64 '+', 65 '2', 66 the end
  fill(Real, ' ', 60);
  put(Real + 60, "1.5e+2 ");
  printf("%g ", strtod(Real, &End));
  printf("%ld ", distance(&End, Real));
  printf("%g ", atof(Real));
  put(Real + 62, "?"); // ends it
  printf("%g ", strtof(Real, NULL) + 0.0);
  fill(Infinite, ' ', 62);
  put(Infinite + 62, "-Infinity");
  printf("%g %ld\n", (double)strtold(Infinite, &End), 0l);
}

static void tokens(void) {
  put(Words, "one");
  fill(Words + 3, ' ', 57);
  put(Words + 60, "second third");
  put(Spaces, " ");
  for (char *W = strtok_r(Words, Spaces, &Saved); W;
       W = strtok_r(NULL, Spaces, &Saved))
    printf("%td ", W - Words);
  put(Fields, "a:b:c");
  point();
  const char *Part;
  while ((Part = strsep(&Field, ":")))
    printf("%td ", Part - Fields);
  printf("\n");
}

static void vectors(void) {
  int Ends[2];
  if (pipe(Ends))
    exit(1);
  struct iovec Out[4] = {{Sent, 10}, {Sent + 64, 150}, {Sent, 0}, {Sent, 64}};
  printf("%zd ", writev(Ends[1], Out, 4));
  struct iovec In[3] = {{Got, 160}, {Got + 192, 640}, {Got + 1000, 1}};
  printf("%zd ", readv(Ends[0], In, 3));
  printf("%zd\n", writev(-1, NULL, 2));
}

int main(void) {
  numbers();
  tokens();
  vectors();
  order();
  qsort(Ordered, 400, sizeof(int), compare);
  printf("%d\n", first());
  errno = 0;
  int Failed = stat("/does/not/exist", &Status);
  printf("%d %s\n", Failed, strerror(errno));
  printf("%d\n", stat("/", &Status) + (modified() < 0));
  printf("%d\n", clock_gettime(CLOCK_MONOTONIC, &Clock));
  return 0;
}
