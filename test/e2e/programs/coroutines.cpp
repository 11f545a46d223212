// C++20 coroutines: what they touch between suspensions counts, and each frame
// on the heap is called after the function whose frame it is.
//
// RUN: %clangxx -std=c++20 -O1 %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: for Level in -O0 -O1 "-O2 -flto=thin" "-O1 --memfacet-verify"; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp --trace %t.mft -- %t.prog > %t.out && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'Counted.stores == 40 * 25' 'Copied.stores == 40 * 25' \
// RUN:     's("frame of count").objects == 40' \
// RUN:     's("frame of count").kind == "heap"' \
// RUN:     's("frame of Walker::walk").objects == 3' \
// RUN:     'report["loss"]["unknown_words"] == 0' || exit 1; \
// RUN: done
// RUN: %memfacet verify %t.mft
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

volatile int Counted[25], Copied[25];

struct Numbers {
  struct promise_type {
    int Value = 0;
    Numbers get_return_object() { return Numbers(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) noexcept {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using Handle = std::coroutine_handle<promise_type>;

  explicit Numbers(Handle H) : H(H) {}
  Numbers(Numbers &&O) : H(std::exchange(O.H, {})) {}
  ~Numbers() {
    if (H)
      H.destroy();
  }
  bool next() {
    H.resume();
    return !H.done();
  }
  int value() const { return H.promise().Value; }
  Handle H;
};

[[gnu::noinline]] Numbers count(int Limit) {
  for (int I = 0; I != Limit; ++I) {
    Counted[I] = I;
    co_yield I;
  }
}

struct Walker {
  int Step;
  [[gnu::noinline]] Numbers walk(int Limit) {
    for (int I = 0; I < Limit; I += Step)
      co_yield I;
  }
};

/// Frames must not vanish into their callers'.
[[gnu::noinline]] static long sum(Numbers N) {
  long Sum = 0;
  while (N.next())
    Sum += N.value();
  return Sum;
}

int main() {
  long Sum = 0;
  for (int Round = 0; Round != 40; ++Round) {
    Numbers N = count(25);
    for (int I = 0; N.next(); ++I)
      Copied[I] = N.value();
  }
  Walker W{2};
  for (int I = 1; I != 4; ++I)
    Sum += sum(W.walk(10 * I));
  std::printf("%d %ld\n", Copied[24], Sum);
}
