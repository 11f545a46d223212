// What the C library touches for a call counts as the caller's access, exactly,
// whatever the optimisation; results and errno are those of the plain program.
//
// RUN: %clang -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: for Level in -O0 -O2 "-O2 -flto" "-O2 --memfacet-verify"; do \
// RUN:   %memfacet-clang $Level -U__OPTIMIZE__ -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'Zeroes.stores == 1' 'Zeroes.L1.accesses == 16' \
// RUN:     'Block.loads == 2' 'Block.L1.accesses == 16 + 3' \
// RUN:     'Other.loads == 1' 'Other.L1.accesses == 16' \
// RUN:     'Long.loads == 5' 'Long.L1.accesses == 4 + 2 + 2 + 4 + 4' \
// RUN:     'Near.loads == 2' 'Near.L1.accesses == 2 + 2' \
// RUN:     'Copied.stores == 2' 'Copied.loads == 1' \
// RUN:     'Copied.L1.accesses == 4 + 4 + 3' \
// RUN:     'Hay.loads == 4' 'Hay.L1.accesses == 3 + 2 + 2 + 3' \
// RUN:     'Needle.loads == 1' 'Needle.L1.accesses == 1' \
// RUN:     'Figures.loads == 1' 'Figures.L1.accesses == 1' \
// RUN:     'Twin.stores == 1' 'Twin.bytes == 201' \
// RUN:     'Written.loads == 2' 'Written.L1.accesses == 8 + 2' \
// RUN:     'Items.stores == 2' 'Items.L1.accesses == 5 + 4' \
// RUN:     'Line.stores == 1' 'Line.L1.accesses == 2' \
// RUN:     '[(r.stores, r.loads) for r in kind("heap") if r.name == "Whole"] == [(1, 0)]' \
// RUN:     'Printed.stores == 2' 'Printed.L1.accesses == 2 + 1' \
// RUN:     'Received.stores == 1' 'Received.L1.accesses == 2' \
// RUN:     'Signs.stores == 1' 'Signs.loads == 1' \
// RUN:     'Signs.L1.accesses == 4 + 4' \
// RUN:   || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
//
// CHECK: -1: a failed read leaves Bad file descriptor
// CHECK: 30 items, then 20; a line of 100, then 100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

enum { Bytes = 1024 };
_Alignas(64) char Zeroes[Bytes];
_Alignas(64) char Block[Bytes];
_Alignas(64) char Other[Bytes];
_Alignas(64) char Long[Bytes];
_Alignas(64) char Near[Bytes];
_Alignas(64) char Copied[Bytes];
_Alignas(64) char Hay[Bytes];
_Alignas(64) char Needle[Bytes];
_Alignas(64) char Figures[Bytes];
_Alignas(64) char Written[Bytes];
_Alignas(64) char Items[Bytes];
_Alignas(64) char Line[Bytes];
_Alignas(64) char Printed[Bytes];
_Alignas(64) char Received[Bytes];
_Alignas(64) wchar_t Signs[64];

/// Not recorded: it only makes the texts.
__attribute__((noinline, disable_sanitizer_instrumentation)) static void
fill(char *To, char Letter, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    ((volatile char *)To)[I] = Letter;
}

/// Nothing is known of it at compile time.
static size_t some(size_t N) {
  __asm__("" : "+r"(N));
  return N;
}

static void blocks(void) {
  explicit_bzero(Zeroes, some(Bytes));
  fill(Block, 'b', Bytes);
  fill(Other, 'b', Bytes);
  printf("%d\n", memcmp(Block, Other, some(Bytes)));
  fill(Block + 130, 'x', 1);
  printf("%td\n", (char *)memchr(Block, 'x', some(Bytes)) - Block);
  wmemset(Signs, L'a', some(63));
  printf("%zu\n", wcslen(Signs));
}

static void texts(void) {
  fill(Long, 'a', 200);
  fill(Near, 'a', 200);
  fill(Near + 100, 'B', 1);
  fill(Hay, 'h', 150);
  fill(Hay + 70, 'y', 1);
  fill(Needle, 'y', 1);
  fill(Needle + 1, 'h', 1);
  fill(Figures, 'x', Bytes - 1);
  fill(Figures, '7', 2);
  printf("%zu\n", strlen(Long));
  printf("%d\n", strcmp(Long, Near) > 0);
  printf("%d\n", strncasecmp(Near, Long, some(70)));
  strcpy(Copied, Long);
  strcat(Copied, Hay);
  printf("%td\n", strchr(Hay, 'y') - Hay);
  printf("%td\n", strstr(Hay, Needle) - Hay);
  printf("%d\n", strchr(Hay, 'q') == NULL);
  printf("%d\n", atoi(Figures));
  char *Twin = strdup(Long);
  __asm__("" : "+r"(Twin));
  free(Twin);
}

static void files(void) {
  fill(Written, 'w', 500);
  fill(Written + 99, '\n', 1);
  fill(Written + 199, '\n', 1);
  FILE *File = tmpfile();
  fwrite(Written, 1, some(500), File);
  rewind(File);
  size_t First = fread(Items, 10, some(30), File);
  size_t Second = fread(Items, 10, some(100), File);
  rewind(File);
  size_t LineBytes = fgets(Line, Bytes, File) ? 100 : 0;
  size_t Room = 300;
  char *Whole = malloc(Room);
  long WholeBytes = getline(&Whole, &Room, File);
  printf("%zu items, then %zu; a line of %zu, then %ld\n", First, Second,
         LineBytes, WholeBytes);
  free(Whole);
  fclose(File);
}

static void descriptors(void) {
  int Ends[2];
  if (pipe(Ends))
    exit(1);
  printf("%zd\n", write(Ends[1], Written, some(128)));
  printf("%zd\n", read(Ends[0], Received, some(Bytes)));
  errno = 0;
  ssize_t Failed = read(-1, Received, some(10));
  int Error = errno;
  printf("%zd: a failed read leaves %s\n", Failed, strerror(Error));
}

int main(void) {
  blocks();
  texts();
  printf("%d\n", snprintf(Printed, some(Bytes), "%0*d", 99, 5));
  printf("%d\n", snprintf(Printed, some(10), "%0*d", 99, 5));
  descriptors();
  files();
  return 0;
}
