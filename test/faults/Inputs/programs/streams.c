// Opens files where its standard streams were, and writes to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

volatile int Cells[1000];

__attribute__((noinline)) static void work(int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I % 1000] = I;
}

int main(int Argc, char **Argv) {
  // Closed by itself, in addition to what its parent has closed.
  for (int I = 1; I < Argc; ++I)
    close(Argv[I][0] - '0');
  int Open = 0;
  for (int Fd = 0; Fd < 1000; ++Fd)
    if (fcntl(Fd, F_GETFD) >= 0)
      Open = Open * 7 + Fd;
  FILE *First = fopen("first", "w");
  FILE *Second = fopen("second", "w");
  FILE *Third = fopen("third", "w");
  fprintf(First, "descriptor %d, open %d\n", fileno(First), Open);
  fprintf(Second, "descriptor %d\n", fileno(Second));
  fprintf(Third, "descriptor %d\n", fileno(Third));
  work(1234567);
  fputs("out\n", stdout);
  fputs("err\n", stderr);
  fclose(First);
  fclose(Second);
  fclose(Third);
  return getchar() == EOF ? 7 : 8;
}
