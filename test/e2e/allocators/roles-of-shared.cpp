// The memory of make_shared is for the object and its control block, also where
// the way to its allocator is inlined in part: a sanitizer stops the inliner
// there. What the smart pointer asks of operator new itself is a control block.
// The classes below have that library's names, and as much of it as is needed.
//
// RUN: for Level in -O0 -O1 -O2; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all \
// RUN:     's("Basket (object and control block)").objects == 1' \
// RUN:     's("Receipt (control block)").objects == 1' \
// RUN:     's("Cells", "heap").objects == 1' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdio>
#include <new>

# 100 "/usr/include/c++/12/bits/shared_ptr_base.h" 1 3
namespace std {

struct _Sp_counted_base {
  long Uses = 1;
};

template <class T> struct _Sp_counted_ptr_inplace : _Sp_counted_base {
  T Object = {};
};

template <class T> struct _Sp_counted_ptr : _Sp_counted_base {
  T *Object;
};

template <class T> struct allocator {
  T *allocate(size_t N) {
    return static_cast<T *>(::operator new(N * sizeof(T)));
  }
};

template <class A> [[gnu::noinline]] auto *__allocate_guarded(A &Allocator) {
  return Allocator.allocate(1);
}

[[gnu::noinline]] inline void *__allocate_array(size_t N) {
  return allocator<char>().allocate(N);
}

template <int Policy> struct __shared_count {
  _Sp_counted_base *Block;

  template <class T>
  [[gnu::always_inline]] explicit __shared_count(T *Receipt) {
    Block = new _Sp_counted_ptr<T>({}, Receipt);
  }

  template <class T>
  [[gnu::always_inline]] __shared_count(T *&Object, allocator<T>) {
    allocator<_Sp_counted_ptr_inplace<T>> Allocator;
    auto *Basket =
        new (__allocate_guarded(Allocator)) _Sp_counted_ptr_inplace<T>;
    Object = &Basket->Object;
    Block = Basket;
  }

  template <class T>
  [[gnu::always_inline]] __shared_count(T *&First, size_t Count) {
    void *Memory =
        __allocate_array(sizeof(_Sp_counted_base) + Count * sizeof(T));
    Block = new (Memory) _Sp_counted_base;
    First = reinterpret_cast<T *>(Block + 1);
  }
};

template <class T> struct shared_ptr {
  T *Object;
  __shared_count<2> Count;

  [[gnu::always_inline]] explicit shared_ptr(T *Receipt)
      : Object(Receipt), Count(Receipt) {}
  [[gnu::always_inline]] explicit shared_ptr(allocator<T> A)
      : Count(Object, A) {}
  [[gnu::always_inline]] explicit shared_ptr(size_t N) : Count(Object, N) {}
};

} // namespace std
# 87 "roles-of-shared.cpp" 2

struct Order {
  long Id, Cents;
};

static void *volatile Escaped[2];

int main() {
  std::shared_ptr<Order> Basket{std::allocator<Order>()};
  std::shared_ptr<Order> Receipt(new Order());
  std::shared_ptr<int> Cells(size_t(50));
  Escaped[0] = Receipt.Object;
  Escaped[1] = Receipt.Count.Block;
  Basket.Object->Cents = 3;
  Receipt.Object->Cents = 4;
  Cells.Object[7] = 5;
  std::printf("%ld\n", Basket.Object->Cents + Receipt.Object->Cents +
                           Cells.Object[7] + Basket.Count.Block->Uses +
                           Receipt.Count.Block->Uses + Cells.Count.Block->Uses);
}
