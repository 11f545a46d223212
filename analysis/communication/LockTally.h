//===- LockTally.h - locks that go from thread to thread ------------------===//
//
// What a lock's functions do to its memory is not seen; that it goes from one
// thread to the next is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COMMUNICATION_LOCKTALLY_H
#define MEMFACET_COMMUNICATION_LOCKTALLY_H

#include "analysis/profile/SharingTable.h"
#include "memfacet/Events.h"
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

namespace memfacet {

class LockTally {
public:
  static bool isLock(SyncKind Kind) {
    return Kind == SyncKind::Mutex || Kind == SyncKind::ReadLock ||
           Kind == SyncKind::WriteLock || Kind == SyncKind::TeamLock;
  }

  /// \p Structure has the lock, at \p Offset of the object. \p Call: the table
  /// entry of the call that took it, or 0.
  void acquired(uint64_t Object, uint32_t Thread, SyncKind Kind,
                StructureId Structure, uint64_t Offset, uint64_t Call = 0);
  void released(uint64_t Object, uint32_t Thread) { Last[Object] = Thread; }
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() { Counts.clear(); }
  /// Adds sites of calls to those of \p To; \p Describe says what an entry is.
  /// Entries of one place are one.
  void fill(SharingTable &To,
            const std::function<PairSite(uint64_t Call)> &Describe) const;

private:
  /// Structure, offset, kind, from, to.
  using Key = std::tuple<uint32_t, uint64_t, uint32_t, uint32_t, uint32_t>;

  bool Counting = true;
  std::unordered_map<uint64_t, uint32_t> Last; ///< who let go of an object
  std::map<std::pair<Key, uint64_t>, uint64_t> Counts; ///< by call, too
};

} // namespace memfacet

#endif
