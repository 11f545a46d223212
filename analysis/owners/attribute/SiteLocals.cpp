//===- SiteLocals.cpp - the locals that sites access ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/SiteLocals.h"
#include <algorithm>

namespace memfacet::owners {

void SiteLocals::addNewKinds() {
  const std::vector<result::Structure> &All = Structures.structures();
  for (size_t I = Kinds.size(); I != All.size(); ++I)
    Kinds.push_back(All[I].Kind == result::StructureKind::Stack ? Kind::Stack
                    : All[I].Kind == result::StructureKind::Local
                        ? Kind::Local
                        : Kind::Other);
}

StructureId SiteLocals::learnOnStack(SiteId Site, uint64_t Address,
                                     StructureId Owner) {
  if (Site.Value >= Locals.size())
    Locals.resize(std::max<size_t>(Modules.siteCount(), Site.Value + 1));
  if (Kinds[Owner.Value] == Kind::Stack)
    return onStack(Site, hasLineOf(Chosen, Address), Owner);
  if (Locals[Site.Value] != StructureRegistry::Unattributed)
    Locals[Site.Value] = Owner;
  return Owner;
}

void SiteLocals::update() {
  for (SiteId Site : Unnamed)
    if (!Locals[Site.Value].valid())
      Locals[Site.Value] =
          Structures.local(*Modules.allocation(Modules.site(Site).Object));
  Unnamed.clear();
}

/// Returns the owner of an access of \p Site to an address of \p Stack, in a
/// chosen line or in another.
StructureId SiteLocals::onStack(SiteId Site, bool IsChosen, StructureId Stack) {
  StructureId &Local = Locals[Site.Value];
  if (IsChosen)
    Local = StructureRegistry::Unattributed;
  if (Local == StructureRegistry::Unattributed)
    return Stack;
  if (Local.valid())
    return Local;
  // Imported accesses have sites without a row.
  if (Site.Value >= Modules.siteCount())
    return Stack;
  // The site may name the variable.
  const decode::SiteInfo &Info = Modules.site(Site);
  if ((Info.Flags & SiteDirect) && Modules.allocation(Info.Object) &&
      std::ranges::find(Unnamed, Site) == Unnamed.end())
    Unnamed.push_back(Site);
  return Stack;
}

} // namespace memfacet::owners
