//===- ObjectLives.h - how long a structure's objects live ----------------===//
//
// docs/descriptions.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PROFILE_OBJECTLIVES_H
#define MEMFACET_PROFILE_OBJECTLIVES_H

#include <cstdint>

namespace memfacet {

/// Times are IR instructions of the whole program, all threads, whether counted
/// or not. Only objects of the heap are timed.
struct ObjectLives {
  uint64_t PeakObjects = 0;  ///< most that lived at once
  uint64_t Timed = 0;        ///< objects whose times are known
  uint64_t AtEnd = 0;        ///< of them, those that were not released
  uint64_t Instructions = 0; ///< sum of all their lives
  /// Of these, each life is known: all of them unless there are too many.
  uint64_t Followed = 0;
  uint64_t Brief = 0;   ///< of Followed: released within one interval
  uint64_t Longest = 0; ///< of Followed
  bool operator==(const ObjectLives &) const = default;
};

} // namespace memfacet

#endif
