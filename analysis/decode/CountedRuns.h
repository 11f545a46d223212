//===- CountedRuns.h - executions of runs that select ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_COUNTEDRUNS_H
#define MEMFACET_DECODE_COUNTEDRUNS_H

#include "analysis/decode/FlowTables.h"
#include "analysis/decode/ModuleBuilder.h"
#include <map>
#include <set>
#include <unordered_map>

namespace memfacet::decode {

/// Returns whether the object of \p Image has code that selects its accesses:
/// it counts its runs, and can record them, as it has sites or at least
/// operations.
inline bool isSelecting(const TableImage &Image) {
  return Image.rows(TableKind::Counters, sizeof(Counter)) != 0 &&
         (Image.rows(TableKind::Sites, sizeof(Site)) != 0 ||
          Image.rows(TableKind::Operations, 1) != 0);
}

/// Takes Counts events of objects that select, and computes what threads have
/// executed.
class CountedRuns {
public:
  explicit CountedRuns(const ModuleBuilder &Modules) : Modules(Modules) {}

  /// Says that more of the tables of module \p Number have come.
  void tablesCame(uint32_t Number);
  /// Adds growth of counters of module \p Number in \p Thread, \p Words of a
  /// Counts event. Returns
  /// false if the object does not select, or is not known yet.
  bool add(uint32_t Number, ThreadId Thread, std::span<const uint64_t> Words);

  /// Says that one execution of \p Site in \p Thread was \p More accesses more
  /// than one.
  void correct(ThreadId Thread, uint32_t Site, int64_t More) {
    Threads[Thread.Value].Corrections[Site] += More;
  }

  struct ExecutedSites {
    uint64_t Instructions = 0;
    /// Executions of runs, then corrections.
    std::vector<SiteExecutions> Sites;
  };
  /// Takes what thread \p Id has executed since the last call. Returns false if
  /// that is nothing.
  bool take(ThreadId Id, ExecutedSites &Result);
  /// Returns the threads that have executed something, in order.
  std::vector<ThreadId> threads() const;
  /// Returns the number of counts that were less than 0, which are left out.
  uint64_t misfits() const { return Misfits; }

private:
  struct Run {
    const DecodedBlock *Row; ///< the path's last run is meant
    int64_t Executions;
  };
  struct Thread {
    std::vector<Run> Runs;
    std::set<uint32_t> Modules; ///< modules of Runs
    bool Repeated = false;      ///< runs may be there several times
    std::unordered_map<uint32_t, int64_t> Corrections; ///< key: SiteId

    bool empty() const { return Runs.empty() && Corrections.empty(); }
  };
  struct Module {
    FlowTables Flows;
    const std::vector<DecodedBlock> *Blocks;
  };
  struct Early {
    ThreadId Thread;
    std::vector<uint64_t> Words;
  };

  Module *selecting(uint32_t Number);
  static void addCorrections(Thread &Source, ExecutedSites &Result);
  void solve(uint32_t Number, Module &M, Thread &Target,
             std::span<const uint64_t> Words);

  const ModuleBuilder &Modules;
  /// Key: number; modules that have counted.
  std::map<uint32_t, Module> Selecting;
  std::map<uint32_t, std::vector<Early>> Waiting; ///< for their tables
  std::map<uint32_t, Thread> Threads;
  uint64_t Misfits = 0;
  std::vector<CounterGrowth> Counters; ///< scratch
  std::vector<RunExecutions> Solved;   ///< scratch
};

} // namespace memfacet::decode

#endif
