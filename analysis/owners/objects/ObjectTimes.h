//===- ObjectTimes.h - how long objects of the heap live ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_OBJECTS_OBJECTTIMES_H
#define MEMFACET_OWNERS_OBJECTS_OBJECTTIMES_H

#include "analysis/owners/objects/BirthTable.h"
#include "analysis/owners/objects/ObjectMap.h"
#include "analysis/result/profile/Descriptions.h"
#include <vector>

namespace memfacet::owners {

/// The sum of all lives needs no memory by object: it is the sum of all times
/// of death without that of all times of birth.
class ObjectTimes {
public:
  /// Objects that are released within less than \p BriefBelow instructions are
  /// brief.
  explicit ObjectTimes(uint64_t BriefBelow) : BriefBelow(BriefBelow) {}

  /// So many instructions were executed, by any thread.
  void advance(uint64_t Instructions) { Clock += Instructions; }

  /// An object at \p Address will begin or end soon.
  void expect(uint64_t Address) const { Births.expect(Address); }
  /// \p Waits: it is not claimed (UnclaimedObjects.h).
  void began(const LiveObject &O, bool Waits = false);
  void ended(const LiveObject &O) { end(pause(O)); }
  /// An object that leaves its place, and lives on elsewhere or ends.
  struct Paused {
    StructureId Structure; ///< invalid: it was never told of
    uint64_t BirthTime = 0;
    bool Known = false; ///< Since is when it was born
  };
  Paused pause(const LiveObject &O) { return pause(O, Births.find(O.Address)); }
  /// \p Birth: of births(), of the object's address, or null. It is removed.
  Paused pause(const LiveObject &O, BirthTable::Entry *Birth);
  /// \p O, of the same structure, is where \p P went to.
  void resume(const LiveObject &O, const Paused &P, bool Waits = false);
  void end(const Paused &P);
  /// \p O becomes \p Structure's.
  void renamed(const LiveObject &O, StructureId Structure);

  BirthTable &births() { return Births; }
  /// By StructureId, as far as there are any. Peaks are not filled.
  std::vector<result::ObjectLives> lives() const;

private:
  struct Sums {
    uint64_t Timed = 0, Live = 0;
    uint64_t Lived = 0; ///< modulo 2^64, without what those that live have
    uint64_t Followed = 0, Brief = 0, Longest = 0;
  };
  Sums &sums(StructureId S);

  uint64_t BriefBelow;
  uint64_t Clock = 0;
  std::vector<Sums> ByStructure;
  BirthTable Births;
};

} // namespace memfacet::owners

#endif
