//===- Batch.h - expanded accesses, structure of arrays -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_BATCH_H
#define MEMFACET_DECODE_BATCH_H

#include "analysis/decode/Event.h"
#include "analysis/support/Ids.h"
#include "memfacet/LineMoves.h"
#include "memfacet/Select.h"
#include "memfacet/Tables.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet::decode {

/// What one access is, in one word, so that it is copied at once: site in the
/// low half, then whether it writes, then the size in bytes.
class AccessInfo {
public:
  static constexpr uint64_t MaxSize = (uint64_t(1) << 31) - 1;
  /// Of the size in the word: it is uppermost.
  static constexpr unsigned SizeShift = 33;
  static constexpr unsigned WriteShift = 32;

  constexpr AccessInfo() = default;
  /// \p Size: at most MaxSize.
  constexpr AccessInfo(uint32_t Site, uint32_t Size, bool Write)
      : Word(uint64_t(Size) << SizeShift | uint64_t(Write) << WriteShift |
             Site) {}

  constexpr uint32_t site() const { return uint32_t(Word); }
  constexpr uint32_t size() const { return uint32_t(Word >> SizeShift); }
  constexpr bool write() const { return Word >> WriteShift & 1; }
  /// Size and whether it writes, without the site.
  constexpr uint32_t shape() const { return uint32_t(Word >> 32); }

  /// Of this one, whose size is 0.
  constexpr AccessInfo withSize(uint32_t Size) const {
    AccessInfo Result;
    Result.Word = Word | uint64_t(Size) << SizeShift;
    return Result;
  }

private:
  uint64_t Word = 0;
};

/// What becomes of the thread's stack between two accesses of a batch.
struct StackMark {
  uint32_t Position; ///< before this access
  uint32_t Site;     ///< SiteId of the mark
  SiteShape Shape;   ///< one of those that are no accesses
  uint64_t Address;
  uint64_t Bytes; ///< LocalBegin
};

/// A run that was executed.
struct ExecutedRun {
  uint32_t Position; ///< before this access; those of the run follow
  uint64_t Row; ///< address in the Blocks table, of a path that ends with it
};

/// A line that came to a thread (memfacet/LineMoves.h).
struct LineMovement {
  /// First byte of it that the access that missed took.
  uint64_t Address = 0;
  uint32_t Site = 0; ///< SiteId of that access
  MoveValue Move = {};
  /// First byte of the write that took the line before.
  uint64_t WriteAddress = 0;
  uint32_t Writer = 0; ///< SiteId of that write
  WriterValue Origin = {};
};

/// Whose accesses a batch has.
struct BatchPlace {
  ThreadId Thread;
  IntervalId Interval;
  /// Instructions of the thread when the interval began.
  uint64_t IntervalStart = 0;
  /// Of the process, whose clock are the instructions of all threads.
  IntervalId Process;
  /// The accesses come from selected records (memfacet/Select.h): some of those
  /// that the thread made. Their sites' executions come with counted(). They
  /// are not in AccessBatch::Outside, which is empty.
  bool Selected = false;
  /// The thread is in a window: these are all accesses that it made in
  /// selecting bodies. In the first batch of a window, WindowBegins is set,
  /// too.
  bool Window = false, WindowBegins = false;
  /// What is chosen, as far as the thread has said. Where it says so, an empty
  /// batch comes.
  LinesValue Lines = {};
};

/// Accesses of one thread within one interval, of the thread and of the
/// process, in program order. Between two batches lie the events and interval
/// ends that separate them.
struct AccessBatch : BatchPlace {
  static constexpr size_t Capacity = 2048;
  static constexpr size_t MaxMarks = 2048;
  static constexpr size_t MaxRuns = 1 << 16;
  /// Lists are written in whole vectors.
  static constexpr size_t VectorLanes = 8;

  /// Instructions of this thread executed in the blocks of this batch.
  uint64_t Instructions = 0;
  size_t Count = 0;
  alignas(64) std::array<uint64_t, Capacity> Address; ///< first byte
  alignas(64) std::array<AccessInfo, Capacity> Info;  ///< size at least 1
  std::vector<StackMark> Marks;                       ///< in order
  /// In order, if the sink wants them. Accesses before the first are of a run
  /// that the batch before ended with.
  std::vector<ExecutedRun> Runs;
  /// Numbers of the accesses outside of what the sink knows of their sites
  /// (SiteRanges.h), in order.
  size_t OutsideCount = 0;
  alignas(64) std::array<uint32_t, Capacity + VectorLanes> OutsideAccesses;
  /// If the sink takes them (BatchSink::takesHeapEvents). Empty if there are
  /// Moves.
  HeapEvents Heap;
  /// What the thread has told of lines, in any order.
  std::vector<LineMovement> Moves;

  /// An access of which nothing is known.
  void add(uint64_t Begin, AccessInfo Access) {
    OutsideAccesses[OutsideCount++] = uint32_t(Count);
    addInside(Begin, Access);
  }
  void addInside(uint64_t Begin, AccessInfo Access) {
    Address[Count] = Begin;
    Info[Count++] = Access;
  }
  /// Nothing is left but whose batch it is.
  void clear() {
    Marks.clear();
    Runs.clear();
    Heap.clear();
    Moves.clear();
    Count = 0;
    OutsideCount = 0;
    Instructions = 0;
  }
};

/// Some accesses of a batch.
struct BatchPart {
  const AccessBatch &Batch;
  size_t Begin, End;

  size_t size() const { return End - Begin; }
};

/// Neighbouring sites were executed so often.
struct SiteExecutions {
  uint32_t First; ///< SiteId
  uint32_t Sites;
  uint64_t Executions; ///< modulo 2^64: corrections are negative
};

class SiteRanges;

/// Takes batches and events in order, from one thread.
class BatchSink {
public:
  virtual ~BatchSink() = default;
  virtual void batch(const AccessBatch &B) = 0;
  /// As batch, of one that the sink may keep. Gives back one to be filled,
  /// cleared, whose place may be anything.
  virtual std::unique_ptr<AccessBatch> take(std::unique_ptr<AccessBatch> B) {
    batch(*B);
    B->clear();
    return B;
  }
  virtual void event(const Event &E) = 0;
  /// An object of the heap will begin or end at \p Address soon, by an event
  /// behind some others: memory that it needs may be fetched.
  virtual void expect(uint64_t Address) { (void)Address; }
  /// How often \p Thread has executed sites in \p Interval since the call
  /// before, in any order: those of all batches in between, and blind ones.
  /// Called before what comes is of another thread or interval, before the
  /// tables change, a region of interest begins or ends or a thread ends, and
  /// at the end.
  virtual void executed(ThreadId Thread, IntervalId Interval,
                        std::span<const SiteExecutions> Sites) {
    (void)Thread, (void)Interval, (void)Sites;
  }
  /// The same of runs of selecting bodies: at the end of \p Interval, behind
  /// its last batch. Corrections come behind all others.
  virtual void counted(ThreadId Thread, IntervalId Interval,
                       std::span<const SiteExecutions> Sites) {
    (void)Thread, (void)Interval, (void)Sites;
  }
  /// From here on, batches have instructions and marks alone (\p IsSkipping),
  /// or again everything.
  virtual void skipping(bool IsSkipping) { (void)IsSkipping; }
  /// Returns when everything so far has been looked at: before the tables
  /// change, which it may read at any time.
  virtual void settle() {}
  /// What it knows of sites, or null. Changes only while it is called.
  virtual SiteRanges *ranges() { return nullptr; }
  /// Whether batches shall say which runs were executed, which costs time.
  /// Asked once.
  virtual bool wantsRuns() { return false; }
  /// Whether Release, Acquire and Stall shall be passed on, before each of
  /// which a batch ends. Asked once.
  virtual bool wantsSync() { return false; }
  /// Whether selected batches may have events of the heap in them, where lines
  /// are chosen and outside of windows: programs that allocate all the time
  /// have a handful of accesses between two of these. Asked once.
  virtual bool takesHeapEvents() { return false; }
};

} // namespace memfacet::decode

#endif
