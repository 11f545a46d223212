//===- bench/vectors.cpp - frequency vectors with known phases ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-bench-vectors INTERVALS BLOCKS PER_VECTOR PHASES SEED \
//                               INSTRUCTIONS [TRUTH] > FILE.bb
//
// Each phase has hot blocks of its own, by Zipf's law, and some that all phases
// share. Phases come in four groups, for random numbers of intervals; some
// intervals are mixtures. TRUTH gets "phase mixture" for each interval.
// Deterministic with the C++ library of GCC 12: bench/simpoints.py has the
// check values of two sets.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

struct HotBlock {
  int Block;
  double Share;
};
using Phase = std::vector<HotBlock>;

class Generator {
public:
  Generator(int Blocks, int PerVector, int Phases, uint64_t Seed, double Length)
      : Random(Seed), Length(Length), Shares(Blocks) {
    for (int B = 0; B != Blocks; ++B)
      Sizes.push_back(1 + int(-6 * std::log(1 - uniform())));
    for (int P = 0; P != Phases; ++P)
      All.push_back(makePhase(Blocks, PerVector));
  }

  void write(int Intervals, std::FILE *Truth) {
    int Written = 0, Count = int(All.size());
    while (Written < Intervals) {
      int Group = int(Random() % 4);
      int Run = 1 + int(-40 * std::log(1 - uniform()));
      int Current =
          (Group * (Count / 4) + int(Random() % std::max(1, Count / 2))) %
          Count;
      for (int I = 0; I < Run && Written < Intervals; ++I, ++Written) {
        double Mixture = I == 0 || uniform() < 0.03 ? uniform() : 0;
        interval(Current, int(Random() % All.size()), Mixture, Written);
        if (Truth)
          std::fprintf(Truth, "%d %g\n", Current, Mixture);
      }
    }
  }

private:
  double uniform() {
    return std::uniform_real_distribution<double>(0, 1)(Random);
  }

  Phase makePhase(int Blocks, int PerVector) {
    std::vector<int> Order(Blocks);
    for (int B = 0; B != Blocks; ++B)
      Order[B] = B;
    std::shuffle(Order.begin(), Order.end(), Random);
    Phase Result;
    int Count = int(PerVector * (0.5 + uniform()));
    for (int I = 0; I < Count && I < Blocks; ++I)
      Result.push_back({Order[I], 1.0 / std::pow(I + 1.0, 1.1)});
    for (int I = 0; I < PerVector / 4; ++I)
      Result.push_back({I, 0.2 / std::pow(I + 2.0, 1.0)});
    return Result;
  }

  void add(int Block, double Share) {
    if (Shares[Block] == 0)
      Touched.push_back(Block);
    Shares[Block] += Share;
  }

  void addPhase(const Phase &P, double Weight, double Drift) {
    for (size_t I = 0; I != P.size(); ++I) {
      double Noise = 1 + 0.08 * (uniform() + uniform() + uniform() - 1.5) * 2;
      // The type is unsigned, so this is huge for a third of the blocks, which
      // then are nearly everything or nothing. It stays so because the measured
      // sets were made this way.
      auto Turn = double((I * 2654435761u >> 7) % 3 - 1);
      double Share = Weight * P[I].Share * Noise * (1 + Drift * Turn);
      if (Share > 0)
        add(P[I].Block, Share);
    }
  }

  void interval(int Current, int Other, double Mixture, int Number) {
    double Drift = 0.15 * std::sin(Number * 0.01 + Current);
    if (Mixture < 1)
      addPhase(All[Current], 1 - Mixture, Drift);
    if (Mixture > 0)
      addPhase(All[Other], Mixture, Drift);
    for (int I = 0; I != 5; ++I) { // a few cold blocks
      int Block = int(Random() % Shares.size());
      add(Block, 1e-6 * uniform());
    }
    print();
  }

  void print() {
    double Sum = 0;
    for (int B : Touched)
      Sum += Shares[B];
    std::sort(Touched.begin(), Touched.end());
    std::string Line = "T";
    for (int B : Touched) {
      long long Times = std::llround(Shares[B] / Sum * Length / Sizes[B]);
      if (Times > 0)
        Line += ":" + std::to_string(B + 1) + ":" +
                std::to_string(Times * Sizes[B]) + " ";
      Shares[B] = 0;
    }
    Touched.clear();
    Line += '\n';
    std::fwrite(Line.data(), 1, Line.size(), stdout);
  }

  std::mt19937_64 Random;
  double Length;
  std::vector<int> Sizes; ///< instructions, by block
  std::vector<Phase> All;
  std::vector<double> Shares; ///< of the interval, by block
  std::vector<int> Touched;
};

} // namespace

int main(int Count, char **Words) {
  if (Count < 7) {
    std::fputs("usage: memfacet-bench-vectors INTERVALS BLOCKS PER_VECTOR "
               "PHASES SEED INSTRUCTIONS [TRUTH] > FILE.bb\n",
               stderr);
    return 2;
  }
  std::FILE *Truth = Count > 7 ? std::fopen(Words[7], "w") : nullptr;
  Generator G(std::atoi(Words[2]), std::atoi(Words[3]), std::atoi(Words[4]),
              std::strtoull(Words[5], nullptr, 10), std::atof(Words[6]));
  G.write(std::atoi(Words[1]), Truth);
  if (Truth)
    std::fclose(Truth);
  return 0;
}
