// A coroutine that yields numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MEMFACET_TEST_E2E_NUMBERS_H
#define MEMFACET_TEST_E2E_NUMBERS_H

#include <coroutine>

struct Numbers {
  struct promise_type {
    long Value = 0;
    Numbers get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

#endif
