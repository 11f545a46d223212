// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// holds COUNT: a handler interrupts main where it takes an order number, and
// records 5000, 5001 ... N times. Main records 1 before and 3 after.
#include "../support/Instrumented.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static char *Header;
static int Times;

/// The region's header is the beginning of the mapping that the cursor is in.
static char *findHeader(void) {
  FILE *Maps = fopen("/proc/self/maps", "r");
  char Line[512];
  unsigned long Low, High, Found = 0;
  while (Maps && fgets(Line, sizeof(Line), Maps))
    if (sscanf(Line, "%lx-%lx", &Low, &High) == 2 &&
        (unsigned long)__memfacet_cursor - Low < High - Low)
      Found = Low;
  fclose(Maps);
  return (char *)Found;
}

static void onFault(int Signal) {
  mprotect(Header, 4096, PROT_READ | PROT_WRITE);
  for (int I = 0; I != Times; ++I)
    recordOne(5000 + I);
}

int main(int Count, char **Arguments) {
  Times = Count > 1 ? atoi(Arguments[1]) : 0;
  signal(SIGSEGV, onFault);
  recordOne(1);
  Header = findHeader();
  mprotect(Header, 4096, PROT_READ);
  free(malloc(1004));
  recordOne(3);
  puts("done");
  return 0;
}
