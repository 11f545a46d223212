// A library whose allocators reach operator new through helpers, as libc++'s
// do: what the memory is for is known from the allocator, wherever it is inlined.
// The container below has that library's names, and as much of it as is needed.
//
// RUN: for Level in -O0 -O1 "-O2 -flto=thin -fuse-ld=lld"; do \
// RUN:   %memfacet-clangxx -std=c++20 $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 's("Book.ById (nodes)").objects == 100' \
// RUN:     's("Book.ById (nodes)").element_bytes == 24' \
// RUN:     's("Book.ById (nodes)").type == "std::unordered_map<long, long>"' \
// RUN:     's("Book.ById (nodes)").container == "hash"' \
// RUN:     's("Book.ById (buckets)").objects == 1' \
// RUN:     's("Book.ById (buckets)").element_bytes == 8' \
// RUN:     's("Book.ById (buckets)").bytes == 64 * 8' \
// RUN:     's("Book.ById (buckets)").container == "hash"' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdio>
#include <new>

# 100 "/usr/include/c++/v1/unordered_map" 1 3
namespace std {
inline namespace __1 {

template <class T> T *__allocate_bytes(size_t N) {
  return static_cast<T *>(__builtin_operator_new(N));
}

inline void *__libcpp_allocate(size_t N) { return __allocate_bytes<char>(N); }

template <class T> struct allocator {
  T *allocate(size_t N) {
    return static_cast<T *>(__libcpp_allocate(N * sizeof(T)));
  }
};

template <class P> struct __hash_node_base {
  P Next;
};

template <class V> struct __hash_node : __hash_node_base<__hash_node<V> *> {
  long Key;
  V Value;
};

template <class K, class V> class unordered_map {
  using Node = __hash_node<V>;
  using Base = __hash_node_base<Node *>;
  static constexpr size_t Count = 64;
  Base **Buckets = nullptr;

public:
  V &operator[](K Key) {
    if (!Buckets) {
      Buckets = allocator<Base *>().allocate(Count);
      for (size_t I = 0; I != Count; ++I)
        Buckets[I] = nullptr;
    }
    Base *&Place = Buckets[Key % Count];
    for (Node *N = static_cast<Node *>(Place); N; N = N->Next)
      if (N->Key == Key)
        return N->Value;
    // Later versions make nodes in lambdas.
    auto Make = [](size_t Count) __attribute__((noinline)) {
      return allocator<Node>().allocate(Count);
    };
    Node *New = Make(1);
    New->Next = static_cast<Node *>(Place);
    New->Key = Key;
    New->Value = 0;
    Place = New;
    return New->Value;
  }
};

} // namespace __1
} // namespace std
# 82 "roles-behind-helpers.cpp" 2

struct {
  std::unordered_map<long, long> ById;
} Book;

int main() {
  long Sum = 0;
  for (long I = 0; I != 100; ++I)
    Book.ById[I] = 3 * I;
  for (long I = 0; I != 100; ++I)
    Sum += Book.ById[I];
  std::printf("%ld\n", Sum);
}
