//===- CountedBlocks.h - vectors of a program that counts -----------------===//

#ifndef MEMFACET_OBSERVERS_COUNTEDBLOCKS_H
#define MEMFACET_OBSERVERS_COUNTEDBLOCKS_H

#include "analysis/decode/FlowTables.h"
#include "analysis/observers/BlockStore.h"

namespace memfacet {

/// Takes Counts events, which say by how much counters of flows have grown.
class CountedBlocks {
public:
  CountedBlocks(const ModuleSet &Modules, uint64_t IntervalInstructions)
      : Modules(Modules), IntervalInstructions(IntervalInstructions),
        Store(Modules) {
    if (IntervalInstructions == 0)
      this->IntervalInstructions = 1'000'000;
  }

  /// Whether blocks of objects that filter are wanted. Their instructions are
  /// counted elsewhere.
  void wantFiltering(bool Wanted) { WantsFiltering = Wanted; }
  /// After the tables have seen \p E.
  void event(const Event &E);
  /// Adds vectors, and the instructions of threads, to \p P, whose threads are
  /// there. Nothing where the program does not count.
  void fill(Profile &P);

private:
  void tablesCame(uint32_t Module);
  void count(uint32_t Module, uint32_t Thread, std::span<const uint64_t> Words);
  uint32_t interval(uint32_t Thread) const;

  const ModuleSet &Modules;
  uint64_t IntervalInstructions;
  BlockStore Store;
  std::unordered_map<uint32_t, FlowTables> Flows; ///< by module
  /// Of modules whose tables are still to come.
  struct Early {
    uint32_t Thread;
    std::vector<uint64_t> Words;
  };
  std::map<uint32_t, std::vector<Early>> Waiting;
  bool WantsFiltering = false;
  bool Counts = false;                 ///< something was, or will be
  bool Filtering = false;              ///< an object that filters has counted
  std::map<uint32_t, uint64_t> Done;   ///< instructions of ended intervals
  std::vector<CounterGrowth> Counters; ///< for a moment
  std::vector<RunExecutions> Runs;     ///< for a moment
};

} // namespace memfacet

#endif
