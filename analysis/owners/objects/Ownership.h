//===- Ownership.h - which structure an address belongs to ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The owner of an address follows from the present objects and ranges:
//
//   1. If objects show in the address's 64-byte line: the last of them that
//      begins to show at or before the address, else the first of them. A gap
//      after an object thus belongs to it. But if a mark is in the line,
//      rule 2 is first for bytes that no object covers: an arena in an array
//      is next to other variables.
//   2. Else, in a stack range, the named local around the address, else the
//      stack itself; else the mapping that covers the address.
//   3. Else there is no owner.
//
// Objects never overlap: a later one evicts those that it covers in part, whose
// end must have been missed. Ranges replace one another byte by byte. Marks lie
// on top of objects and ranges, and hide them (ObjectLayers.h); those inside an
// object, a range or a named local end with it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_OWNERSHIP_H
#define MEMFACET_OWNERS_OBJECTS_OWNERSHIP_H

#include "analysis/caches/cache/OwnerSource.h"
#include "analysis/owners/objects/LocalList.h"
#include "analysis/owners/objects/ObjectLayers.h"
#include "analysis/owners/objects/Shadow.h"
#include "analysis/support/RangeMap.h"
#include <optional>
#include <utility>
#include <vector>

namespace memfacet::owners {

/// Not synchronised: used by one thread at a time.
class Ownership {
public:
  /// \p NoOwner is the structure of addresses without an owner.
  explicit Ownership(StructureId NoOwner) : NoOwner(NoOwner) {}

  /// The objects that a new one evicted. Accepted is false if the new one
  /// reaches outside the address space and is ignored.
  struct ClaimedRange {
    std::vector<LiveObject> Evicted;
    bool Accepted = true;
  };
  ClaimedRange claim(const LiveObject &Object);
  /// Ends the object that starts at \p Address.
  std::optional<LiveObject> release(uint64_t Address);

  /// Returns whether a mark shares a line with \p Object.
  bool marked(const LiveObject &Object) const {
    return Objects.hasMarks() && marksAround(Object.Address, Object.end());
  }
  /// Returns whether a mark overlaps \p Object.
  bool overlapsMark(const LiveObject &Object) const {
    return Objects.hasMarks() &&
           Objects.marked(Object.Address & caches::AddressMask,
                          std::min(Object.end(), caches::AddressMask));
  }
  /// Begins a mark. Returns false if it is outside the address space, or inside
  /// too many.
  bool mark(const LiveObject &Object);
  /// Returns the innermost mark that starts at \p Address.
  std::optional<LiveObject> markAt(uint64_t Address) const {
    return Objects.markAt(Address & caches::AddressMask);
  }
  /// Ends that mark.
  bool unmark(uint64_t Address);
  /// Returns the object below all marks that starts at \p Address.
  std::optional<LiveObject> blockAt(uint64_t Address) const {
    return Objects.bottom().find(Address & caches::AddressMask);
  }
  /// Returns whether \p Address is in a stack.
  bool inStack(uint64_t Address) const {
    return Stacks.find(Address & caches::AddressMask).Value.has_value();
  }
  /// Ends all marks inside [Low, High).
  void unmarkInside(uint64_t Low, uint64_t High);
  /// Returns whether a mark in a stack shares a line with [Low, High).
  bool markedInStack(uint64_t Low, uint64_t High) const {
    return Low < StackMarks.second && StackMarks.first < High &&
           marksAround(Low, High);
  }
  /// Ends the marks inside [Low, High), where a local has ended.
  void unmarkLocal(uint64_t Low, uint64_t High);
  /// Return the marks that have ended, for any reason, since the last call of
  /// takeEndedMarks.
  bool hasEndedMarks() const { return !Ended.empty(); }
  std::vector<LiveObject> takeEndedMarks() { return std::exchange(Ended, {}); }
  /// Returns the structure of the innermost mark or object around \p Address;
  /// invalid: there is none.
  StructureId objectAt(uint64_t Address) const;
  /// Returns [first, second) around \p Address, which belongs to one structure
  /// until objectChanges() say otherwise: an object or a mapping, none of a
  /// stack. Empty: there is none, or other objects are in it.
  std::pair<uint64_t, uint64_t> objectAround(uint64_t Address) const;
  /// Returns the same, or else the named local, which may end without an event.
  std::pair<uint64_t, uint64_t> variableAround(uint64_t Address) const;
  /// Returns the structure of the named local around \p Address; invalid: there
  /// is none.
  StructureId localAt(uint64_t Address) const;
  /// Gives the innermost mark or object around \p Address to \p Structure.
  /// Returns what it was.
  std::optional<LiveObject> rename(uint64_t Address, StructureId Structure);

  /// Sets a stack. \p Locals, if not null, is read until detachLocals is
  /// called; call localsChanged after each change of it.
  void setStack(uint64_t Low, uint64_t High, StructureId Structure,
                const LocalList *Locals = nullptr);
  /// Says that the stack at [Low, High), or what is left of it, has no \p
  /// Locals any more.
  void detachLocals(uint64_t Low, uint64_t High, const LocalList &Locals);
  /// Says that the locals that show in [Low, High) have changed.
  void localsChanged(uint64_t Low, uint64_t High);
  /// The pieces of earlier mappings that a change removes.
  using Removed = std::vector<LiveObject>;
  /// Sets a mapping. Stacks that were there are of threads that have ended.
  Removed setMapping(uint64_t Low, uint64_t High, StructureId Structure);
  Removed clearMapping(uint64_t Low, uint64_t High);
  /// Returns the structure of the mapping around \p Address, if there is one.
  std::optional<StructureId> mappingAt(uint64_t Address) const {
    return Mappings.find(Address & caches::AddressMask).Value;
  }

  /// Returns whether a mapping covers \p Address, which is likely to be near
  /// the last one.
  bool isMapped(uint64_t Address) {
    if (Address - Unmapped.first < Unmapped.second - Unmapped.first) [[likely]]
      return false;
    auto M = Mappings.find(Address & caches::AddressMask);
    if (!M.Value)
      Unmapped = {M.Low, M.High};
    return M.Value.has_value();
  }

  StructureId owner(uint64_t Address) {
    Address &= caches::AddressMask;
    StructureId Structure = Lines.find(Address);
    if (Structure.valid()) [[likely]]
      return Structure;
    return ownerSlow(Address);
  }
  /// Finds an owner in two steps (Shadow::entry). In between, only owners may
  /// be asked for.
  Shadow::Entry entry(uint64_t Address) const {
    Shadow::Entry E = Lines.entry(Address & caches::AddressMask);
    Lines.fetchWords(E);
    return E;
  }
  StructureId owner(uint64_t Address, Shadow::Entry E) {
    Address &= caches::AddressMask;
    StructureId Structure = Lines.find(E, Address);
    if (Structure.valid()) [[likely]]
      return Structure;
    return owner(Address);
  }

  /// Returns the structure of the whole shadow line of \p Address; invalid:
  /// there are several, or it may change without an entry in changes().
  StructureId lineOwner(uint64_t Address) {
    // Does not fetch words: most lines have none.
    return lineOwner(Address, Lines.entry(Address & caches::AddressMask));
  }
  StructureId lineOwner(uint64_t Address, Shadow::Entry E) {
    return E != 0 ? Shadow::whole(E)
                  : lineOwnerSlow(Address & caches::AddressMask);
  }
  const caches::OwnerChanges &changes() const { return Changed; }
  /// Returns the same without changes of named locals, for callers of
  /// objectAround. Locals change so often that a caller that asks rarely would
  /// find the oldest changes gone from changes().
  const caches::OwnerChanges &objectChanges() const { return ObjectsChanged; }

private:
  void noteChange(uint64_t Low, uint64_t High);
  void changed(uint64_t Low, uint64_t High);
  StructureId ownerSlow(uint64_t Address);
  StructureId lineOwnerSlow(uint64_t Address);
  StructureId ownerInLine(uint64_t Address) const;
  StructureId ownerByRange(uint64_t Address);
  std::optional<StructureId> rangeAt(uint64_t Address) const;
  const LocalList::Local *localAround(uint64_t Address) const;
  StructureId ownerByLocals(uint64_t Address, const LocalList &Locals,
                            StructureId Stack);
  void setMixed(uint64_t Line, const Shadow::FineWords &Fine);
  bool buildLine(uint64_t Line);
  void enterLines(const LiveObject &O);
  void buildMarkedLine(uint64_t Line);
  bool marksAround(uint64_t Low, uint64_t High) const;
  void marksEnded(size_t First);

  struct Stack {
    StructureId Structure;
    const LocalList *Locals;
  };

  StructureId NoOwner;
  Shadow Lines;
  caches::OwnerChanges Changed, ObjectsChanged;
  ObjectLayers Objects;
  std::vector<LiveObject> Ended;
  std::pair<uint64_t, uint64_t> StackMarks; ///< around all marks in stacks
  RangeMap<Stack> Stacks;
  RangeMap<StructureId> Mappings;
  std::pair<uint64_t, uint64_t> Unmapped; ///< a gap between mappings, or empty
};

} // namespace memfacet::owners

#endif
