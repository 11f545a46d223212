// Particles of 64 bytes; each step uses two members of all of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: split Particles

#include "pair.h"

enum { Count = 400'000, Steps = 400 };

#ifdef AFTER
static float *X, *Speed;
#define X_OF(I) X[I]
#define SPEED_OF(I) Speed[I]
#else
struct Particle {
  float X, Y, Z, Mass;
  float Speed, SpeedY, SpeedZ, Charge;
  float Rest[8];
};
static Particle *Particles;
#define X_OF(I) Particles[I].X
#define SPEED_OF(I) Particles[I].Speed
#endif

int main() {
#ifdef AFTER
  X = allocate<float>(Count), Speed = allocate<float>(Count);
#else
  Particles = allocate<Particle>(Count);
#endif
  for (uint32_t I = 0; I != Count; ++I)
    SPEED_OF(I) = float(I % 100);
  for (uint32_t Step = 0; Step != Steps; ++Step)
    for (uint32_t I = 0; I != Count; ++I)
      X_OF(I) += SPEED_OF(I);
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Sum += uint64_t(X_OF(I));
  return printSum(Sum);
}
