//===- SyncObjects.h - when an acquisition may take place -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_SYNC_SYNCOBJECTS_H
#define MEMFACET_THREADS_SYNC_SYNCOBJECTS_H

#include "memfacet/Events.h"
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <unordered_map>
#include <vector>

namespace memfacet::threads {

/// What a thread knows of all others: for each thread, up to which of its
/// epochs everything happened before. An epoch ends where the thread lets
/// others know of it (Mattern, "Virtual time and global states of distributed
/// systems", 1989).
class VectorClock {
public:
  /// 0: nothing of \p Thread is known; its own first epoch is 1.
  uint32_t of(uint32_t Thread) const {
    return Thread < Known.size() ? Known[Thread] : 0;
  }
  void advance(uint32_t Thread) {
    if (Known.size() <= Thread)
      Known.resize(Thread + size_t(1));
    ++Known[Thread];
  }
  void join(const VectorClock &O) {
    if (Known.size() < O.Known.size())
      Known.resize(O.Known.size());
    for (size_t I = 0; I != O.Known.size(); ++I)
      Known[I] = std::max(Known[I], O.Known[I]);
    Told = std::max(Told, O.Told);
  }
  /// Numbers what is told to others, in the order of the stream.
  void tell(uint64_t Number) { Told = Number; }
  uint64_t told() const { return Told; }

private:
  std::vector<uint32_t> Known; ///< epochs, by thread
  uint64_t Told = 0;
};

// What SyncObjects needs of a time.
inline void joinTime(uint64_t &To, uint64_t Of) { To = std::max(To, Of); }
inline void joinTime(VectorClock &To, const VectorClock &Of) { To.join(Of); }
inline bool isLater(uint64_t A, uint64_t B) { return A > B; }
/// Told later: of what is taken one by one, in the order in which it was told.
inline bool isLater(const VectorClock &A, const VectorClock &B) {
  return A.told() > B.told();
}

/// When releases took place, and so from when on an acquisition may. A Time is
/// a number that begins at 0, or a VectorClock: of several, the latest counts,
/// or what any of them knew. Called in merged order.
///
/// An acquisition follows
///   of a lock for readers, while reading: those that ended writing;
///   of a barrier: all that arrived in the same round;
///   of a semaphore: the earliest post that nobody has taken yet; where there
///   is none, it is one of those that the semaphore began with;
///   of a condition: the latest signal (which of them woke the thread, nobody
///   tells);
///   of all else: all releases so far.
template <typename Time> class SyncObjects {
public:
  void release(uint32_t Thread, SyncKind Kind, uint64_t Object,
               const Time &Now);
  /// The earliest time at which the acquisition may take place.
  Time acquire(uint32_t Thread, SyncKind Kind, uint64_t Object);

private:
  struct Key {
    SyncKind Kind; ///< WriteLock for ReadLock
    uint64_t Object;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &K) const {
      return std::hash<uint64_t>()(K.Object * 31 + uint64_t(K.Kind));
    }
  };
  struct ReadersLock {
    Time Read = {}, Written = {};
    std::unordered_map<uint32_t, bool> HeldForReading; ///< by thread
  };
  /// Whoever arrives after somebody left is of the next round.
  struct Barrier {
    struct Round {
      Time Last = {};
      bool Left = false;
    };
    std::shared_ptr<Round> Now = std::make_shared<Round>();
    std::unordered_map<uint32_t, std::shared_ptr<Round>> Arrived; ///< by thread
  };
  struct Later {
    bool operator()(const Time &A, const Time &B) const {
      return isLater(A, B);
    }
  };
  using Posts = std::priority_queue<Time, std::vector<Time>, Later>;

  void arrive(Barrier &B, uint32_t Thread, const Time &Now);
  Time leave(Barrier &B, uint32_t Thread);
  Time takePost(Posts &P);
  Time last(SyncKind Kind, uint64_t Object);

  std::unordered_map<Key, Time, KeyHash> Plain;
  std::unordered_map<uint64_t, ReadersLock> ReadersLocks;
  std::unordered_map<Key, Barrier, KeyHash> Barriers;
  std::unordered_map<uint64_t, Posts> Semaphores;
};

extern template class SyncObjects<uint64_t>;
extern template class SyncObjects<VectorClock>;

} // namespace memfacet::threads

#endif
