//===- sync/SyncObjects.h - since when what is synchronised is free -------===//

#ifndef MEMFACET_SYNC_SYNCOBJECTS_H
#define MEMFACET_SYNC_SYNCOBJECTS_H

#include "memfacet/Events.h"
#include <functional>
#include <memory>
#include <queue>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// When releases took place, and so from when on an acquisition may. Times are
/// of any clock that begins at 0. Called in merged order.
///
/// An acquisition follows
///   of a lock for readers, while reading: those that ended writing;
///   of a barrier: all that arrived in the same round;
///   of a semaphore: the earliest post that nobody has taken yet; where there
///   is none, it is one of those that the semaphore began with;
///   of a condition: the latest signal (which of them woke the thread, nobody
///   tells);
///   of all else: all releases so far.
class SyncObjects {
public:
  void release(uint32_t Thread, SyncKind Kind, uint64_t Object, uint64_t Now);
  /// The earliest time at which the acquisition may take place.
  uint64_t acquire(uint32_t Thread, SyncKind Kind, uint64_t Object);

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
    uint64_t Read = 0, Written = 0;
    std::unordered_map<uint32_t, bool> HeldForReading; ///< by thread
  };
  /// Whoever arrives after somebody left is of the next round.
  struct Barrier {
    struct Round {
      uint64_t Last = 0;
      bool Left = false;
    };
    std::shared_ptr<Round> Now = std::make_shared<Round>();
    std::unordered_map<uint32_t, std::shared_ptr<Round>> Arrived; ///< by thread
  };
  using Posts = std::priority_queue<uint64_t, std::vector<uint64_t>,
                                    std::greater<uint64_t>>;

  void arrive(Barrier &B, uint32_t Thread, uint64_t Now);
  uint64_t leave(Barrier &B, uint32_t Thread);
  uint64_t takePost(Posts &P);
  uint64_t last(SyncKind Kind, uint64_t Object);

  std::unordered_map<Key, uint64_t, KeyHash> Plain;
  std::unordered_map<uint64_t, ReadersLock> ReadersLocks;
  std::unordered_map<Key, Barrier, KeyHash> Barriers;
  std::unordered_map<uint64_t, Posts> Semaphores;
};

} // namespace memfacet

#endif
