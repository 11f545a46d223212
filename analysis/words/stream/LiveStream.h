//===- LiveStream.h - the collector: a running program's stream -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_LIVESTREAM_H
#define MEMFACET_WORDS_STREAM_LIVESTREAM_H

#include "analysis/words/stream/ChunkPool.h"
#include "analysis/words/stream/LiveChunks.h"
#include "analysis/words/stream/ProcessWatch.h"
#include <chrono>
#include <functional>

namespace memfacet::words {

/// Reads a region until its program has ended. Sleeps where there is nothing to
/// read, never spins, and never waits for a thread that holds a chunk.
class LiveStream {
public:
  /// Makes the results of everything so far lasting. Called once at the
  /// program's end, and once more if it writes further records then.
  using Finish = std::function<Status(const DataLoss &)>;

  /// \p Lengths must know the tables that were passed to \p Sink.
  LiveStream(Region &R, const RecordLength &Lengths, SegmentSink &Sink,
             Finish WhenDone);

  /// Announces the collector to the program. From here on, the program may
  /// write; before, it waits.
  void attach();
  /// \p Call is called again and again while the program runs, whenever
  /// something was merged since the last call.
  void whenMerged(std::function<void()> Call) { WhenMerged = std::move(Call); }
  /// Returns when the program has ended: the process that claimed the region,
  /// or \p Process if that ends before any process claimed it.
  Status run(uint32_t Process);

  /// Returns whether some process claimed the region.
  bool claimed() const;
  DataLoss loss() const;

private:
  /// What a look at the region is for.
  enum class Look { Passing, ProgramExits, ProgramDead };

  Status collect();
  Status look(Look Purpose, bool &HasChunks);
  void reportMerged();
  uint64_t snapshot(std::vector<uint32_t> &Ready, Look Purpose);
  Status finish();
  void reclaimDeadThreads();
  void relieve();
  void sleep();
  bool exiting() const;
  void follow();
  void setState(CollectorState State);

  Region &Memory;
  SegmentSink &Sink;
  Finish WhenDone;
  std::function<void()> WhenMerged; ///< may be empty
  StreamMerge Merge;
  ChunkPool Pool;
  LiveChunks Chunks;
  ProcessWatch Watch;
  uint32_t Claimed = 0; ///< process that claimed the region, by its own number
  bool IsForeign = false; ///< Claimed is a number in another namespace
  bool HasSeveralThreads = false;
  bool Finished = false;
  uint64_t FinishedWords = 0; ///< merged when Finish was called
  uint64_t ReportedWords = 0; ///< merged when WhenMerged was called
  bool IgnoreTime = false;    ///< in the next look
  uint32_t IdleLooks = 0;     ///< since something was merged
  uint32_t StuckLooks = 0;    ///< idle looks with complete chunks that wait
  std::chrono::steady_clock::time_point LastProgress;
};

} // namespace memfacet::words

#endif
