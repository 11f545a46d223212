//===- orders/test/check.cpp - the B-tree against std::map ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../BTree.h"

#include <cstdio>
#include <map>
#include <random>

using Reference = std::map<uint32_t, uint32_t>;
using Tree = orders::BTree<uint32_t, uint32_t>;

static bool sameRange(const Tree &T, const Reference &R, uint32_t Low,
                      uint32_t High) {
  Reference Content;
  uint32_t Last = 0;
  bool Ordered = true;
  T.scan(Low, High, [&](uint32_t Key, uint32_t Value) {
    Ordered &= Content.empty() || Last < Key;
    Last = Key;
    Content[Key] = Value;
  });
  Reference Expected;
  if (Low < High)
    Expected.insert(R.lower_bound(Low), R.lower_bound(High));
  return Ordered && Content == Expected;
}

static bool sameTrees(uint32_t Seed, uint32_t Keys) {
  std::mt19937 Dice(Seed);
  Tree T;
  Reference R;
  for (uint32_t I = 0; I < 20000; ++I) {
    uint32_t Key = Dice() % Keys;
    if (T.insert(Key, I) != R.emplace(Key, I).second)
      return false;
  }
  for (uint32_t Key = 0; Key < Keys; ++Key) {
    const uint32_t *Found = T.find(Key);
    auto It = R.find(Key);
    if (Found ? It == R.end() || It->second != *Found : It != R.end())
      return false;
  }
  for (int I = 0; I < 100; ++I)
    if (!sameRange(T, R, Dice() % Keys, Dice() % Keys))
      return false;
  return T.size() == R.size() && sameRange(T, R, 0, Keys);
}

int main() {
  int Failed = 0;
  for (uint32_t Keys : {1U, 31U, 32U, 33U, 1000U, 100000U})
    for (uint32_t Seed = 1; Seed <= 3; ++Seed)
      if (!sameTrees(Seed, Keys)) {
        std::printf("keys below %u, seed %u: differs from std::map\n", Keys,
                    Seed);
        ++Failed;
      }
  return Failed != 0;
}
