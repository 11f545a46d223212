// Exceptions through the C library, out of destructors and threads, caught
// again and again on their way; pointers to virtual members; allocations that
// fail; the end by terminate: as without us.
//
// RUN: for Level in -O0 -O2 "-O2 -static" "-O2 -flto=thin"; do \
// RUN:   %clangxx -std=c++20 $Level %s -o %t.plain && \
// RUN:   bash -c '%t.plain > %t.expected; test $? -eq 9' && \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t.prog && \
// RUN:   bash -c '%memfacet record -o %t.mfp -- %t.prog > %t.out; \
// RUN:     test $? -eq 9' && \
// RUN:   diff %t.expected %t.out && \
// RUN:   %expect %t.mfp 'Compared.stores == 20' \
// RUN:     'Called.stores == 2' 'Rethrown.stores == 5' 'OfThreads.stores == 8' \
// RUN:     'Last.stores == 1' 'report["loss"]["unknown_words"] == 0' \
// RUN:     'report["loss"]["cut_records"] == 0' || { echo "$Level"; exit 1; }; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

volatile int Compared[20], Called[1], Rethrown[5], OfThreads[8], Last[1];

static int compare(const void *A, const void *B) {
  static int Calls;
  Compared[Calls++] = 1;
  if (Calls == 20)
    throw std::runtime_error("out of qsort");
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

struct Base {
  virtual ~Base() = default;
  virtual int call(int X) { return X; }
};
struct Left : virtual Base {
  int call(int X) override {
    Called[0] = 1;
    return X + 1;
  }
};
struct Right : virtual Base {
  int More = 3;
};
struct Both : Left, Right {
  int call(int X) override { return Left::call(X) * 2 + More; }
};

struct ThrowsAtEnd {
  ~ThrowsAtEnd() noexcept(false) {
    if (!std::uncaught_exceptions())
      throw 5;
  }
};

[[gnu::noinline]] static int sink(int Depth) {
  try {
    if (Depth == 0)
      throw Depth;
    return sink(Depth - 1) + 1;
  } catch (int &) {
    if (Depth < 5) {
      Rethrown[Depth] = 1;
      throw;
    }
    return 100;
  }
}

thread_local std::vector<int> PerThread(10, 1);

static void throwAround() {
  int Values[100];
  for (int I = 0; I < 100; ++I)
    Values[I] = I * 37 % 100;
  try {
    std::qsort(Values, 100, sizeof(int), compare);
  } catch (const std::exception &E) {
    std::puts(E.what());
  }
  try {
    ThrowsAtEnd Object;
  } catch (int Value) {
    std::printf("destructor %d, sunk %d\n", Value, sink(10));
  }
  try {
    throw std::make_shared<int>(4);
  } catch (const std::shared_ptr<int> &Value) {
    std::printf("shared %d\n", *Value);
  }
  try {
    volatile std::size_t Bytes = std::size_t(1) << 62;
    char *Block = new char[Bytes];
    std::printf("%p\n", static_cast<void *>(Block));
  } catch (const std::bad_alloc &) {
    std::puts("no memory");
  }
}

static void callAround() {
  std::unique_ptr<Base> Object = std::make_unique<Both>();
  int (Base::*Member)(int) = &Base::call;
  std::printf("%d %d\n", Object->call(4), (Object.get()->*Member)(5));
  std::function<int(int)> Count = [&](int N) {
    return N < 2 ? N : Count(N - 1) + Count(N - 2);
  };
  std::printf("%d\n", Count(15));
  auto Later = std::async(std::launch::async, []() -> int {
    PerThread[3] = 7;
    throw std::logic_error("out of a thread");
  });
  try {
    Later.get();
  } catch (const std::logic_error &E) {
    std::puts(E.what());
  }
  std::vector<std::thread> Threads;
  for (int I = 0; I < 8; ++I)
    Threads.emplace_back([I] {
      PerThread.push_back(I);
      OfThreads[I] = PerThread.back();
    });
  for (std::thread &T : Threads)
    T.join();
}

[[gnu::noinline]] static void fail() { throw 1; }

int main() {
  throwAround();
  callAround();
  std::set_terminate([] {
    Last[0] = 1;
    std::puts("terminated");
    std::fflush(stdout);
    std::_Exit(9);
  });
  []() noexcept { fail(); }();
}
