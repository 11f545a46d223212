//===- KnownObjects.h - objects that sites access again -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object that each site is expected to access next, in each thread: that of
// an earlier access. When an object ends, it is forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_KNOWNOBJECTS_H
#define MEMFACET_OWNERS_ATTRIBUTE_KNOWNOBJECTS_H

#include "analysis/caches/cache/OwnerSource.h"
#include "analysis/decode/SiteRanges.h"
#include <utility>
#include <vector>

namespace memfacet::owners {

class KnownObjects {
public:
  using Bytes = std::pair<uint64_t, uint64_t>; ///< begin, end

  decode::SiteRanges &ranges() { return BySite; }
  /// Forgets what \p Changes may have given to another owner.
  void follow(const caches::OwnerChanges &Changes) {
    if (Changes.count() != ChangesSeen)
      followAll(Changes);
  }
  void forgetAll();
  /// The number of accesses of a site until its first object is learnt.
  static constexpr uint16_t FirstWait = 2;
  /// Sets the object of a place, all of which belongs to one structure until a
  /// change says otherwise. Empty: it is not known. Returns the number of
  /// accesses of the site outside of it, in any thread, until another object is
  /// learnt: large if the site goes from object to object, or if objects come
  /// and go.
  uint16_t learn(decode::SiteRanges::Place Place, Bytes Object);

private:
  static constexpr uint16_t LongestWait = 1 << 14;
  struct Object {
    uint64_t Low, High;
    std::vector<decode::SiteRanges::Place> Places; ///< that have this object
  };

  void followAll(const caches::OwnerChanges &Changes);
  void forget(uint64_t Low, uint64_t High);
  std::vector<Object>::iterator firstAbove(uint64_t Address);
  void leave(decode::SiteRanges::Place Place);
  void settle(decode::SiteRanges::Place Place, Bytes Object);

  decode::SiteRanges BySite;
  std::vector<uint16_t> Waits; ///< by site
  std::vector<Object> Objects; ///< by address; they do not overlap
  uint64_t ChangesSeen = 0;
};

} // namespace memfacet::owners

#endif
