//===- SiteLocals.cpp - the locals that sites access ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/SiteLocals.h"

namespace memfacet::owners {

void SiteLocals::addKinds() {
  const std::vector<result::Structure> &All = Structures.structures();
  for (size_t I = Kinds.size(); I != All.size(); ++I)
    Kinds.push_back(All[I].Kind == result::StructureKind::Stack ? Kind::Stack
                    : All[I].Kind == result::StructureKind::Local
                        ? Kind::Local
                        : Kind::Other);
}

/// Returns the owner of an access of \p Site to an address of \p Stack.
StructureId SiteLocals::onStack(SiteId Site, StructureId Stack) {
  StructureId &Local = Locals[Site.Value];
  if (KnowsFrames)
    Local = StructureRegistry::Unattributed;
  if (Local == StructureRegistry::Unattributed)
    return Stack;
  if (Local.valid())
    return Local;
  // The site may name the variable.
  const decode::SiteInfo &Info = Modules.site(Site);
  const decode::AllocationInfo *A =
      Info.Flags & SiteDirect ? Modules.allocation(Info.Object) : nullptr;
  Local = A ? Structures.local(*A) : StructureId();
  return A ? Local : Stack;
}

} // namespace memfacet::owners
