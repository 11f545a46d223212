//===- stencil/main.cpp - heat conduction in a square plate ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Heat.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

using namespace stencil;

namespace {

struct Settings {
  uint64_t Seed = 1;
  unsigned long Size = 1000;
  unsigned long Threads = 4;
  unsigned long Steps = 100;
};

bool parse(int Argc, char **Argv, Settings &S) {
  for (int I = 1; I < Argc; I += 2) {
    std::string_view Option = Argv[I];
    if (I + 1 == Argc)
      return false;
    uint64_t Value = std::strtoull(Argv[I + 1], nullptr, 10);
    if (Option == "--seed")
      S.Seed = Value;
    else if (Option == "--size")
      S.Size = Value;
    else if (Option == "--threads")
      S.Threads = Value;
    else if (Option == "--steps")
      S.Steps = Value;
    else
      return false;
  }
  return S.Size >= 3 && S.Size <= 100000 && S.Threads >= 1 &&
         S.Threads <= 1024 && S.Steps >= 1;
}

/// Bit for bit: equal plates, equal checksums.
uint64_t checksum(const Grid &Plate) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (size_t I = 0; I < Plate.rows(); ++I)
    for (size_t J = 0; J < Plate.columns(); ++J) {
      uint64_t Bits;
      std::memcpy(&Bits, &Plate.row(I)[J], sizeof Bits);
      Hash = (Hash ^ Bits) * 0x100000001b3;
    }
  return Hash;
}

} // namespace

int main(int Argc, char **Argv) {
  Settings S;
  if (!parse(Argc, Argv, S)) {
    std::fprintf(stderr, "usage: stencil [--seed N] [--size CELLS] [--threads "
                         "N] [--steps N]\n");
    return 2;
  }
  Grid Plate = heatedPlate(S.Size, S.Seed);
  HeatResult Result =
      conductHeat(Plate, unsigned(S.Threads), unsigned(S.Steps), 1e-9);
  std::printf("steps %u residual %.6g\n", Result.Steps, Result.Residual);
  std::printf("checksum %016" PRIx64 "\n", checksum(Plate));
  return 0;
}
