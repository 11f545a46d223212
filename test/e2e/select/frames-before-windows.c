// In a deep recursion, most frames have begun before a window or a visit of
// other lines, and are not recorded. Accesses to their locals, by a pointer or
// by name, are of the locals all the same, not of the stack.
//
// RUN: %memfacet-clang -O2 -g %s -o %t
// RUN: %memfacet record --complete -o %t.complete.mfp -- %t
// RUN: %memfacet record --lines 1/4 -o %t.4.mfp -- %t
// RUN: %memfacet record --lines 1/64 -o %t.64.mfp -- %t
// RUN: for Profile in %t.complete.mfp %t.4.mfp %t.64.mfp; do \
// RUN:   %memfacet check $Profile && \
// RUN:   %expect $Profile 'Mark.loads == 2 * 500 * 401' \
// RUN:     'Mark.stores == 2 * 500 * 401' \
// RUN:     'Rest.loads == 500 * 400' 'Rest.stores == 500 * 400' \
// RUN:     'all(row["kind"] != "stack" or row["accesses"] == 0 for row in report["structures"])' \
// RUN:     || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct mark {
  volatile long begin, end;
};

__attribute__((noinline)) static void push(struct mark *M, long N) {
  M->begin = N;
  M->end = N + 1;
}
__attribute__((noinline)) static long pop(struct mark *M) {
  return M->begin + M->end;
}

static long evaluate(long N);
__attribute__((noinline)) static long call(long N) {
  volatile long Rest = N;
  long Result = evaluate(N - 1);
  return Result + Rest;
}
__attribute__((noinline)) static long evaluate(long N) {
  struct mark Mark;
  push(&Mark, N);
  long Result = N == 0 ? 0 : call(N);
  return Result + pop(&Mark);
}

int main(void) {
  long Sum = 0;
  for (int I = 0; I < 500; ++I)
    Sum += evaluate(400);
  return Sum == 0;
}
