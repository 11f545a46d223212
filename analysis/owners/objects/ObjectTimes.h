//===- ObjectTimes.h - how long objects of the heap live ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_OBJECTS_OBJECTTIMES_H
#define MEMFACET_OWNERS_OBJECTS_OBJECTTIMES_H

#include "analysis/owners/objects/BirthTable.h"
#include "analysis/owners/objects/ObjectMap.h"
#include "analysis/result/profile/Descriptions.h"
#include <vector>

namespace memfacet::owners {

/// Sums the lives of objects without memory for each: the sum is that of all
/// times of death minus that of all times of birth.
class ObjectTimes {
public:
  /// Objects that are released within less than \p BriefBelow instructions are
  /// brief.
  explicit ObjectTimes(uint64_t BriefBelow) : BriefBelow(BriefBelow) {}

  /// Says how many instructions were executed, by any thread.
  void advance(uint64_t Instructions) { Clock += Instructions; }

  /// Says that an object at \p Address will begin or end soon.
  void expect(uint64_t Address) const { Births.expect(Address); }
  /// Adds a new object. \p Waits: it is not claimed (UnclaimedObjects.h).
  void began(const LiveObject &O, bool Waits = false);
  void ended(const LiveObject &O) { end(pause(O)); }
  /// An object that leaves its place, and continues elsewhere or ends.
  struct PausedLife {
    StructureId Structure; ///< invalid: it was never added
    uint64_t BirthTime = 0;
    bool Known = false; ///< BirthTime is that of the birth
  };
  PausedLife pause(const LiveObject &O) {
    return pause(O, Births.find(O.Address));
  }
  /// Takes an object out. \p Birth is the entry of its address in births(), or
  /// null, and is removed.
  PausedLife pause(const LiveObject &O, BirthTable::Entry *Birth);
  /// Continues the life of \p P in \p O, which has the same structure.
  void resume(const LiveObject &O, const PausedLife &P, bool Waits = false);
  void end(const PausedLife &P);
  /// Gives \p O to \p Structure.
  void renamed(const LiveObject &O, StructureId Structure);

  BirthTable &births() { return Births; }
  /// Returns lives by StructureId, as far as there are any. Peaks are not
  /// filled.
  std::vector<result::ObjectLives> lives() const;

private:
  struct Sums {
    uint64_t Timed = 0, Live = 0;
    /// The lives of ended objects, less the births of live ones, modulo 2^64.
    uint64_t Lived = 0;
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
