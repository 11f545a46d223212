//===- HeapObjects.h - allocation events become objects -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_ATTRIBUTE_HEAPOBJECTS_H
#define MEMFACET_OWNERS_ATTRIBUTE_HEAPOBJECTS_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/names/HeapNames.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/HandedOut.h"
#include "analysis/owners/objects/ObjectTimes.h"
#include "analysis/owners/objects/Ownership.h"
#include "analysis/owners/objects/UnclaimedObjects.h"
#include "memfacet/Check.h"
#include <functional>
#include <map>
#include <unordered_map>

namespace memfacet::owners {

/// The data of loaded objects, as events announce it. The code of an object is
/// before some of its data.
class LoadedObjects {
public:
  /// \p S is the structure of the object's data.
  void add(uint64_t Low, uint64_t High, StructureId S);
  void remove(uint64_t Low, uint64_t High);
  /// Returns the structure of the object whose code is at \p Code; else
  /// StructureRegistry::Library.
  StructureId libraryOf(uint64_t Code) const;

private:
  std::map<uint64_t, StructureId> ByLow;
};

/// Counts of allocation events that did not fit.
struct HeapOddities {
  uint64_t UnknownReleases = 0; ///< of addresses where no object starts
  uint64_t Evictions = 0;       ///< objects whose release was never seen
  uint64_t OutsideSpace = 0;    ///< objects beyond the address space
};

/// Makes objects of allocation events. realloc keeps an object's identity. A
/// site that makes the object grow becomes its allocation site; one that does
/// not, or that is in uninstrumented code, does not change it.
class HeapObjects {
public:
  HeapObjects(StructureRegistry &Structures, Ownership &Memory,
              HeapNames &Names, const LoadedObjects &Objects,
              ObjectTimes &Times)
      : Structures(Structures), Memory(Memory), Names(Names), Objects(Objects),
        Times(Times), Unclaimed(Times.births()) {}

  /// Fetches the memory that events of \p Address will need.
  void expect(uint64_t Address) const {
    Times.expect(Address);
    Unclaimed.expect(Address & caches::AddressMask);
  }
  /// Returns the structure of memory from \p Site (an Allocation entry, or 0)
  /// below the calls \p Contexts.
  StructureId structureOf(uint64_t Site, std::span<const uint64_t> Contexts);
  void allocated(const decode::Event &E);
  void released(const decode::Event &E);
  /// Calls \p Callback before each change of objects with bytes in some of
  /// \p Lines, and before each new structure. So owners in such lines need not
  /// be asked for before each event.
  void watch(ResidueSet Lines, const std::function<void()> &Callback) {
    MEMFACET_CHECK(!BeforeChange, "one batch is followed at a time");
    Watched = Lines;
    BeforeChange = &Callback;
  }
  void watchNothing() { BeforeChange = nullptr; }
  /// Says that accesses from here on are to chosen lines alone, one in
  /// 2^\p Bits, no more than before. For others, claimAround must be called.
  void choose(unsigned Bits) { Unclaimed.choose(Bits); }
  /// Claims objects around \p Address, which is not in a chosen line. Must be
  /// called before its owner is asked for.
  void claimAround(uint64_t Address) {
    while (BirthTable::Entry *E =
               Unclaimed.findInLine(Address & caches::AddressMask))
      claim(Unclaimed.take(*E));
  }
  /// Claims all objects. Must be called before other code claims or maps
  /// memory.
  void claimAll();
  /// Says that objects are about to change, whatever lines they are in.
  void announceChange() const {
    if (BeforeChange)
      (*BeforeChange)();
  }
  /// Claims the objects around \p Mark. Must be called before a mark begins or
  /// ends there.
  void prepare(const LiveObject &Mark);
  /// Does the same for a mark anywhere.
  void prepareAll() {
    announceChange();
    claimAll();
  }
  /// Shrinks the mapping that \p Gone was a piece of.
  void unmapped(const LiveObject &Gone);
  bool hasWaiting() const { return !Unclaimed.empty(); }
  const HeapOddities &oddities() const { return Oddities; }

private:
  bool meetsWatched(const LiveObject &O) const {
    return BeforeChange && meetsLines(O.Address, O.end(), Watched);
  }
  bool hasReleased(ThreadId Thread, uint64_t Address) const;
  bool endsWatched(uint64_t Address, const BirthTable::Entry *Birth) const;
  bool claim(const LiveObject &O);
  bool wait(const LiveObject &O);
  void handOut(const LiveObject &O);
  bool isArena(const LiveObject &Old, const LiveObject &O) const;
  result::StructureKind kindOf(StructureId S) const {
    return Structures.structures()[S.Value].Kind;
  }

  StructureRegistry &Structures;
  Ownership &Memory;
  HeapNames &Names;
  const LoadedObjects &Objects;
  ObjectTimes &Times;
  struct ReleasedBlock {
    LiveObject Object;
    ObjectTimes::PausedLife Life;
  };
  /// The object that a thread's realloc in progress has released.
  std::unordered_map<uint32_t, ReleasedBlock> InRealloc;
  UnclaimedObjects Unclaimed;
  HandedOut Pieces; ///< of mappings
  ResidueSet Watched = 0;
  const std::function<void()> *BeforeChange = nullptr; ///< null: none is called
  HeapOddities Oddities;
};

} // namespace memfacet::owners

#endif
