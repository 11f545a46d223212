// Bodies of 64 bytes, three members used: the square roots take the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: split Bodies

#include "pair.h"
#include <cmath>

enum { Count = 20'000, Steps = 2500 };

struct Hot {
  double X, Y, Z;
};
struct Far {
  double Mass, Charge, Spin, Age, Kind;
};

#ifdef AFTER
static Hot *Bodies;
static Far *Rest;
#define NEAR(I) Bodies[I]
#else
struct Body {
  Hot Place;
  Far Rest;
};
static Body *Bodies;
#define NEAR(I) Bodies[I].Place
#endif

int main() {
#ifdef AFTER
  Bodies = allocate<Hot>(Count), Rest = allocate<Far>(Count);
  Rest[0].Mass = 1;
#else
  Bodies = allocate<Body>(Count);
#endif
  for (uint32_t I = 0; I != Count; ++I)
    NEAR(I) = {double(I % 100), double(I % 77), 1};
  double Sum = 0;
  for (uint32_t Step = 0; Step != Steps; ++Step)
    for (uint32_t I = 0; I != Count; ++I) {
      Hot &N = NEAR(I);
      N.Z = std::sqrt(N.X * N.X + N.Y * N.Y + N.Z) / (N.Z + 1);
      Sum += std::sqrt(N.Z);
    }
  return printSum(uint64_t(Sum));
}
