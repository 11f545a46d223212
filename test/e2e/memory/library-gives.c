// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions of the C library allocate for their caller has the caller's
// names, however often they allocate; what they allocate for themselves is the
// library's. A call that allocates nothing gives no name to what comes later.
//
// RUN: mkdir -p %t.folder && cd %t.folder && rm -rf files && mkdir files && \
// RUN:   touch files/a files/b files/c files/d files/e
// RUN: for How in -O0 -O2; do \
// RUN:   %clang $How %s -o %t.plain && %t.plain > %t.expected && \
// RUN:   %memfacet-clang $How -g %s -o %t && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("text", "heap").objects == 1 and s("text", "heap").bytes == 401' \
// RUN:     's("text", "heap").loads == 400' \
// RUN:     's("H.formatted", "heap").bytes == 301' \
// RUN:     's("H.formatted", "heap").loads == 300' \
// RUN:     's("line", "heap").objects == 1' \
// RUN:     's("line", "heap").loads == 2 and s("line", "heap").peak_bytes < 4000' \
// RUN:     's("entries", "heap").loads == 14' \
// RUN:     's("H.path", "heap").objects == 1 and s("H.path", "heap").loads == 1' \
// RUN:     's("folder", "heap").objects == 1 and s("folder", "heap").loads == 1' \
// RUN:     's("[library libc.so.6]").loads == 0' \
// RUN:     's("[library libc.so.6]").peak_bytes > 32768 + 4096' || { echo "$How"; exit 1; }; \
// RUN: done

#define _GNU_SOURCE
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct holder {
  char *formatted, *path;
};

static long Sum;

static void readAll(const volatile char *Text, long Count) {
  for (long I = 0; I != Count; ++I)
    Sum += Text[I];
}

static void format(char **Result, const char *How, ...) {
  va_list Arguments;
  va_start(Arguments, How);
  if (vasprintf(Result, How, Arguments) < 0)
    abort();
  va_end(Arguments);
}

static void readLines(void) {
  char *line = NULL;
  size_t Room = 0;
  for (int I = 0; I != 2; ++I) {
    FILE *File = fopen("/proc/self/stat", "r");
    if (!File || getline(&line, &Room, File) < 1)
      abort();
    readAll(line, 1);
    fclose(File);
  }
  free(line);
}

int main(void) {
  struct holder H;
  char *text = NULL;
  if (asprintf(&text, "%400d", 1) < 0)
    return 1;
  readAll(text, 400);
  format(&H.formatted, "%300d", 1);
  readAll(H.formatted, 300);
  readLines();
  struct dirent **entries = NULL;
  int Count = scandir("files", &entries, NULL, NULL);
  for (int I = 0; I != Count; ++I)
    Sum += ((struct dirent *volatile *)entries)[I]->d_name[0] != 0;
  H.path = realpath("files", NULL);
  readAll(H.path, 1);
  char *folder = getcwd(NULL, 0);
  readAll(folder, 1);
  FILE *None = fopen("/dev/null", "r");
  size_t Room = 0;
  if (getline(NULL, &Room, None) != -1 || getline(&text, NULL, None) != -1)
    return 1;
  char Path[4096];
  if (!realpath("files", Path))
    return 1;
  DIR *Own = opendir("files"); // the library's, after a call without a block
  printf("%d %d\n", Count, Own != NULL && Sum != 0);
  closedir(Own);
}
