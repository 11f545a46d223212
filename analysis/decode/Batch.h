//===- Batch.h - expanded accesses, in arrays ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_BATCH_H
#define MEMFACET_DECODE_BATCH_H

#include "analysis/decode/Event.h"
#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include "memfacet/LineMoves.h"
#include "memfacet/Select.h"
#include "memfacet/Tables.h"
#include "memfacet/Windows.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet::decode {

/// An access in one word, so that it is copied at once: the site in the low
/// half, then whether it writes, then the value of a selected record: the size
/// in bytes and, in the last bit, whether this is a further part of an access.
class AccessInfo {
public:
  static constexpr uint64_t MaxSize = MaxSelectedBytes;
  /// Position of the size in the word.
  static constexpr unsigned SizeShift = 33;
  static constexpr unsigned WriteShift = 32;

  constexpr AccessInfo() = default;
  /// \p Size is at most MaxSize.
  constexpr AccessInfo(uint32_t Site, uint32_t Size, bool Write)
      : Word(uint64_t(Size) << SizeShift | uint64_t(Write) << WriteShift |
             Site) {
    MEMFACET_CHECK(Size <= MaxSize, "its bits are those of the word's end");
  }

  constexpr uint32_t site() const { return uint32_t(Word); }
  constexpr uint32_t size() const {
    return uint32_t(Word >> SizeShift & MaxSize);
  }
  constexpr bool write() const { return Word >> WriteShift & 1; }
  /// Returns whether the access began in an earlier part: this one is no
  /// access.
  constexpr bool isContinued() const { return Word >> ContinuedShift; }

  /// Returns this access, whose size must be 0, with \p Value of its record.
  constexpr AccessInfo withValue(uint32_t Value) const {
    MEMFACET_CHECK(Word >> SizeShift == 0 && Value < 2 * ContinuedBit,
                   "values are added");
    AccessInfo Result;
    Result.Word = Word | uint64_t(Value) << SizeShift;
    return Result;
  }

  /// Returns \p Bytes of this access from its byte \p First on.
  constexpr AccessInfo part(uint64_t First, uint64_t Bytes) const {
    MEMFACET_CHECK(First < size() && Bytes <= size() - First,
                   "a part is within its access");
    AccessInfo Result(site(), uint32_t(Bytes), write());
    Result.Word |= uint64_t(isContinued() || First != 0) << ContinuedShift;
    return Result;
  }

private:
  static constexpr unsigned ContinuedShift = 63;
  static_assert(uint64_t(ContinuedBit) << SizeShift == uint64_t(1)
                                                           << ContinuedShift);
  uint64_t Word = 0;
};

/// A change of the thread's stack between two accesses of a batch.
struct StackMark {
  uint32_t Position; ///< number of the access that follows
  uint32_t Site;     ///< SiteId of the mark
  SiteShape Shape;   ///< a shape that is no access
  uint64_t Address;
  uint64_t Bytes; ///< LocalBegin
};

/// A run that was executed.
struct ExecutedRun {
  uint32_t Position; ///< number of the access that follows; those of the run
                     ///< come first
  uint64_t Row; ///< address in the Blocks table: a path that ends with the run
};

/// A line that moved to a thread's cache (memfacet/LineMoves.h).
struct LineMovement {
  /// First byte in the line that the access that missed took.
  uint64_t Address = 0;
  uint32_t Site = 0; ///< SiteId of that access
  MoveValue Move = {};
  /// First byte of the write that took the line before.
  uint64_t WriteAddress = 0;
  uint32_t Writer = 0; ///< SiteId of that write
  WriterValue Origin = {};
  /// Times that the thread has waited for others so far: at barriers, for
  /// conditions, semaphores, tasks. Locks do not count.
  uint64_t Meetings = 0;
};

/// The thread, the intervals and the choice of lines of a batch.
struct BatchPlace {
  ThreadId Thread;
  IntervalId Interval;
  /// Instructions of the thread when the interval began.
  uint64_t IntervalStart = 0;
  /// Interval of the process, whose clock counts the instructions of all
  /// threads.
  IntervalId Process;
  /// The accesses come from selected records (memfacet/Select.h): some of those
  /// that the thread made. Their sites' executions come with counted(). They
  /// are not in AccessBatch::OutsideAccesses, which is empty.
  bool Selected = false;
  /// The thread is in a window: these are all accesses that it made in
  /// selecting bodies. In the first batch of a window, WindowBegins is set,
  /// too.
  bool Window = false, WindowBegins = false;
  /// The slot of a long window (memfacet/Windows.h); NoSlot if the thread is in
  /// none.
  uint64_t Slot = NoSlot;
  /// The chosen lines, as far as the thread has said. Where it says so, an
  /// empty batch comes.
  LinesValue Lines = {};
  /// Counts the visits of the thread, but for those that are repeated. A turn
  /// without a visit counts as one.
  uint32_t VisitNumber = 0;
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
  /// Executed runs in order, if the sink wants them. Accesses before the first
  /// run are of a run that the batch before ended with.
  std::vector<ExecutedRun> Runs;
  /// Numbers of the accesses outside of the ranges that the sink knows of their
  /// sites (SiteRanges.h), in order.
  size_t OutsideCount = 0;
  alignas(64) std::array<uint32_t, Capacity + VectorLanes> OutsideAccesses;
  /// Events of the heap, if the sink takes them (BatchSink::takesHeapEvents).
  /// Empty if there are Moves.
  HeapEvents Heap;
  /// Moves of lines that the thread has reported, in any order.
  std::vector<LineMovement> Moves;

  /// Adds an access that may lie outside of its site's range.
  void add(uint64_t Begin, AccessInfo Access) {
    OutsideAccesses[OutsideCount++] = uint32_t(Count);
    addInside(Begin, Access);
  }
  void addInside(uint64_t Begin, AccessInfo Access) {
    MEMFACET_CHECK(Count < Capacity, "a full batch is handed on first");
    Address[Count] = Begin;
    Info[Count++] = Access;
  }
  /// Removes all but the BatchPlace.
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

/// How often neighbouring sites were executed.
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
  /// Takes a batch that the sink may keep. Returns a batch to be filled, which
  /// is cleared and whose place may be anything.
  virtual std::unique_ptr<AccessBatch> take(std::unique_ptr<AccessBatch> B) {
    batch(*B);
    B->clear();
    return B;
  }
  virtual void event(const Event &E) = 0;
  /// Says that an object of the heap will begin or end at \p Address soon, by
  /// an event after some others: memory that it needs may be fetched.
  virtual void expect(uint64_t Address) { (void)Address; }
  /// Reports how often \p Thread has executed sites in \p Interval since the
  /// call before, in any order: sites of all batches in between, and blind
  /// ones. Called before what comes is of another thread or interval, before
  /// the tables change, a region of interest begins or ends or a thread ends,
  /// and at the end.
  virtual void executed(ThreadId Thread, IntervalId Interval,
                        std::span<const SiteExecutions> Sites) {
    (void)Thread, (void)Interval, (void)Sites;
  }
  /// Reports the same of runs of selecting bodies: at the end of \p Interval,
  /// after its last batch. Corrections come after all others.
  virtual void counted(ThreadId Thread, IntervalId Interval,
                       std::span<const SiteExecutions> Sites) {
    (void)Thread, (void)Interval, (void)Sites;
  }
  /// Says that batches, from here on, have only instructions and marks
  /// (\p IsSkipping), or again everything.
  virtual void skipping(bool IsSkipping) { (void)IsSkipping; }
  /// Returns when everything so far has been looked at. Called before the
  /// tables change, which the sink may read at any time.
  virtual void settle() {}
  /// Returns what the sink knows of sites, or null. It changes only while the
  /// sink is called.
  virtual SiteRanges *ranges() { return nullptr; }
  /// Returns whether batches must say which runs were executed, which costs
  /// time. Asked once.
  virtual bool wantsRuns() { return false; }
  /// Returns whether Release, Acquire and Stall are passed on; a batch ends
  /// before each of them. Asked once.
  virtual bool wantsSync() { return false; }
  /// Returns whether selected batches may have events of the heap in them,
  /// where lines are chosen and outside of windows: programs that allocate all
  /// the time have a handful of accesses between two of these. Asked once.
  virtual bool takesHeapEvents() { return false; }
};

} // namespace memfacet::decode

#endif
