// Two members of a structure are used, 208 bytes are not: the advice is to
// split it, whatever container holds it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g %s -o %t/prog
// RUN: cd %t && for C in array vector own pointers; do %memfacet record --exact --cache 'L1=32K,8;L2=512K,8' -o $C.mfp -- ./prog $C 2> /dev/null && %memfacet report --findings $C.mfp | tr -s '\n ' ' ' > $C.txt; FileCheck %s < $C.txt || exit 1; done
// CHECK: 1. {{[0-9.]+}} % of L1 misses
// CHECK: 8 of its 216 bytes have {{[0-9.]+}} % of the accesses (Key,
// CHECK: Value): move the others elsewhere
// CHECK: ; saves

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

struct Record {
  int Key, Value;
  char Tail[208];
};

template <typename T> class Buffer {
public:
  ~Buffer() { std::free(Data); }
  T &add() {
    if (Size == Room)
      Data = static_cast<T *>(
          std::realloc(Data, (Room = Room ? 2 * Room : 16) * sizeof(T)));
    return Data[Size++];
  }
  T &operator[](size_t I) { return Data[I]; }

private:
  T *Data = nullptr;
  size_t Size = 0, Room = 0;
};

constexpr unsigned Records = 8192;

static void begin(Record &R, unsigned I) {
  R.Key = int(I);
  R.Value = 0;
}

template <typename Container> static void use(Container &&Rows) {
  unsigned Place = 1;
  for (int I = 0; I != 200'000; ++I) {
    Place = Place * 1664525 + 1013904223;
    Record &R = Rows(Place >> 19);
    if (R.Key & 1)
      R.Value += I;
  }
  std::printf("%d\n", Rows(77).Value);
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "array") == 0) {
    Record *Rows = new Record[Records];
    for (unsigned I = 0; I != Records; ++I)
      begin(Rows[I], I);
    use([&](unsigned I) -> Record & { return Rows[I]; });
    delete[] Rows;
  } else if (std::strcmp(Arguments[1], "vector") == 0) {
    std::vector<Record> Rows(Records);
    for (unsigned I = 0; I != Records; ++I)
      begin(Rows[I], I);
    use([&](unsigned I) -> Record & { return Rows[I]; });
  } else if (std::strcmp(Arguments[1], "own") == 0) {
    Buffer<Record> Rows;
    for (unsigned I = 0; I != Records; ++I)
      begin(Rows.add(), I);
    use([&](unsigned I) -> Record & { return Rows[I]; });
  } else {
    std::vector<std::unique_ptr<Record>> Rows(Records);
    for (unsigned I = 0; I != Records; ++I)
      begin(*(Rows[I] = std::make_unique<Record>()), I);
    use([&](unsigned I) -> Record & { return *Rows[I]; });
  }
}
