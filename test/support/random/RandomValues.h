//===- RandomValues.h - random values for profiles -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMVALUES_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMVALUES_H

#include "analysis/result/profile/Profile.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

class RandomValues {
public:
  explicit RandomValues(uint64_t Seed) : Random(Seed) {}

protected:
  /// Returns a random number. Small numbers are as frequent as large ones.
  uint64_t number() { return Random() >> Random() % 64; }

  std::string text() {
    constexpr char Letters[] = "ab '\";\\%\n\0\xc3\xa4{}";
    std::string Text;
    for (size_t I = 0, End = Random() % 12; I != End; ++I)
      Text += Letters[Random() % (sizeof(Letters) - 1)];
    return Text;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> Texts(Random() % 4);
    for (std::string &T : Texts)
      T = text();
    return Texts;
  }

  Counts counts(size_t Levels) {
    Counts C;
    C.Accesses = number(), C.Stores = number();
    C.Loads = C.Accesses - C.Stores;
    for (size_t I = 0; I != Levels; ++I)
      C.Levels.push_back({number(), number(), number()});
    return C;
  }

  Structure structure(size_t Levels) {
    Structure S;
    S.Kind = StructureKind(Random() % 8);
    S.Name = text(), S.Named = Random() % 2, S.Type = text();
    S.File = text(), S.Line = uint32_t(number()), S.Function = text();
    S.ElementBytes = number(), S.Bytes = number(), S.PeakBytes = number();
    S.Objects = number();
    S.Total = counts(Levels);
    return S;
  }

  std::mt19937_64 Random;
};

} // namespace memfacet::test

#endif
