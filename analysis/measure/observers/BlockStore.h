//===- BlockStore.h - block vectors while they are collected --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_BLOCKSTORE_H
#define MEMFACET_MEASURE_OBSERVERS_BLOCKSTORE_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/FlowTables.h"
#include "analysis/decode/Modules.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/support/OrderedMarks.h"
#include "memfacet/Check.h"
#include <map>
#include <unordered_map>

namespace memfacet::measure {

/// A block of the program's tables: all rows of the same run.
struct KnownBlock {
  uint64_t Row;          ///< address of the first row
  uint32_t Id;           ///< Block::Id
  uint32_t Instructions; ///< of the run alone
  uint32_t Loop;         ///< blockLoop
  /// The same as in CodeBlock.
  std::string Symbol, Object;
};

/// Collects executions of blocks, interval by interval in each thread, and
/// packs them. Numbers of blocks follow from the tables, not from the
/// executions. Called from one thread.
class BlockStore {
public:
  explicit BlockStore(const decode::ModuleSet &Modules) : Modules(Modules) {}

  /// Says that the tables of module \p Module are complete, or that new ones
  /// are at the same addresses. Modules must be added in the order of their
  /// numbers.
  void addModule(uint32_t Module);
  /// Returns the number of the block of row \p Index of \p Module, or None.
  uint32_t numberOf(uint32_t Module, uint32_t Index) const;
  /// Returns the number of the block of the row at \p Address, in the object
  /// that has the address now; or None.
  uint32_t numberAt(uint64_t Address) const;

  /// Returns the instructions of one execution of the block with this number.
  uint32_t instructions(uint32_t Block) const { return Instructions[Block]; }

  /// Adds executions. Counts of less than 0 are kept until the end of the
  /// interval.
  void add(uint32_t ThreadNumber, uint32_t Block, int64_t Executions);
  /// Adds executions of rows of \p Module.
  void add(uint32_t ThreadNumber, uint32_t Module,
           std::span<const decode::RunExecutions> Runs);
  /// Ends the interval \p Number of a thread. If it has ended before, the new
  /// counts are added to it. Returns the instructions of the new counts.
  uint64_t endInterval(uint32_t ThreadNumber, uint32_t Number);
  /// Releases memory that a thread needs only while it runs.
  void threadEnded(uint32_t ThreadNumber);
  void forget();
  bool empty() const { return Threads.empty(); }

  /// Adds all intervals, and the open one of each thread with the number
  /// \p OpenNumber(thread).
  template <typename Numbering>
  void fill(result::BlockVectors &Vectors, Numbering OpenNumber) {
    std::map<uint32_t, uint32_t> Numbers;
    for (const auto &[Thread, T] : Threads)
      Numbers[Thread] = OpenNumber(Thread);
    fillWith(Vectors, Numbers);
  }
  /// Returns the number of counts that were less than 0 at the end of an
  /// interval. They are left out.
  uint64_t misfits() const { return Misfits; }
  /// Returns the instructions of the open interval so far.
  uint64_t openInstructions(uint32_t ThreadNumber) const;

  static constexpr uint32_t None = ~uint32_t(0);

private:
  struct Vector {
    uint32_t Number;
    uint64_t Instructions;
    std::string Packed; ///< as packCounts does, by number of block
  };
  struct Thread {
    std::vector<int64_t> Counts; ///< by block
    OrderedMarks Touched;        ///< blocks; their count may be 0 again
    std::vector<Vector> Ended;
  };
  struct ModuleBlocks {
    uint64_t Begin = 0, End = 0;  ///< of the module's rows
    std::vector<uint32_t> Number; ///< by row
  };

  /// Returns the thread, with room for all blocks.
  Thread &threadOf(uint32_t ThreadNumber);
  static void addTo(Thread &T, uint32_t Block, int64_t Executions) {
    T.Touched.add(Block);
    T.Counts[Block] += Executions;
  }
  Vector pack(const Thread &T, uint32_t Number) const;
  std::vector<result::BlockCount> unpacked(const Vector &V) const;
  Vector merged(const Vector &A, const Vector &B) const;
  KnownBlock describeBlock(uint32_t Module, const decode::TableImage &Image,
                           uint64_t Address, const Block &B) const;
  void fillWith(result::BlockVectors &Vectors,
                const std::map<uint32_t, uint32_t> &Open);

  const decode::ModuleSet &Modules;
  std::vector<KnownBlock> Blocks;
  std::vector<uint32_t> Instructions; ///< of blocks; contiguous
  std::unordered_map<uint32_t, ModuleBlocks> ByModule;
  std::vector<uint32_t> Loaded; ///< modules, the latest last
  std::map<uint32_t, Thread> Threads;
  OrderedMarks Executed; ///< blocks that are in an interval that has ended
  uint64_t Misfits = 0;
};

/// Takes Counts events, which say by how much counters of flows have grown, in
/// objects that only count.
class CountedBlocks {
public:
  CountedBlocks(const decode::ModuleSet &Modules, uint64_t IntervalInstructions)
      : Modules(Modules), IntervalInstructions(IntervalInstructions),
        Store(Modules) {
    MEMFACET_CHECK(IntervalInstructions != 0, "intervals have a length");
  }

  /// Handles \p E, after the tables have handled it.
  void event(const decode::Event &E);
  /// Adds vectors, and the instructions of threads, to \p P, whose threads are
  /// there. Adds nothing where the program does not count.
  void fill(result::Profile &P);

private:
  void addTables(uint32_t Module);
  void count(uint32_t Module, uint32_t Thread, std::span<const uint64_t> Words);
  uint32_t interval(uint32_t Thread) const;

  const decode::ModuleSet &Modules;
  uint64_t IntervalInstructions;
  BlockStore Store;
  std::unordered_map<uint32_t, decode::FlowTables> Flows; ///< by module
  /// Counts of modules whose tables are not there yet.
  struct EarlyCounts {
    uint32_t Thread;
    std::vector<uint64_t> Words;
  };
  std::map<uint32_t, std::vector<EarlyCounts>> Waiting;
  bool HasCounts = false; ///< there are counts, or will be
  std::map<uint32_t, uint64_t>
      EndedInstructions; ///< instructions of ended intervals
  std::vector<decode::CounterGrowth> Counters; ///< valid within one call
  std::vector<decode::RunExecutions> Runs;     ///< valid within one call
};

} // namespace memfacet::measure

#endif
