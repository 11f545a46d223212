//===- ContainerKind.h - what a structure is made of ----------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_CONTAINERKIND_H
#define MEMFACET_REPORT_STRUCTURES_CONTAINERKIND_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// docs/descriptions.md says how each is told.
enum class ContainerKind {
  Unknown,
  Array,
  List,
  Tree,
  Linked, ///< by pointers to its own kind, in another way or through others
  Hash,
  Object ///< one element, or each by itself
};

/// "unknown", "array", "list", "tree", "linked", "hash", "object": as in JSON.
const char *containerKindName(ContainerKind Kind);

/// How elements of record \p Record point to others of it: List, Tree, Linked,
/// or Unknown where they do not.
ContainerKind linksOf(const Profile &P, uint32_t Record);

ContainerKind containerKind(const Profile &P, const Structure &S);

/// Whether its objects hold several elements each.
bool holdsSeveral(const Structure &S);

} // namespace memfacet

#endif
