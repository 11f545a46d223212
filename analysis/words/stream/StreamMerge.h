//===- StreamMerge.h - the streams of all threads become one --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the merged stream:
//   1. a thread's records stay in its program order;
//   2. ordered events come in the order of their numbers: a thread waits in
//      front of a number whose predecessor has not been merged;
//   3. else the thread with the earliest time stamp goes on to its next stamp
//      (chunk starts and Tick events).
//
// A thread also waits in front of a block that no table seen so far contains:
// the object was registered by another thread, whose events then come first. So
// the tables of a record come before it.
//
// Does not depend on shared memory. Not synchronised: one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_STREAMMERGE_H
#define MEMFACET_WORDS_STREAM_STREAMMERGE_H

#include "analysis/words/stream/RecordLength.h"
#include "analysis/words/stream/Segment.h"
#include "analysis/words/stream/ThreadQueue.h"
#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace memfacet::words {

class StreamMerge {
public:
  /// Called with a chunk's token once all of it was merged.
  using TokenReturn = std::function<void(uint32_t Token)>;
  static constexpr uint64_t Forever = ~uint64_t(0);

  /// \p Lengths must know the tables that were passed to \p Sink.
  StreamMerge(const RecordLength &Lengths, SegmentSink &Sink,
              TokenReturn Consumed)
      : Lengths(Lengths), Sink(Sink), Consumed(std::move(Consumed)) {}

  /// Called when the process has more than one thread. Before that, chunks are
  /// passed on as they are, without a look at their records.
  void setSeveralThreads() { HasSeveralThreads = true; }

  void add(ThreadId Thread, const StreamChunk &C);
  const StreamChunk *find(ThreadId Thread, uint64_t Sequence) const;
  void update(ThreadId Thread, uint64_t Sequence, uint32_t Limit, ChunkEnd End);

  /// Merges what there is up to the time stamp \p Watermark. Every record that
  /// was made before that time has been added, but for those that the merge has
  /// to wait for.
  Status merge(uint64_t Watermark);
  /// Merges everything there is, without waiting.
  Status drain();
  /// If some thread waits for tables (for a number), assumes that they will
  /// never come. Returns false if no thread waits for such.
  bool giveUpTables();
  bool giveUpNumbers();

  bool empty() const { return Threads.empty(); }
  /// Returns whether some chunk is complete and not merged yet.
  bool holdsCompleteChunks() const;
  /// Returns the words merged so far.
  uint64_t mergedWords() const { return Merged; }
  /// Returns UnknownWords, LostOrderNumbers and CutRecords of what was merged.
  const DataLoss &loss() const { return Loss; }

private:
  struct Input {
    ThreadId Thread;
    ThreadQueue Queue;
    uint64_t Stamp = 0;
    /// The thread waits for the event before this number; 0: it does not.
    uint64_t WaitsForOrder = 0;
    /// The thread waits for the tables with this block, or site; 0: it does
    /// not.
    uint64_t WaitsForBlock = 0;
    uint64_t TablesMerged = 0; ///< value when the thread began to wait
    bool Exhausted = false;    ///< until more is added
  };
  enum class Step { GoOn, Stop };

  Input &input(ThreadId Thread);
  bool mayGoOn(const Input &In);
  Input *choose(uint64_t &NextStamp);
  Status mergeUnit(Input &In, uint64_t StampLimit);
  Step mergeSelected(Input &In);
  Step mergeRecord(Input &In, uint32_t Position, uint32_t Words,
                   uint64_t StampLimit);
  Step mergeEvent(Input &In, std::span<const uint64_t> Record,
                  uint64_t StampLimit);
  Step passOrder(Input &In, uint64_t Number);
  Step meetZero(Input &In);
  bool waitsForSite(Input &In, uint32_t Position);
  bool isHopeless(uint64_t Row) const;
  Step meetUnknown(Input &In, uint64_t Header);
  Step meetCut(Input &In);
  static bool endsTorn(const Input &In, uint32_t Words);
  void skip(Input &In, uint32_t Position);
  void take(Input &In, uint32_t Words);
  void flush(Input &In);
  bool nextPiece(Input &In);
  void dropEmpty();
  bool anyWaitsFor(uint64_t Number) const;

  const RecordLength &Lengths;
  SegmentSink &Sink;
  TokenReturn Consumed;

  std::unordered_map<uint32_t, std::unique_ptr<Input>> ByThread;
  std::vector<Input *> Threads; ///< those that have chunks
  bool HasSeveralThreads = false;
  /// The next number to merge. 0: not known, because the first thread's records
  /// were passed on unread; the next ordered event of that thread has it.
  uint64_t NextOrder = 1;
  ThreadId FirstThread; ///< the only thread, while there was only one
  uint64_t TablesMerged = 0;
  std::unordered_set<uint64_t> HopelessBlocks;
  uint64_t Merged = 0;
  DataLoss Loss;

  std::span<const uint64_t> Pending; ///< merged, not yet passed on
  Status SinkStatus;                 ///< what the sink returned
};

} // namespace memfacet::words

#endif
