// Every kind of entity of which several files have a copy, and the linker one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <typeinfo>

inline int Inlined[100];
inline const int Constants[4] = {1, 2, 3, 4};
inline thread_local long PerThread[10];
__attribute__((weak)) int WeakInBoth[12];
__attribute__((weak)) extern int WeakHere[13];

struct Statics {
  static inline long Counts[50];
  static inline thread_local int Local[4];
  static constexpr int Numbers[3] = {7, 8, 9};
};

template <class T> struct Instance {
  static T Cells[20];
  static const T Zeros[8];
};
template <class T> T Instance<T>::Cells[20];
template <class T> const T Instance<T>::Zeros[8] = {};
template <class T> T Variable[30];
extern template struct Instance<short>;

struct Virtual {
  int X;
  virtual ~Virtual() {}
  virtual int value() { return X; }
};
struct Base {
  int B;
  virtual ~Base() {}
};
struct Left : virtual Base {
  int L;
};
struct Right : virtual Base {
  int R;
};
struct Both : Left, Right {
  ~Both() {}
  int value() { return B + L; }
};

inline int counter(int I) {
  static int Calls[60];
  static thread_local int Slots[5];
  static const char *const Names[] = {"a", "bb", "ccc"};
  return ++Calls[I % 60] + ++Slots[I % 5] + Names[I % 3][0];
}
struct Init {
  int V[9];
  Init() : V{} { V[3] = 1; }
};
inline Init AtStart;
inline int Computed = counter(3);
inline auto Lambda = [](int I) {
  static long Hits[16];
  return ++Hits[I & 15];
};
inline const char *text(int I) {
  static const char List[3][8] = {"one", "two", "three"};
  return List[I % 3];
}

inline int useAll(int I) {
  Statics::Counts[I % 50]++, Statics::Local[I & 3]++;
  Instance<int>::Cells[I % 20]++, Instance<short>::Cells[1]++;
  Variable<long>[I % 30]++, PerThread[I % 10]++;
  WeakInBoth[I % 12]++, WeakHere[I % 13]++;
  Both O;
  O.B = I, O.L = 2;
  return Inlined[I % 100]++ + Constants[I & 3] + Statics::Numbers[I % 3] +
         counter(I) + O.value() + AtStart.V[I % 9]++ + Computed + Lambda(I) +
         text(I)[0] + Instance<long>::Zeros[I & 7] + (typeid(O) == typeid(Both));
}
int other(int I);
Virtual *newVirtual();
