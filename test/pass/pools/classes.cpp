// Pools that are classes: helpers, smart pointers and templates between the
// cursor and the piece.
// RUN: for Level in 0 2; do \
// RUN:   %clangxx -std=c++17 -O$Level -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | \
// RUN:   opt -load-pass-plugin=%plugin -passes=memfacet-pools,verify -S > %t.$Level.ll && \
// RUN:   llvm-cxxfilt < %t.$Level.ll | FileCheck %s && \
// RUN:   grep -c 'call ptr @__memfacet_object' %t.$Level.ll | grep -x 8 || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

class Bump {
  char *Current = nullptr, *End = nullptr;
  std::vector<void *> Slabs;

  void start() {
    void *Slab = malloc(4096);
    Slabs.push_back(Slab);
    Current = static_cast<char *>(Slab);
    End = Current + 4096;
  }
  static uintptr_t alignUp(uintptr_t V, size_t A) {
    return (V + A - 1) & ~uintptr_t(A - 1);
  }
  static size_t adjustment(const void *P, size_t A) {
    return alignUp(uintptr_t(P), A) - uintptr_t(P);
  }

public:
  void *allocate(size_t Size, size_t Alignment) {
    size_t Adjustment = adjustment(Current, Alignment);
    if (Adjustment + Size <= size_t(End - Current) && Current) {
      char *Aligned = Current + Adjustment;
      Current = Aligned + Size;
      return Aligned;
    }
    if (Size > 4000) {
      void *Memory = malloc(Size + Alignment);
      Slabs.push_back(Memory);
      return reinterpret_cast<void *>(alignUp(uintptr_t(Memory), Alignment));
    }
    start();
    char *Aligned =
        reinterpret_cast<char *>(alignUp(uintptr_t(Current), Alignment));
    Current = Aligned + Size;
    return Aligned;
  }
  template <class T> T *make(size_t N = 1) {
    return static_cast<T *>(allocate(N * sizeof(T), alignof(T)));
  }
};

struct Node {
  Node *Left = nullptr, *Right = nullptr;
  long Key;
  explicit Node(long Key) : Key(Key) {}
};

// The piece is an object before it is constructed.
// CHECK-LABEL: define {{.*}} @Node* Arena::create<Node, long>(long&&)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 24, ptr null)
// CHECK: call void @Node::Node(long)
class Arena {
  std::unique_ptr<char[]> Block{new char[1 << 16]};
  size_t Used = 0;

public:
  template <class T, class... A> T *create(A &&...Arguments) {
    Used = (Used + alignof(T) - 1) / alignof(T) * alignof(T);
    char *Place = Block.get() + Used;
    Used += sizeof(T);
    return new (Place) T(std::forward<A>(Arguments)...);
  }
  void *raw(size_t N) {
    size_t Position = (Used + 15) & -16;
    if (Position + N > 1 << 16)
      throw std::bad_alloc();
    Used = Position + N;
    return Block.get() + Position;
  }
};

// CHECK-LABEL: define {{.*}} @Slots<Node, 64>::get()
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 24, ptr null)
template <class T, int N = 64> class Slots {
  struct Chunk {
    Chunk *Next;
    alignas(T) unsigned char Data[N * sizeof(T)];
  };
  Chunk *Head = nullptr;
  int Left = 0;

public:
  T *get() {
    if (Left == 0) {
      Chunk *C = new Chunk;
      C->Next = Head;
      Head = C;
      Left = N;
    }
    return reinterpret_cast<T *>(Head->Data + sizeof(T) * --Left);
  }
};

// CHECK-LABEL: define {{.*}} @Run<Node, 64>::get()
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 24, ptr null)
template <class T, int N = 64> class Run {
  T *Current = nullptr, *End = nullptr;

public:
  T *get() {
    if (Current == End) {
      Current = static_cast<T *>(::operator new(N * sizeof(T)));
      End = Current + N;
    }
    return Current++;
  }
};

// CHECK-LABEL: define {{.*}} @Arena::raw(unsigned long)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
// CHECK-LABEL: define {{.*}} @Shared::get(unsigned long)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
struct Shared {
  char *Base;
  std::atomic<size_t> Offset;
  void *get(size_t N) { return Base + Offset.fetch_add(N); }
};

// CHECK-LABEL: define {{.*}} @OfThread::get(unsigned long)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %0, ptr null)
struct OfThread {
  static thread_local char *Current;
  static void *get(size_t N) {
    char *Begin = Current;
    Current += N;
    return Begin;
  }
};
thread_local char *OfThread::Current;

// CHECK-LABEL: define {{.*}} @Bump::allocate(unsigned long, unsigned long)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
// CHECK: call ptr @__memfacet_object(ptr {{.*}}, i64 %1, ptr null)
int main() {
  Bump B;
  Arena A;
  Slots<Node> S;
  Run<Node> R;
  Shared Sh{};
  return B.make<Node>() && A.create<Node>(3L) && S.get() && R.get() &&
         A.raw(100) && Sh.get(3) && OfThread::get(3);
}
