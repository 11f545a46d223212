//===- TouchStreams.h - made-up streams of touches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_TOUCHSTREAMS_H
#define MEMFACET_TEST_SUPPORT_TOUCHSTREAMS_H

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace memfacet::test {

struct TouchStream {
  std::vector<uint64_t> Lines;
  std::vector<uint32_t> Owners;

  void add(uint64_t Line, uint32_t Owner) {
    Lines.push_back(Line);
    Owners.push_back(Owner);
  }
};

/// Returns a stream of touches of structures that are walked, touched at
/// random, or mostly in a few hot lines; in phases, with lines next to each
/// other or far apart.
inline TouchStream randomStream(uint64_t Seed, size_t Count) {
  std::mt19937_64 Random(Seed);
  constexpr uint32_t Structures = 5;
  struct Behaviour {
    uint64_t Base, Lines, Step, Position;
    unsigned Kind, Weight;
  };
  std::vector<Behaviour> All(Structures);
  auto Reshape = [&](uint32_t S, Behaviour &B) {
    B.Base = uint64_t(S) << 24;
    B.Lines = uint64_t(1) + (Random() >> (52 + Random() % 11));
    B.Step = Random() % 4 == 0 ? 1 + Random() % 97 : 1;
    B.Position = 0, B.Kind = unsigned(Random() % 3), B.Weight = Random() % 8;
  };
  for (uint32_t S = 0; S != Structures; ++S)
    Reshape(S, All[S]);
  size_t Phase = Count / (1 + Random() % 6) + 1;
  TouchStream T;
  while (T.Lines.size() < Count) {
    if (T.Lines.size() % Phase == Phase - 1) {
      uint32_t S = uint32_t(Random() % Structures);
      Reshape(S, All[S]);
    }
    uint32_t S = uint32_t(Random() % Structures);
    Behaviour &B = All[S];
    if (Random() % 8 > B.Weight)
      continue;
    uint64_t Index = B.Position = (B.Position + 1) % B.Lines;
    double Unit = double(Random() >> 11) * 0x1p-53;
    if (B.Kind == 1)
      Index = uint64_t(double(B.Lines) * Unit);
    if (B.Kind == 2)
      Index = uint64_t(double(B.Lines) * std::pow(Unit, 4));
    T.add(B.Base + Index * B.Step, S);
  }
  return T;
}

} // namespace memfacet::test

#endif
