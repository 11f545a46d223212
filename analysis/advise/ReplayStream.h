//===- ReplayStream.h - accesses with their objects, for many sinks -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts are tried on this stream: every access with its structure and its
// object, which are found once for all trials.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_REPLAYSTREAM_H
#define MEMFACET_ADVISE_REPLAYSTREAM_H

#include "analysis/decode/Batch.h"
#include "memfacet/Check.h"
#include "memfacet/UsedBytes.h"
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace memfacet::advise {

/// No object is known: the access keeps its address.
constexpr uint32_t NoObject = ~uint32_t(0);
/// An unknown object of the heap: of a structure that is not followed, or where
/// an address is in no object of its structure, as in marked memory.
constexpr uint32_t OtherHeapObject = NoObject - 1;

struct ReplayAccess {
  uint64_t Address;
  decode::AccessInfo Info;
  uint32_t Structure;
  /// The number of an object that has begun and not ended, or one of the above.
  uint32_t Object;
  UsedBytes Used = {};
};

struct ReplayEvent {
  enum class Kind : uint8_t {
    Thread,      ///< Number: the thread of what follows
    ThreadEnd,   ///< Number
    ObjectBegin, ///< Number: an object
    ObjectEnd,
    Interval, ///< Number: the interval of the process that begins
    Count,    ///< Number: whether what follows is counted
    Forget    ///< clear all counts
  };
  Kind Type;
  bool OfHeap = false;      ///< ObjectBegin
  uint32_t AccessIndex = 0; ///< comes before this access of the block
  uint32_t Number = 0;      ///< numbers of objects are reused
  uint32_t Structure = 0;   ///< ObjectBegin
  /// ObjectBegin; 0: unknown.
  uint64_t Address = 0, Bytes = 0, ElementBytes = 0;
};

/// A part of the stream.
struct ReplayBlock {
  static constexpr size_t Capacity = 32 * 1024;

  std::vector<ReplayAccess> Accesses;
  std::vector<ReplayEvent> Events; ///< in order

  bool empty() const { return Accesses.empty() && Events.empty(); }
  bool full() const {
    return Accesses.size() >= Capacity || Events.size() >= Capacity;
  }
  void add(ReplayEvent E) {
    E.AccessIndex = uint32_t(Accesses.size());
    Events.push_back(E);
  }
  void clear() {
    Accesses.clear();
    Events.clear();
  }
  /// Calls \p OnEvent and \p OnAccess in the order of the stream.
  template <typename EventVisitor, typename AccessVisitor>
  void forEach(EventVisitor OnEvent, AccessVisitor OnAccess) const {
    auto Next = Events.begin();
    for (uint32_t I = 0; I != Accesses.size(); ++I) {
      for (; Next != Events.end() && Next->AccessIndex == I; ++Next)
        OnEvent(*Next);
      OnAccess(Accesses[I]);
    }
    MEMFACET_CHECK(Next == Events.end() || Next->AccessIndex == Accesses.size(),
                   "events are in order: no access is left to wait for");
    for (; Next != Events.end(); ++Next)
      OnEvent(*Next);
  }
};

/// Takes blocks in order. Several sinks may run at once, each in one thread.
class ReplaySink {
public:
  virtual ~ReplaySink() = default;
  virtual void take(const ReplayBlock &B) = 0;
};

/// Keeps all blocks, to replay them without the trace.
class BlockStore final : public ReplaySink {
public:
  /// If the blocks have more than \p MostBytes bytes, none is kept.
  explicit BlockStore(uint64_t MostBytes) : BytesLeft(MostBytes) {}

  void take(const ReplayBlock &B) override;
  /// Returns whether all blocks that came are kept.
  bool complete() const { return IsComplete; }
  const std::vector<ReplayBlock> &blocks() const { return Blocks; }

private:
  std::vector<ReplayBlock> Blocks;
  uint64_t BytesLeft;
  bool IsComplete = true;
};

/// Hands blocks to sinks, each block to all of them before the next. The
/// results do not depend on the number of threads. Used from one thread.
class ReplayScheduler {
public:
  /// \p Sinks must outlive this. \p Threads: 0: sinks run in the thread of the
  /// caller.
  ReplayScheduler(std::vector<ReplaySink *> Sinks, unsigned Threads);
  ~ReplayScheduler();
  ReplayScheduler(const ReplayScheduler &) = delete;
  ReplayScheduler &operator=(const ReplayScheduler &) = delete;

  /// Returns the block to be filled.
  ReplayBlock &block() { return Filling; }
  /// Hands the block on; block() is empty then.
  void handOn();
  /// Returns when all sinks have taken all blocks.
  void settle();

private:
  void work();

  std::vector<ReplaySink *> Sinks;
  ReplayBlock Filling, Current;
  std::mutex Lock;
  std::condition_variable Changed;
  size_t Next = 0,
         Finished = 0; ///< sinks that have begun with Current, and finished
  bool Ending = false;
  std::vector<std::thread> Workers;
};

} // namespace memfacet::advise

#endif
