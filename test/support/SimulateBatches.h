//===- support/SimulateBatches.h - accesses straight into the simulator ---===//

#ifndef MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H
#define MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H

#include "analysis/cache/Hierarchy.h"
#include "analysis/profile/Profile.h"
#include <map>
#include <memory>

namespace memfacet::test {

/// Batches accesses for a Hierarchy and sums what it counts.
class Simulation {
public:
  explicit Simulation(const CacheModel &Model,
                      SearchKind Search = SearchKind::Best)
      : Caches(Model, Search), Batch(std::make_unique<AccessBatch>()) {
    Owners.resize(AccessBatch::Capacity);
  }

  void access(uint32_t Thread, uint32_t Structure, uint64_t Address,
              uint64_t Size, bool Write) {
    if (Batch->Count == AccessBatch::Capacity || Batch->Thread.Value != Thread)
      flush();
    Batch->Thread = ThreadId(Thread);
    Batch->Address[Batch->Count] = Address;
    Batch->Size[Batch->Count] = uint32_t(Size);
    Batch->Write[Batch->Count] = Write;
    Owners[Batch->Count++] = Structure;
    Counters.resize(Structure + 1);
  }

  void endThread(uint32_t Thread) {
    flush();
    Caches.threadEnded(ThreadId(Thread));
  }

  const std::map<uint32_t, Counts> &counts() {
    flush();
    return ByStructure;
  }
  Counts total() {
    Counts Sum;
    for (const auto &[Structure, C] : counts())
      Sum += C;
    return Sum;
  }
  const Hierarchy &caches() const { return Caches; }

private:
  void flush() {
    if (Batch->Count == 0)
      return;
    Caches.simulate(*Batch, Owners, Counters);
    Batch->Count = 0;
    Counters.drain([&](StructureId Id, const StructureCounters &From) {
      Counts &C = ByStructure[Id.Value];
      C.Levels.resize(Caches.levels());
      C.Accesses += From.accesses();
      C.Stores += From.stores();
      C.Loads += From.accesses() - From.stores();
      uint64_t Reaching = From.touches();
      for (size_t L = 0; L != Caches.levels(); ++L) {
        C.Levels[L] += {Reaching, From.Misses[L], From.Writebacks[L]};
        Reaching = From.Misses[L];
      }
    });
  }

  Hierarchy Caches;
  std::unique_ptr<AccessBatch> Batch;
  std::vector<uint32_t> Owners;
  CounterTable Counters;
  std::map<uint32_t, Counts> ByStructure;
};

} // namespace memfacet::test

#endif
