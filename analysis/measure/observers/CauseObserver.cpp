//===- CauseObserver.cpp - why chosen lines missed ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: a structure has an estimated 80,000 misses in the second level. One
// line in eight was simulated: 9,900 misses were seen, 3,300 of them conflicts.
// Then a third of the 80,000 are conflicts.
//
// In the first level, classes are known while all lines are chosen
// (MissCauses.h). Of the misses after that, middle windows say what part are
// conflicts (WindowClasses.h).
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/MissCauses.h"
#include "analysis/gauges/sample/ClassErrors.h"
#include "analysis/measure/counts/CountStore.h"
#include "analysis/measure/counts/FillMemory.h"
#include "analysis/measure/counts/WindowClasses.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <numeric>

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

/// Returns the part of \p Misses that are conflicts.
double conflictsIn(const caches::MissClusters &Misses) {
  double All = 0, Conflicts = 0;
  for (const auto &ByClass : Misses) {
    All += std::accumulate(ByClass.begin(), ByClass.end(), 0.0);
    Conflicts += ByClass[size_t(MissClass::Conflict)];
  }
  return Conflicts / All;
}

uint32_t millionths(double Share) { return uint32_t(1e6 * Share); }

class CauseObserver final : public AccessObserver {
public:
  CauseObserver(const ObserverContext &C, uint64_t Period)
      : Model(C.Caches), Causes(C.Caches, Period), Windows(C.Caches) {
    C.Counts.listen(Causes);
  }

  bool takesWindows() const override { return true; }
  void accesses(const OwnedPart &P) override {
    if (P.Part.Batch.Lines.Bits != 0)
      Windows.add(P.Part, P.Owners);
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Windows.threadEnded(E.Thread);
  }
  void count(bool Wanted) override {
    Causes.count(Wanted);
    Windows.count(Wanted);
  }
  void forgetCounts() override {
    Causes.forgetCounts();
    Windows.forgetCounts();
  }
  void fill(result::Profile &P) override;

private:
  void fillFirst(uint32_t Id, LevelDetail &D) const;
  void fillLater(size_t Level, uint32_t Id, LevelDetail &D) const;
  void addPremature(result::MemoryDetail &Memory) const;
  void fillFirstSets(result::MemoryDetail &Memory) const;
  void limitOccupancy(result::Profile &P) const;
  double errorOf(size_t Level, uint32_t Id) const;

  const caches::CacheModel &Model;
  caches::MissCauses Causes;
  WindowClasses Windows;
};

/// Returns the error of shares among the misses that were seen in \p Level.
double CauseObserver::errorOf(size_t Level, uint32_t Id) const {
  const caches::MissClusters *Clusters = Causes.clusters().find(Level, Id);
  const double Missing = 1 - std::ldexp(1.0, -int(Causes.lines().bits()));
  return Clusters ? gauges::classError(*Clusters, Missing) : 1;
}

/// Fills the classes of \p D, in a level after the first.
void CauseObserver::fillLater(size_t Level, uint32_t Id, LevelDetail &D) const {
  const LevelDetail &Sample = Causes.sumOf(Level, Id);
  if (Sample.Misses == 0)
    return;
  const bool HasAllLines = Causes.lines().residueBits() == 0;
  const uint64_t Count =
      HasAllLines ? D.Misses : classified(D.Misses, Sample.Misses);
  divide(Count, Sample, D);
  D.ClassError = millionths(errorOf(Level, Id));
}

/// Fills the classes of \p D, in the first level: those of the misses while
/// lines of all residues were chosen, and of the others those that windows
/// tell.
void CauseObserver::fillFirst(uint32_t Id, LevelDetail &D) const {
  const LevelDetail &Early = Causes.firstWithAll(Id);
  const LevelDetail &Sample = Causes.sumOf(0, Id);
  // All misses are early then, whatever the estimate of their number says.
  const bool HasAllLines = Causes.lines().residueBits() == 0;
  const uint64_t EarlyMisses =
      HasAllLines ? D.Misses : std::min(D.Misses, Early.Misses);
  if (Early.Misses != 0)
    divide(EarlyMisses, Early, D);
  if (Causes.lines().hashBits() != 0 && Early.Misses != 0)
    D.ClassError = millionths(errorOf(0, Id));
  const uint64_t LaterMisses = D.Misses - EarlyMisses;
  const uint64_t SampleOthers = Sample.Misses - Early.Misses;
  if (LaterMisses == 0 || SampleOthers == 0)
    return;
  const uint64_t SampleCompulsory = Sample.ofClass(MissClass::Compulsory) -
                                    Early.ofClass(MissClass::Compulsory);
  const uint64_t Compulsory =
      partOf(LaterMisses, SampleCompulsory, SampleOthers);
  D.ByClass[size_t(MissClass::Compulsory)] += Compulsory;
  const caches::MissClusters *ByWindow = Windows.find(Id);
  double Error = errorOf(0, Id);
  if (ByWindow) {
    const auto Conflicts =
        std::min(uint64_t(double(LaterMisses) * conflictsIn(*ByWindow)),
                 LaterMisses - Compulsory);
    D.ByClass[size_t(MissClass::Conflict)] += Conflicts;
    D.ByClass[size_t(MissClass::Capacity)] +=
        LaterMisses - Compulsory - Conflicts;
    Error = std::max(Error, gauges::classError(*ByWindow, 1));
  }
  const double Part = double(LaterMisses) / double(D.Misses);
  D.ClassError = std::max(D.ClassError, millionths(Error * Part));
}

/// Adds premature evictions to the rows of \p Memory: of a structure, as many
/// as it has misses that are not compulsory.
void CauseObserver::addPremature(result::MemoryDetail &Memory) const {
  caches::EvictionPairs All;
  for (const caches::EvictionRow &E : Memory.Evictions)
    All.at(E.Level, E.Victim, E.Evictor) = E.Counts;
  for (const caches::EvictionRow &E : Causes.premature().rows()) {
    const LevelDetail &D = Memory.ByStructure[E.Victim].Levels[E.Level];
    const LevelDetail &Sample = Causes.sumOf(E.Level, E.Victim);
    const uint64_t Known = classified(D.Misses, Sample.Misses);
    const uint64_t Compulsory = D.ofClass(MissClass::Compulsory);
    if (Known > Compulsory)
      All.at(E.Level, E.Victim, E.Evictor).Premature =
          partOf(Known - Compulsory, E.Counts.Premature,
                 Sample.Misses - Sample.ofClass(MissClass::Compulsory));
  }
  Memory.Evictions = All.rows();
}

/// Fills the sets of the first level: in proportion to those that windows have,
/// which have all sets, unless all lines were chosen to the end.
void CauseObserver::fillFirstSets(result::MemoryDetail &Memory) const {
  uint64_t Misses = 0, WindowMisses = 0;
  for (const caches::MemoryCounters &C : Memory.ByStructure)
    Misses += C.Levels[0].Misses;
  std::vector<caches::SetCounts> Sets = Windows.sets();
  for (const caches::SetCounts &S : Sets)
    WindowMisses += S.Misses;
  if (Causes.lines().residueBits() == 0 || WindowMisses == 0)
    return fillSets(0, Causes.sets(0), 0, Memory);
  for (caches::SetCounts &S : Sets)
    S = {partOf(Misses, S.Misses, WindowMisses),
         partOf(Misses, S.Conflicts, WindowMisses)};
  fillSets(0, Sets, 0, Memory);
}

/// Scales the lines of samples down that have more than a level holds: each
/// line that tells classes stands for others, as many in the mean.
void CauseObserver::limitOccupancy(result::Profile &P) const {
  auto SampleOf = [](const result::OccupancyRow &O) {
    return std::pair(O.Sample, O.Level);
  };
  std::vector<result::OccupancyRow> &Rows = P.Memory.Occupancy;
  const uint64_t Threads = std::max<size_t>(P.Threads.size(), 1);
  for (auto Begin = Rows.begin(); Begin != Rows.end();) {
    uint64_t Lines = 0;
    auto End = Begin;
    for (; End != Rows.end() && SampleOf(*End) == SampleOf(*Begin); ++End)
      Lines += End->Lines;
    const caches::CacheLevel &Level = Model.Levels[Begin->Level];
    const uint64_t Most =
        Level.Bytes / Model.LineBytes * (Level.Shared ? 1 : Threads);
    for (; Begin != End; ++Begin)
      if (Lines > Most)
        Begin->Lines = partOf(Most, Begin->Lines, Lines);
  }
}

void CauseObserver::fill(result::Profile &P) {
  // Nothing was seen here if the program records all accesses.
  if (!P.Lines.selected())
    return;
  Causes.settle();
  result::MemoryDetail &Memory = P.Memory;
  Memory.Known = true;
  Memory.ByStructure.assign(P.Structures.size(), {});
  const size_t Last = Model.Levels.size() - 1;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    caches::MemoryCounters &Row = Memory.ByStructure[Id];
    for (size_t L = 0; L <= Last; ++L) {
      const result::LevelCounts &Counts = P.Structures[Id].Total.Levels[L];
      LevelDetail &D = Row.Levels[L];
      D.Accesses = Counts.Accesses;
      D.Misses = Counts.Misses;
      D.Writebacks = Counts.Writebacks;
      L == 0 ? fillFirst(Id, D) : fillLater(L, Id, D);
    }
    Row.MemoryReads = Row.Levels[Last].Misses;
    Row.MemoryWrites = Causes.memoryWrites(Id);
  }
  addPremature(Memory);
  fillFirstSets(Memory);
  for (uint32_t L = 1; L <= Last; ++L)
    fillSets(L, Causes.sets(L), Causes.lines().residueBits(), Memory);
  fillOccupancy(Causes.occupancy(), Memory);
  limitOccupancy(P);
}

} // namespace

MakeObserver observeCauses(uint64_t Period) {
  return [=](const ObserverContext &C) {
    return std::make_unique<CauseObserver>(C, Period);
  };
}

} // namespace memfacet::measure
