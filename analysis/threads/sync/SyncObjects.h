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

/// For each thread, the last of its epochs of which everything happened before.
/// An epoch ends where the thread publishes its clock to other threads
/// (Mattern, "Virtual time and global states of distributed systems", 1989).
class VectorClock {
public:
  /// Returns the last epoch of \p Thread that happened before; 0 if none did. A
  /// thread's first epoch is 1.
  uint32_t epoch(uint32_t Thread) const {
    return Thread < Epochs.size() ? Epochs[Thread] : 0;
  }
  void advance(uint32_t Thread) {
    if (Epochs.size() <= Thread)
      Epochs.resize(Thread + size_t(1));
    ++Epochs[Thread];
  }
  void join(const VectorClock &O) {
    if (Epochs.size() < O.Epochs.size())
      Epochs.resize(O.Epochs.size());
    for (size_t I = 0; I != O.Epochs.size(); ++I)
      Epochs[I] = std::max(Epochs[I], O.Epochs[I]);
    LastRelease = std::max(LastRelease, O.LastRelease);
  }
  /// Sets the number of the release that publishes this clock, in the order of
  /// the stream.
  void noteRelease(uint64_t Number) { LastRelease = Number; }
  uint64_t lastRelease() const { return LastRelease; }

private:
  std::vector<uint32_t> Epochs; ///< by thread
  uint64_t LastRelease = 0;
};

// The operations that SyncObjects needs of a time.
inline void joinTime(uint64_t &Target, uint64_t Source) {
  Target = std::max(Target, Source);
}
inline void joinTime(VectorClock &Target, const VectorClock &Source) {
  Target.join(Source);
}
inline bool isLater(uint64_t A, uint64_t B) { return A > B; }
/// Returns whether \p A was released later. What is taken one by one is taken
/// in the order of its releases.
inline bool isLater(const VectorClock &A, const VectorClock &B) {
  return A.lastRelease() > B.lastRelease();
}

/// The times of releases, which give the earliest time at which an acquisition
/// may take place. A Time is a number that begins at 0, or a VectorClock.
/// Several releases are joined into the latest number, or the latest epochs.
/// Functions are called in merged order.
///
/// An acquisition follows these releases:
/// - lock for readers, while reading: those that ended writing;
/// - barrier: those of all threads that arrived in the same round;
/// - semaphore: the earliest post that no thread has taken yet; if there is
///   none, the acquisition takes a unit that the semaphore began with;
/// - condition variable: the latest signal (which one woke the thread is not
///   known);
/// - all others: all releases so far.
template <typename Time> class SyncObjects {
public:
  void release(uint32_t Thread, SyncKind Kind, uint64_t Object,
               const Time &ReleaseTime);
  /// Returns the earliest time at which the acquisition may take place.
  Time acquire(uint32_t Thread, SyncKind Kind, uint64_t Object);

private:
  struct Key {
    SyncKind Kind;
    uint64_t Object;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &K) const {
      return std::hash<uint64_t>()(K.Object * 31 + uint64_t(K.Kind));
    }
  };
  struct ReadersLock {
    Time ReadEnd = {}, WriteEnd = {};
    std::unordered_map<uint32_t, bool> HeldForReading; ///< by thread
  };
  /// A thread that arrives after another one has left belongs to the next
  /// round.
  struct Barrier {
    struct Round {
      Time LatestArrival = {};
      bool IsEnding = false;
    };
    std::shared_ptr<Round> CurrentRound = std::make_shared<Round>();
    std::unordered_map<uint32_t, std::shared_ptr<Round>> Rounds; ///< by thread
  };
  struct LaterThan {
    bool operator()(const Time &A, const Time &B) const {
      return isLater(A, B);
    }
  };
  using Posts = std::priority_queue<Time, std::vector<Time>, LaterThan>;

  void arrive(Barrier &B, uint32_t Thread, const Time &Arrival);
  Time leave(Barrier &B, uint32_t Thread);
  Time takePost(Posts &P);
  Time lastRelease(SyncKind Kind, uint64_t Object);

  std::unordered_map<Key, Time, KeyHash> PlainTimes;
  std::unordered_map<uint64_t, ReadersLock> ReadersLocks;
  std::unordered_map<Key, Barrier, KeyHash> Barriers;
  std::unordered_map<uint64_t, Posts> Semaphores;
};

extern template class SyncObjects<uint64_t>;
extern template class SyncObjects<VectorClock>;

} // namespace memfacet::threads

#endif
