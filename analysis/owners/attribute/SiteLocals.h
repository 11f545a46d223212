//===- SiteLocals.h - the locals that sites access ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects records a frame only if a local begins in a line that
// is looked at then. Later it looks at other lines: in a visit, or at all of
// them in a window. Accesses may then be to locals of a frame that began before
// and is not known, in a deep recursion above all. Their addresses belong to
// the stack alone:
//
//   push(&mark)    mark    the frame began while its line was looked at
//   pop(&mark)     stack   it did not; pop's accesses were to mark before
//
// Such an access is taken for one to the local that its site accessed last. If
// there is none and the site names one, its accesses are the stack's up to the
// next update.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_SITELOCALS_H
#define MEMFACET_OWNERS_ATTRIBUTE_SITELOCALS_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/Modules.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "memfacet/Check.h"
#include <vector>

namespace memfacet::owners {

/// Not synchronised: used by one thread at a time.
class SiteLocals {
public:
  SiteLocals(const decode::ModuleSet &Modules, StructureRegistry &Structures)
      : Modules(Modules), Structures(Structures) {}

  /// Names locals that sites named since the last call: their structures exist
  /// from here on.
  void update();
  /// Says that one line in 2^\p Bits is chosen from here on. Frames with locals
  /// in chosen lines are always recorded.
  void choose(unsigned Bits) { Chosen = chosenLines(Bits); }
  /// Learns from an access of \p Site to \p Address, which belongs to \p Owner.
  /// Returns the owner of the access. Makes no new structure: callers have room
  /// for those that exist.
  StructureId learn(SiteId Site, uint64_t Address, StructureId Owner) {
    addKinds();
    return isOnStack(Owner.Value) ? learnOnStack(Site, Address, Owner) : Owner;
  }
  /// Does the same for the accesses of \p B, whose \p Owners become those of
  /// the accesses.
  void learn(const decode::BatchPart &B, uint32_t *Owners) {
    addKinds();
    for (size_t I = 0; I != B.size(); ++I)
      if (isOnStack(Owners[I])) [[unlikely]]
        Owners[I] =
            learnOnStack(SiteId(B.Batch.Info[B.Begin + I].site()),
                         B.Batch.Address[B.Begin + I], StructureId(Owners[I]))
                .Value;
  }
  /// Finds the kinds of structures that exist by now. Must be called before
  /// isOnStack() is asked for one that is new.
  void addKinds() {
    if (Kinds.size() != Structures.structures().size()) [[unlikely]]
      addNewKinds();
  }
  /// Returns whether \p Owner is a local, or a stack with what is on it.
  bool isOnStack(uint32_t Owner) const {
    MEMFACET_CHECK(Owner < Kinds.size(), "addKinds comes first");
    return Kinds[Owner] != Kind::Other;
  }

private:
  enum class Kind : uint8_t { Other, Stack, Local };

  void addNewKinds();
  StructureId learnOnStack(SiteId Site, uint64_t Address, StructureId Owner);
  StructureId onStack(SiteId Site, bool IsChosen, StructureId Stack);

  const decode::ModuleSet &Modules;
  StructureRegistry &Structures;
  ResidueSet Chosen = AllResidues;
  std::vector<Kind> Kinds; ///< by structure
  /// The local that a site accessed last, by site; invalid: none. Unattributed:
  /// it accesses the stack itself, as an access to a chosen line has shown.
  std::vector<StructureId> Locals;
  /// Sites that name a local of their own, which is not known yet.
  std::vector<SiteId> Unnamed;
};

} // namespace memfacet::owners

#endif
