//===- StreamStore.h - streams while they grow ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_STREAMSTORE_H
#define MEMFACET_RESULT_STORE_STREAMSTORE_H

#include "analysis/result/store/PiecedBytes.h"
#include "analysis/result/store/StreamBlocks.h"
#include <algorithm>
#include <map>
#include <unordered_map>

namespace memfacet::result {

/// Returns the measures of accesses and caches, in this order: accesses,
/// stores, and for each level what LevelMeasure lists, with evictions or
/// without.
std::vector<Measure> countedMeasures(size_t Levels, bool Evictions = true);

/// The streams of one group of measures. What is counted is kept by structure
/// and thread, on the thread's clock, and for the process on its own, and in
/// total. Intervals that are over take about a byte per value. With a limit,
/// two intervals are merged into one when they take more than that, as often as
/// needed: each interval of a stream is then 2^shift() of those that are
/// counted.
class StreamStore {
public:
  /// When something is counted.
  struct Moment {
    uint32_t Thread = 0;
    uint32_t Interval = 0; ///< of the thread; must not go backwards
    uint32_t Process = 0;  ///< of the process; what goes backwards stays
  };

  /// \p Measures: the measures of a group, ascending, the one of intervals left
  /// out. What is not packed yet takes at most \p StagedLimit bytes, or little
  /// more.
  explicit StreamStore(std::vector<Measure> Measures,
                       size_t StagedLimit = 16 << 20);
  StreamStore(const StreamStore &) = delete;
  StreamStore &operator=(const StreamStore &) = delete;

  /// Returns whether the thread's interval is over: nothing may be added to it.
  bool isOver(const Moment &Time) const {
    auto Found = Threads.find(Time.Thread);
    return Found != Threads.end() &&
           Time.Interval >> Shift < Found->second.Interval;
  }
  /// Returns where to add what is counted of \p Structure (invalid: of none),
  /// in the order of the measures. Valid until the next call.
  uint64_t *at(const Moment &Time, StructureId Structure);

  /// Limits packed values to \p Bytes, or little more; what is not packed, to a
  /// quarter of it.
  void limit(size_t Bytes) {
    PackedLimit = Bytes;
    StagedLimit = std::min(StagedLimit, Bytes / 4);
  }
  unsigned shift() const { return Shift; }
  /// Merges intervals until shift() is \p WantedShift, if it is less.
  void coarsen(unsigned WantedShift);

  /// Forgets all.
  void clear();
  /// Adds all streams to \p Streams, unsorted. More may be counted afterwards.
  void fill(StreamSet &Streams);
  /// Adds all streams to \p Streams, but their bytes are not in memory twice:
  /// \p Streams fetches them. So it is of use as long as this is there and
  /// nothing more is counted.
  void lend(StreamSet &Streams);
  /// Visits (thread, structure, sums in the order of the measures), sorted;
  /// only threads and structures, without totals.
  template <typename Visitor> void visitSums(Visitor Visit) const {
    for (const auto &[Number, T] : Threads)
      for (const auto &[Structure, S] : T.ByStructure)
        Visit(Number, StructureId(Structure), S.sums());
  }

private:
  /// The values of one structure.
  struct Series {
    /// Values of the open interval, sums of the others, and what of the open
    /// interval the process has had.
    std::vector<uint64_t> Open, Closed, Delivered;
    /// The last row. More of its interval may come: intervals merge.
    std::vector<uint64_t> Tail;
    uint32_t TailInterval = 0;
    bool HasTail = false;
    PiecedBytes Staged; ///< rows that are not packed yet, as varints
    size_t Rows = 0;    ///< in Staged
    size_t AllRows = 0;
    uint32_t Next = 0; ///< first interval after those in Staged
    /// Packed rows, block by block. A block has the lengths of all columns,
    /// then their bytes.
    PiecedBytes Blocks;
    bool InUse = false; ///< in the open interval

    std::vector<uint64_t> sums() const;
  };
  struct ThreadSeries {
    uint32_t Interval = 0;
    std::map<uint32_t, Series> ByStructure;
    Series All; ///< values of no structure while the interval is open; all
                ///< structures once it is closed
    std::vector<Series *> InUse;
    std::vector<uint32_t> InUseIds;
    Series *Last = nullptr; ///< of LastId, which is in use
    StructureId LastId;
    bool IsWaiting = false; ///< in Waiting
  };

  class Lender;

  Series &use(ThreadSeries &T, StructureId Structure);
  ThreadSeries &enter(const Moment &Time);
  template <typename Visitor> void forEach(Visitor Visit);
  void coarsenOnce();
  void mergeRows(Series &S);
  void split();
  void deliverAll();
  void await(ThreadSeries &T);
  void deliver(ThreadSeries &T);
  void close(ThreadSeries &T);
  std::vector<uint64_t> sumOfOpen(const ThreadSeries &T) const;
  void append(Series &S, uint32_t Interval, std::span<const uint64_t> Values);
  void flush(Series &S);
  void pack(Series &S);
  void readLengths(PiecedBytes::Reader &In);
  std::vector<std::string> columnsOf(const Series &S);
  void relieve();
  Series packed(const ThreadSeries &T, StructureId Structure);
  void addRows(StreamSet &Streams, uint32_t Thread, StructureId Structure,
               const Series &S, bool Stay);
  void addAll(StreamSet &Streams, bool Stay);
  static void addTo(std::vector<uint64_t> &Sum,
                    const std::vector<uint64_t> &Values);

  size_t StagedLimit;
  size_t PackedLimit = SIZE_MAX;
  const std::vector<Measure> Kinds; ///< the first one is that of intervals
  StreamPacker Packer;
  std::string Row; ///< the one being staged
  // The block that is being packed:
  std::string Rows; ///< as varints
  std::vector<std::vector<uint64_t>> Columns;
  std::vector<std::string> Packed; ///< index: column
  // A block that is read again:
  StreamBlocks Merging;
  std::vector<std::string> Source; ///< index: column
  std::vector<uint32_t> Lengths;
  std::map<uint32_t, ThreadSeries> Threads;
  ThreadSeries Process; ///< if Split
  bool Split = false;   ///< the process's clock is not that of one thread
  uint32_t LastThread = ~uint32_t(0);
  ThreadSeries *LastSeries = nullptr;
  /// Threads that may have counted since deliverAll: most of many threads have
  /// ended.
  std::vector<ThreadSeries *> Waiting;
  size_t Staged = 0;     ///< bytes
  size_t PackedSize = 0; ///< bytes
  unsigned Shift = 0;
};

} // namespace memfacet::result

#endif
