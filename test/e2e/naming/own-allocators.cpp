// Containers with allocators: those of the program's own, the library's with an
// allocator of the program's, and std::pmr. The container names the memory,
// with its role.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("own") == 5' \
// RUN:     'type("own") == "Vec<long>"' 'objects("pooled") == 1' \
// RUN:     'type("pooled") == "Vec<float, PoolAllocator<float>>"' \
// RUN:     'objects("vector") == 1' \
// RUN:     's("vector", "heap").element_bytes == 4' \
// RUN:     'objects("list (nodes)") == 8' 'objects("list") == 0' \
// RUN:     'objects("map (nodes)") == 8' 'objects("hash (nodes)") == 8' \
// RUN:     's("hash (nodes)").element_bytes == 16' \
// RUN:     'objects("hash (buckets)") == 1' 'objects("Shop::ids") == 1' \
// RUN:     'objects("Shop::index (nodes)") == 1' \
// RUN:     'objects("standard") == 1' 'objects("counted") == 1' \
// RUN:     'objects("tree (nodes)") == 8' 'objects("words") == 1' \
// RUN:     || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <string>
#include <unordered_map>
#include <vector>

template <class T> struct PoolAllocator {
  using value_type = T;
  PoolAllocator() = default;
  template <class U> PoolAllocator(const PoolAllocator<U> &) {}
  T *allocate(size_t N) { return static_cast<T *>(malloc(N * sizeof(T))); }
  void deallocate(T *P, size_t) { free(P); }
  bool operator==(const PoolAllocator &) const { return true; }
};

template <class T, class A = std::allocator<T>> class Vec {
  using Traits = std::allocator_traits<A>;
  A Allocator;
  T *First = nullptr;
  size_t Size = 0, Capacity = 0;

public:
  Vec() = default;
  explicit Vec(size_t N)
      : First(Traits::allocate(Allocator, N)), Size(N), Capacity(N) {
    for (size_t I = 0; I != N; ++I)
      Traits::construct(Allocator, First + I);
  }
  ~Vec() {
    if (First)
      Traits::deallocate(Allocator, First, Capacity);
  }
  void push(const T &V) {
    if (Size == Capacity) {
      size_t Wanted = Capacity ? 2 * Capacity : 4;
      T *Fresh = Traits::allocate(Allocator, Wanted);
      for (size_t I = 0; I != Size; ++I)
        Traits::construct(Allocator, Fresh + I, First[I]);
      if (First)
        Traits::deallocate(Allocator, First, Capacity);
      First = Fresh;
      Capacity = Wanted;
    }
    Traits::construct(Allocator, First + Size++, V);
  }
  T &operator[](size_t I) { return First[I]; }
};

template <class T> using Pairs = PoolAllocator<std::pair<const int, T>>;

struct Shop {
  Vec<int> ids;
  std::map<int, long, std::less<int>, Pairs<long>> index;
  Shop() {
    ids.push(1);
    index[3] = 4;
  }
};

struct Resource : std::pmr::memory_resource {
  size_t Bytes = 0;
  void *do_allocate(size_t N, size_t) override {
    Bytes += N;
    return malloc(N);
  }
  void do_deallocate(void *P, size_t, size_t) override { free(P); }
  bool do_is_equal(const memory_resource &O) const noexcept override {
    return this == &O;
  }
};

static volatile int Zero = 0;

int main() {
  Vec<long> own;
  for (long I = 0; I != 50; ++I)
    own.push(I);
  Vec<float, PoolAllocator<float>> pooled(20);
  std::vector<int, PoolAllocator<int>> vector(100);
  // Compilers might do without them.
  asm volatile("" : : "r"(&pooled[0]), "r"(&vector[0]) : "memory");
  std::list<int, PoolAllocator<int>> list;
  std::map<int, int, std::less<int>, Pairs<int>> map;
  std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, Pairs<int>>
      hash;
  Shop shop;
  std::pmr::vector<int> standard(1000);
  Resource resource;
  std::pmr::vector<int> counted(1000, 0, &resource);
  std::pmr::map<int, int> tree(&resource);
  std::pmr::string words("more than what fits into the string", &resource);
  hash.reserve(8);
  for (int I = 0; I != 8; ++I) {
    list.push_back(I);
    map[I] = hash[I] = tree[I] = I;
  }
  std::printf("%g %zu\n",
              double(own[Zero]) + pooled[Zero] + vector[Zero] + list.front() +
                  map[3] + hash[4] + shop.ids[Zero] + double(shop.index[3]) +
                  standard[Zero] + counted[Zero] + tree[5] + words[Zero],
              resource.Bytes);
}
