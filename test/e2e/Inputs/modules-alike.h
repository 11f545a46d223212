// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
inline volatile int Shared = 5;

template <class T> struct Counter {
  static volatile T Count;
};
template <class T> volatile T Counter<T>::Count = 0;

inline __attribute__((noinline)) void increase(int Times) {
  for (int I = 0; I < Times; ++I) {
    Shared = I;
    Counter<long>::Count = I;
  }
}

void increaseThere(int Times);
