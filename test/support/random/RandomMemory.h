//===- RandomMemory.h - random models and streams ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Caches have a few lines, so that every case happens often.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMMEMORY_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMMEMORY_H

#include "analysis/caches/memory/MemorySystem.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

/// What a random model may contain.
struct ModelWords {
  bool Policies = true, Inclusions = true, WriteThrough = true;
  bool Prefetching = true, Victims = true, Groups = true, Coherence = true;
  bool Partitions = true;
  bool ShortLines = false; ///< lines of 1 to 4 bytes only
};

class RandomModel {
public:
  RandomModel(uint64_t Seed, ModelWords Words) : Random(Seed), Words(Words) {}

  /// Returns a model that checkCacheModel accepts.
  CacheModel make() {
    while (true) {
      CacheModel Model = any();
      if (checkCacheModel(Model))
        return Model;
    }
  }

private:
  uint64_t below(uint64_t End) { return Random() % End; }
  bool oneIn(uint64_t N) { return below(N) == 0; }

  CacheModel any() {
    CacheModel Model;
    Model.Name = "custom";
    Model.LineBytes = (Words.ShortLines ? 1u : 16u) << below(3);
    size_t Levels = 1 + below(4);
    for (size_t L = 0; L != Levels; ++L)
      Model.Levels.push_back(level(Model, L));
    Model.Coherent = Words.Coherence && oneIn(2);
    for (size_t T = below(3); T != 0; --T) {
      uint32_t Ways = uint32_t(1 + below(3));
      Model.Tlbs.push_back({Ways * uint32_t(1 + below(3)), Ways});
    }
    for (const CacheLevel &L : Model.Levels)
      partition(L, Model);
    return Model;
  }

  CacheLevel level(const CacheModel &Model, size_t Index) {
    CacheLevel L;
    L.Name = fmt::format("L{}", Index + 1);
    L.Ways = oneIn(3) ? uint32_t(1 + below(6)) : 1u << below(4);
    uint64_t Sets = 1 + below(3 + 3 * Index);
    L.Bytes = Sets * L.Ways * Model.LineBytes;
    bool IsBelowShared = Index != 0 && Model.Levels[Index - 1].Shared;
    L.Shared = IsBelowShared || oneIn(3);
    if (!L.Shared && Words.Groups)
      L.Threads = 1u << below(3);
    if (Words.Policies)
      L.Policy = Replacement(below(4));
    if (Words.Inclusions && Index != 0)
      L.Holds = Inclusion(below(3));
    L.WriteThrough = Words.WriteThrough && oneIn(4);
    if (Words.Victims && oneIn(3))
      L.VictimLines = uint32_t(1 + below(4));
    if (Words.Prefetching && L.Holds != Inclusion::Exclusive && oneIn(2)) {
      L.Fetches = oneIn(2) ? Prefetch::NextLine : Prefetch::Stride;
      L.PrefetchLines = uint32_t(1 + below(3));
    }
    return L;
  }

  void partition(const CacheLevel &L, CacheModel &Model) {
    if (Words.Partitions && oneIn(4))
      for (uint64_t I = 1 + below(2); I != 0; --I)
        Model.Partitions.push_back(
            {fmt::format("s{}", 3 * I), uint32_t(1 + below(2)), L.Name});
  }

  std::mt19937_64 Random;
  ModelWords Words;
};

/// An access, or the end of its thread.
struct MemoryEvent {
  MemoryAccess Access;
  bool Ends = false;
};

inline std::string eventText(const MemoryEvent &E) {
  const MemoryAccess &A = E.Access;
  if (E.Ends)
    return fmt::format("end of thread {}", A.Thread.Value);
  return fmt::format("thread {} {} {} bytes at {:#x}, structure {}, site {}",
                     A.Thread.Value, A.Write ? "writes" : "reads", A.Size,
                     A.Address, A.Structure, A.Site);
}

/// Makes accesses of several threads: to a few hot lines that all share, to
/// regions of structures, and walks of sites with constant strides.
class RandomStream {
public:
  RandomStream(uint64_t Seed, uint32_t Threads)
      : Random(Seed), Threads(Threads) {}

  MemoryEvent next() {
    if (below(4) == 0)
      Thread = uint32_t(below(Threads));
    // Some threads continue after their end: then they are cold at each switch.
    if (Threads != 1 && below(150) == 0)
      return {{ThreadId(Thread), 0, 0, 0, 1, false}, true};
    uint64_t Kind = below(10);
    return {Kind < 3 ? hot() : Kind < 7 ? wide() : walk()};
  }

private:
  uint64_t below(uint64_t End) { return Random() % End; }

  MemoryAccess hot() {
    uint64_t Address = Base + below(120);
    return {ThreadId(Thread), uint32_t(Address / 40 % 3), uint32_t(below(4)),
            Address,          uint32_t(1 + below(8)),     below(3) == 0};
  }
  MemoryAccess wide() {
    uint32_t Structure = uint32_t(below(7));
    uint64_t Footprint = uint64_t(64) << Structure;
    return {ThreadId(Thread),
            Structure,
            4 + Structure,
            Base + Structure * 0x1000 + below(Footprint),
            uint32_t(below(20) == 0 ? 1 + below(200) : 1 + below(16)),
            below(4) == 0};
  }
  MemoryAccess walk() {
    uint32_t Site = uint32_t(below(5));
    constexpr int64_t Strides[] = {8, 24, -16, 64, 136};
    uint64_t &Position = Places[Site];
    // Sometimes the walk of a site starts at another address.
    Position = below(30) == 0 ? below(0x3000)
                              : (Position + uint64_t(Strides[Site])) % 0x3000;
    return {
        ThreadId(Thread),          7 + Site % 3, 20 + Site, Base + Position, 8,
        Site == 2 && below(2) == 0};
  }

  static constexpr uint64_t Base = 0x10000;
  std::mt19937_64 Random;
  uint32_t Threads, Thread = 0;
  uint64_t Places[5] = {};
};

} // namespace memfacet::test

#endif
