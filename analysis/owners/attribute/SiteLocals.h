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
// Such an access is taken for one to the local that its site accessed last.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_SITELOCALS_H
#define MEMFACET_OWNERS_ATTRIBUTE_SITELOCALS_H

#include "analysis/decode/Modules.h"
#include "analysis/owners/names/StructureRegistry.h"
#include <vector>

namespace memfacet::owners {

/// Not synchronised: used by one thread at a time.
class SiteLocals {
public:
  SiteLocals(const decode::ModuleSet &Modules, StructureRegistry &Structures)
      : Modules(Modules), Structures(Structures) {}

  /// Says that not all frames are recorded from here on.
  void miss() { KnowsFrames = false; }
  /// Learns from an access of \p Site, whose address belongs to \p Owner.
  /// Returns the owner of the access.
  StructureId learn(SiteId Site, StructureId Owner) {
    if (Owner.Value >= Kinds.size()) [[unlikely]]
      addKinds();
    if (Kinds[Owner.Value] == Kind::Other) [[likely]]
      return Owner;
    if (Site.Value >= Locals.size()) [[unlikely]]
      Locals.resize(Modules.siteCount());
    if (Kinds[Owner.Value] == Kind::Stack)
      return onStack(Site, Owner);
    if (Locals[Site.Value] != StructureRegistry::Unattributed)
      Locals[Site.Value] = Owner;
    return Owner;
  }

private:
  enum class Kind : uint8_t { Other, Stack, Local };

  void addKinds();
  StructureId onStack(SiteId Site, StructureId Stack);

  const decode::ModuleSet &Modules;
  StructureRegistry &Structures;
  bool KnowsFrames = true;
  std::vector<Kind> Kinds; ///< by structure
  /// The local that a site accessed last, by site; invalid: none. Unattributed:
  /// it accesses the stack itself, while all frames are known.
  std::vector<StructureId> Locals;
};

} // namespace memfacet::owners

#endif
