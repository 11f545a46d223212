// What the compiler makes is known by what it belongs to: tables of virtual
// functions, of a switch, the values of a function's array; a guard. What
// several modules define alike is one structure; a thread-local is one, with
// each thread's accesses.
//
// RUN: %memfacet-clangxx -std=c++20 -O2 -g %S/../Inputs/modules-alike.cpp %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp --all --threads 's("vtable for Circle").loads == 50' \
// RUN:   's("vtable for Circle").type == "const void *[5]"' \
// RUN:   's("vtable for Square").loads == 50' \
// RUN:   's("switch table of weekday").loads == 100' \
// RUN:   's("switch table of weekday").type == "const int[6]"' \
// RUN:   'primes.loads == 100' \
// RUN:   'primes.type == "const int[10]"' 'primes.function == "prime"' \
// RUN:   's("guard variable for lazily()::Text").kind == "global"' \
// RUN:   'Shared.stores == 10 + 20' 'Shared.objects == 1' \
// RUN:   's("Counter<long>::Count").stores == 10 + 20' \
// RUN:   's("Counter<long>::Count").objects == 1' \
// RUN:   'Calls.stores == 100' 'Calls.function == "count"' \
// RUN:   'PerThread.stores == 10 + 30 + 50' 'PerThread.objects == 3' \
// RUN:   'sorted(row["stores"] for thread in report["threads"] for row in thread["structures"] if row["name"] == "PerThread") == [10, 30, 50]'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/modules-alike.h"
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

struct Shape {
  virtual ~Shape() {}
  virtual int area(int) = 0;
};
struct Circle : Shape {
  int area(int X) override { return X * 3; }
};
struct Square : Shape {
  int area(int X) override { return X * X; }
};

#define NOINLINE __attribute__((noinline))
NOINLINE static int visit(Shape *S, int I) { return S->area(I); }
NOINLINE static int weekday(int I) {
  switch (I) {
  case 0:
    return 11;
  case 1:
    return 5;
  case 2:
    return 77777;
  case 3:
    return 3;
  case 4:
    return 1234;
  case 5:
    return 9;
  default:
    return 0;
  }
}
NOINLINE static int prime(int I) {
  const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  return primes[I % 10];
}
NOINLINE static int count(int I) {
  static volatile int Calls[4];
  Calls[I % 4] = I;
  return I;
}
NOINLINE static std::string &lazily() {
  static std::string Text(std::getenv("PATH") ? "x" : "y");
  return Text;
}
static thread_local volatile int PerThread[16];
NOINLINE static void touch(int Times) {
  for (int I = 0; I < Times; ++I)
    PerThread[I % 16] = I;
}

int main() {
  Circle C;
  Square Q;
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += visit(I % 2 ? static_cast<Shape *>(&C) : &Q, I) + weekday(I % 6) +
           prime(I) + count(I);
  increase(10);
  increaseThere(20);
  std::thread A(touch, 30), B(touch, 50);
  A.join();
  B.join();
  touch(10);
  std::printf("%d\n", Sum + int(lazily().size()));
}
