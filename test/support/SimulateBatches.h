//===- support/SimulateBatches.h - accesses straight into the simulator ---===//

#ifndef MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H
#define MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H

#include "analysis/cache/FirstLevels.h"
#include "analysis/cache/OuterLevels.h"
#include "analysis/profile/Profile.h"
#include <deque>
#include <map>
#include <memory>

namespace memfacet::test {

/// Owners as the test says: access by access, in order.
class GivenOwners final : public OwnerSource {
public:
  uint32_t owner(uint64_t) override {
    uint32_t Owner = Next.front();
    Next.pop_front();
    return Owner;
  }
  OwnerEntry lineOwner(uint64_t) override { return UnknownOwner; }
  const OwnerChanges &changes() const override { return None; }

  std::deque<uint32_t> Next;

private:
  OwnerChanges None;
};

/// Batches accesses for the cache levels and sums what they count.
class Simulation final : private FilteredSink {
public:
  explicit Simulation(const CacheModel &Model,
                      SearchKind Search = SearchKind::Best)
      : Levels(Model.Levels.size()), Near(Model, *this, Search),
        Outer(Model, Search), Batch(std::make_unique<AccessBatch>()) {}

  void access(uint32_t Thread, uint32_t Structure, uint64_t Address,
              uint64_t Size, bool Write) {
    if (Batch->Count == AccessBatch::Capacity || Batch->Thread.Value != Thread)
      flush();
    Batch->Thread = ThreadId(Thread);
    Batch->add(Address, {0, uint32_t(Size), Write});
    Owners.Next.push_back(Structure);
    Structures = std::max(Structures, size_t(Structure) + 1);
    Misses.resize(Structures);
  }

  void endThread(uint32_t Thread) {
    flush();
    Near.threadEnded(ThreadId(Thread));
  }

  const std::map<uint32_t, Counts> &counts() {
    flush();
    Near.flush();
    return ByStructure;
  }
  Counts total() {
    Counts Sum;
    for (const auto &[Structure, C] : counts())
      Sum += C;
    return Sum;
  }
  const OuterLevels &caches() const { return Outer; }
  /// In one filtered batch.
  size_t mostMisses() const { return MostMisses; }

private:
  void flush() {
    if (Batch->Count == 0)
      return;
    Near.simulate(*Batch, Owners, Structures);
    Batch->Count = 0;
  }

  Counts &countsOf(StructureId Id) {
    Counts &C = ByStructure[Id.Value];
    C.Levels.resize(Levels);
    return C;
  }

  void filtered(FilteredBatch &B) override {
    MostMisses = std::max(MostMisses, B.Misses.size());
    Outer.simulate(B, Misses);
    for (const auto &[Id, From] : B.Accesses) {
      Counts &C = countsOf(Id);
      C.Accesses += From.accesses();
      C.Stores += From.stores();
      C.Loads += From.accesses() - From.stores();
      C.Levels[0].Accesses += From.touches();
    }
    Misses.drain([&](StructureId Id, const MissCounters &From) {
      Counts &C = countsOf(Id);
      for (size_t L = 0; L != Levels; ++L)
        C.Levels[L] += {L == 0 ? 0 : From.Misses[L - 1], From.Misses[L],
                        From.Writebacks[L]};
    });
  }

  size_t Levels, Structures = 0, MostMisses = 0;
  FirstLevels Near;
  OuterLevels Outer;
  GivenOwners Owners;
  std::unique_ptr<AccessBatch> Batch;
  CounterTable<MissCounters> Misses;
  std::map<uint32_t, Counts> ByStructure;
};

} // namespace memfacet::test

#endif
