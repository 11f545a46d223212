//===- ReplayStream.h - accesses with their objects, for many sinks -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts are tried on this stream: every access with the structure and the
// object that it goes to, which are found once for all trials.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_REPLAYSTREAM_H
#define MEMFACET_ADVISE_REPLAYSTREAM_H

#include "analysis/decode/Batch.h"
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace memfacet::advise {

/// No object is known: the access stays where it is.
constexpr uint32_t NoObject = ~uint32_t(0);
/// Some object of the heap, of a structure that is not followed.
constexpr uint32_t OtherHeapObject = NoObject - 1;

struct ReplayAccess {
  uint64_t Address;
  decode::AccessInfo Info;
  uint32_t Structure;
  /// Number of one that was born and has not died, or one of the above.
  uint32_t Object;
};

struct ReplayEvent {
  enum class Kind : uint8_t {
    Thread,      ///< Number: what follows is of this thread
    ThreadEnd,   ///< Number
    ObjectBegin, ///< Number: an object
    ObjectEnd,
    Count, ///< Number: whether what follows is counted
    Forget ///< what was counted so far
  };
  Kind Type;
  bool OfHeap = false;      ///< Born
  uint32_t AccessIndex = 0; ///< it comes before this access of the block
  uint32_t Number = 0;      ///< numbers of objects are used again
  uint32_t Structure = 0;   ///< Born
  uint64_t Address = 0, Bytes = 0, ElementBytes = 0; ///< Born; 0: unknown
};

/// A stretch of the stream.
struct ReplayBlock {
  static constexpr size_t Capacity = 32 * 1024;

  std::vector<ReplayAccess> Accesses;
  std::vector<ReplayEvent> Events; ///< in order

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
    for (; Next != Events.end(); ++Next)
      OnEvent(*Next);
  }
};

/// Takes blocks in order. Several may be called at once, each by one thread.
class ReplaySink {
public:
  virtual ~ReplaySink() = default;
  virtual void take(const ReplayBlock &B) = 0;
};

/// Hands blocks to sinks, each block to all of them before the next: the result
/// does not depend on the number of threads. Used from one thread.
class ReplayScheduler {
public:
  /// \p Sinks outlive this. \p Threads: 0, in the caller's own.
  ReplayScheduler(std::vector<ReplaySink *> Sinks, unsigned Threads);
  ~ReplayScheduler();
  ReplayScheduler(const ReplayScheduler &) = delete;
  ReplayScheduler &operator=(const ReplayScheduler &) = delete;

  /// To be filled.
  ReplayBlock &block() { return Filling; }
  /// Hands it on; there is an empty one then.
  void handOn();
  /// Returns when all sinks have had all.
  void settle();

private:
  void work();

  std::vector<ReplaySink *> Sinks;
  ReplayBlock Filling, Current;
  std::mutex Lock;
  std::condition_variable Changed;
  size_t Next = 0,
         Finished = 0; ///< sinks that have begun with Taken, and ended
  bool Ending = false;
  std::vector<std::thread> Workers;
};

} // namespace memfacet::advise

#endif
