// Loops have as many accesses with both kinds of LTO as without: ThinLTO leaves
// vectorisation to the link, which comes after the recording is inserted.
//
// RUN: for Lto in -fno-lto -flto -flto=thin "-flto=thin -ffat-lto-objects"; do \
// RUN:   case "%major$Lto" in 16*thin*) continue;; esac; \
// RUN:   %memfacet-clang -O2 -g $Lto %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp 'Summed.loads == 4000 / 4 and Summed.stores == 0' \
// RUN:     'Bytes.stores == 4000 / 16 and Bytes.loads == 0' \
// RUN:     'Scattered.loads == 1000' || exit 1; \
// RUN: done
//
// What stands against vectorisation does so with ThinLTO, too; passes that
// others add at the end are not run twice.
//
// RUN: for Against in -fno-vectorize -O1 -O0 \
// RUN:     -fsanitize-coverage=trace-pc-guard; do \
// RUN:   %memfacet-clang -O2 -g -flto=thin $Against %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp 'Summed.loads == 4000' 'Bytes.stores == 4000' \
// RUN:     'Scattered.loads == 1000' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static int Summed[4000], Scattered[4000];
static char Bytes[4000];

// The optimiser does not know what is in them.
static int *volatile Known = Summed, *volatile Others = Scattered;
static char *volatile Target = Bytes;

void __sanitizer_cov_trace_pc_guard(unsigned *Guard) { *Guard = 1; }
void __sanitizer_cov_trace_pc_guard_init(unsigned *Begin, unsigned *End) {
  (void)Begin, (void)End;
}

__attribute__((noinline)) static int sum(const int *From, long Count) {
  int Sum = 0;
  for (long I = 0; I < Count; ++I)
    Sum += From[I];
  return Sum;
}

__attribute__((noinline)) static void number(char *First, long Count) {
  for (long I = 0; I < Count; ++I)
    First[I] = (char)I;
}

__attribute__((noinline)) static int last(const int *From, long Count) {
  int Last = 0;
  for (long I = 0; I < Count; ++I)
    Last = From[(Last + 4 * I) % 4000];
  return Last;
}

int main(void) {
  number(Target, 4000);
  return sum(Known, 4000) + last(Others, 1000);
}
