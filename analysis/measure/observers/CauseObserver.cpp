//===- CauseObserver.cpp - why chosen lines missed ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: a structure has an estimated 80,000 misses in the first level. One
// line in eight was simulated: 9,900 misses were seen, 3,300 of them conflicts.
// Then a third of the 80,000 are conflicts.
//
// The detailed simulation takes longer than the fast one. Where many accesses
// reach it, it looks at fewer of the chosen lines, as lines nest.
//
// A selecting program drops an access to the line that was used last in its
// residue (memfacet/Select.h). Such a line was last used at some time before
// the next line of the residue was. It is taken for used right before.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/MemorySystem.h"
#include "analysis/gauges/sample/ClassErrors.h"
#include "analysis/measure/counts/FillMemory.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <unordered_map>

namespace memfacet::measure {

namespace {

using caches::LevelDetail;
using caches::MissClass;

/// Returns \p Count times \p Part / \p Whole, rounded down. \p Part is at most
/// \p Whole, which is not 0.
uint64_t partOf(uint64_t Count, uint64_t Part, uint64_t Whole) {
  MEMFACET_CHECK(Part <= Whole && Whole != 0, "a part is not more than all");
  return uint64_t(static_cast<unsigned __int128>(Count) * Part / Whole);
}

/// Returns how many of \p Misses have classes as those of a sample, which
/// stands for \p SampledMisses: all, unless other lines have most of them.
uint64_t classified(uint64_t Misses, uint64_t SampledMisses) {
  return 2 * SampledMisses >= Misses ? Misses : SampledMisses;
}

/// Divides \p Count misses among the classes of \p D as those of \p Sample are.
void divide(uint64_t Count, const LevelDetail &Sample, LevelDetail &D) {
  uint64_t Rest = Count;
  for (size_t C = 0; C != caches::MissClassCount; ++C) {
    D.ByClass[C] = partOf(Count, Sample.ByClass[C], Sample.Misses);
    Rest -= D.ByClass[C];
  }
  // What is left by rounding is no compulsory miss: these are known to have no
  // evictor.
  auto Later = D.ByClass.begin() + 1;
  auto Most = std::max_element(Later, D.ByClass.end());
  (*Most == 0 ? D.ByClass[size_t(MissClass::Compulsory)] : *Most) += Rest;
}

class CauseObserver final : public AccessObserver {
public:
  CauseObserver(const ObserverContext &C, uint64_t Period,
                uint64_t AccessesOfStretch)
      : Model(C.Caches), AccessesOfStretch(AccessesOfStretch), Tally(Model),
        System(Model, Tally), Occupancy(Period) {}

  bool takesChosen() const override { return true; }
  void choose(unsigned NewBits) override {
    IsSome = NewBits != 0;
    if (NewBits > Bits)
      lookAt(NewBits);
  }
  void batch(const decode::AccessBatch &B) override {
    Occupancy.advance(B.Instructions, Tally, Model.Levels.size());
  }
  void accesses(const OwnedPart &P) override {
    const decode::AccessBatch &B = P.Part.Batch;
    RecentLines &Recent = RecentBy[B.Thread.Value];
    const bool Drops = B.Selected && !B.Window;
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
      decode::AccessInfo Info = B.Info[I];
      uint64_t Line = B.Address[I] / Model.LineBytes;
      if (IsSome && !hasResidue(Lines, Line))
        continue;
      ++StretchAccesses;
      Recent.use(Line, [&](uint64_t Previous) {
        if (Drops)
          System.used(B.Thread, Previous);
      });
      System.access({B.Thread, P.Owners[I], Info.site(), B.Address[I],
                     Info.size(), Info.write()});
    }
    if (IsSome && StretchAccesses >= AccessesOfStretch && Bits < mostBits())
      lookAt(Bits + 1);
  }
  void event(const decode::Event &E) override {
    if (E.Kind != EventKind::ThreadEnd)
      return;
    RecentBy.erase(E.Thread.Value);
    System.threadEnded(E.Thread);
  }
  void count(bool Wanted) override {
    settle();
    Tally.count(Wanted);
  }
  void forgetCounts() override {
    Tally.clear();
    std::ranges::fill(Sums, caches::MemoryCounters());
    Premature.clear();
  }
  void fill(result::Profile &P) override;

private:
  /// With fewer lines in the first level, distances are not known well.
  static constexpr uint64_t LeastLines = 16;

  unsigned mostBits() const {
    uint64_t Lines = Model.Levels[0].Bytes / Model.LineBytes;
    auto Bits = unsigned(std::bit_width(Lines / LeastLines));
    return std::clamp(Bits, 1u, MostSelectBits + 1) - 1;
  }
  /// Looks at one line in 2^\p NewBits from here on.
  void lookAt(unsigned NewBits) {
    MEMFACET_CHECK(NewBits <= MostSelectBits, "lines have 64 residues");
    settle();
    Bits = NewBits;
    Lines = chosenLines(Bits);
    StretchAccesses = 0;
    System.choose(Bits);
    Occupancy.choose(Bits);
  }

  /// The line of each residue that a thread used last.
  class RecentLines {
  public:
    /// Calls \p Replaced with the line that \p Line takes the place of.
    template <typename Visitor> void use(uint64_t Line, Visitor Replaced) {
      uint64_t &Recent = Lines[selectResidue(Line)];
      if (Recent == Line + 1)
        return;
      if (Recent != 0)
        Replaced(Recent - 1);
      Recent = Line + 1;
    }

  private:
    std::array<uint64_t, SelectResidues> Lines = {}; ///< plus 1; 0: none
  };

  void settle();
  void fillLevel(result::Profile &P, size_t Id, size_t Level);
  void addPremature(result::MemoryDetail &Memory) const;
  caches::MemoryCounters &sumOf(size_t Id) {
    if (Sums.size() <= Id)
      Sums.resize(Id + 1);
    return Sums[Id];
  }

  const caches::CacheModel &Model;
  const uint64_t AccessesOfStretch;
  caches::MemoryTally Tally;
  caches::MemorySystem System;
  caches::OccupancySampler Occupancy;
  bool IsSome = false; ///< the program records some lines only
  unsigned Bits = 0;   ///< one line in 2^Bits is looked at
  ResidueSet Lines = AllResidues;
  uint64_t StretchAccesses = 0; ///< since the last change of Bits
  std::unordered_map<uint32_t, RecentLines> RecentBy; ///< by thread
  std::vector<caches::MemoryCounters> Sums; ///< by structure, for all lines
  caches::EvictionPairs Premature;          ///< for all lines
};

/// Adds what was counted since the last call, times the lines that each line
/// stands for.
void CauseObserver::settle() {
  System.settle();
  Tally.drain([&](StructureId Id, const caches::MemoryCounters &C) {
    if (!Tally.counting())
      return;
    caches::MemoryCounters &Sum = sumOf(Id.Value);
    for (size_t L = 0; L != Model.Levels.size(); ++L) {
      Sum.Levels[L].Misses += C.Levels[L].Misses << Bits;
      for (size_t Class = 0; Class != caches::MissClassCount; ++Class)
        Sum.Levels[L].ByClass[Class] += C.Levels[L].ByClass[Class] << Bits;
    }
    Sum.MemoryWrites += C.MemoryWrites << Bits;
  });
  for (const caches::EvictionRow &E : Tally.takeEvictions())
    if (E.Counts.Premature != 0)
      Premature.at(E.Level, E.Victim, E.Evictor).Premature += E.Counts.Premature
                                                              << Bits;
}

/// Fills the counts of structure \p Id in \p Level, which \p P has, and their
/// classes.
void CauseObserver::fillLevel(result::Profile &P, size_t Id, size_t Level) {
  const result::LevelCounts &Counts = P.Structures[Id].Total.Levels[Level];
  const LevelDetail &Sample = sumOf(Id).Levels[Level];
  LevelDetail &D = P.Memory.ByStructure[Id].Levels[Level];
  D.Accesses = Counts.Accesses;
  D.Misses = Counts.Misses;
  D.Writebacks = Counts.Writebacks;
  uint64_t Count = classified(D.Misses, Sample.Misses);
  if (Count == 0)
    return;
  divide(Count, Sample, D);
  if (Bits == 0)
    return;
  const caches::ClassesByResidue *Classes =
      Tally.byResidue().find(Level, uint32_t(Id));
  D.ClassError =
      uint32_t(1e6 * (Classes ? gauges::classError(*Classes, Bits) : 1.0));
}

/// Adds premature evictions to the rows of \p Memory: as many of a structure as
/// its classes say.
void CauseObserver::addPremature(result::MemoryDetail &Memory) const {
  caches::EvictionPairs All;
  for (const caches::EvictionRow &E : Memory.Evictions)
    All.at(E.Level, E.Victim, E.Evictor) = E.Counts;
  for (const caches::EvictionRow &E : Premature.rows()) {
    const LevelDetail &D = Memory.ByStructure[E.Victim].Levels[E.Level];
    if (uint64_t Known = D.classified(); Known != 0)
      All.at(E.Level, E.Victim, E.Evictor).Premature = partOf(
          Known, E.Counts.Premature, Sums[E.Victim].Levels[E.Level].Misses);
  }
  Memory.Evictions = All.rows();
}

void CauseObserver::fill(result::Profile &P) {
  settle();
  result::MemoryDetail &Memory = P.Memory;
  Memory.Known = true;
  Memory.ByStructure.assign(P.Structures.size(), {});
  const size_t Last = Model.Levels.size() - 1;
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    for (size_t L = 0; L <= Last; ++L)
      fillLevel(P, Id, L);
    Memory.ByStructure[Id].MemoryReads =
        Memory.ByStructure[Id].Levels[Last].Misses;
    Memory.ByStructure[Id].MemoryWrites = sumOf(Id).MemoryWrites;
  }
  addPremature(Memory);
  fillSets(Tally, Model, Bits, Memory);
  fillOccupancy(Occupancy, Memory);
}

} // namespace

MakeObserver observeCauses(uint64_t Period, uint64_t AccessesOfStretch) {
  return [=](const ObserverContext &C) {
    return std::make_unique<CauseObserver>(C, Period, AccessesOfStretch);
  };
}

} // namespace memfacet::measure
