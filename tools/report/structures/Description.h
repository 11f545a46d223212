//===- Description.h - what a structure is, in a few words ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H
#define MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"
#include <array>

namespace memfacet {

/// docs/internals/descriptions.md says how each is told.
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
ContainerKind linksOf(const result::Profile &P, uint32_t Record);

ContainerKind containerKind(const result::Profile &P,
                            const result::Structure &S);

/// "linked list", "array of linked elements", "single object"; "unknown".
std::string containerText(const result::Profile &P, const result::Structure &S);
/// "pointer chasing", "sequential".
const char *patternText(result::StepKind Kind);

/// Whether its objects hold several elements each.
bool holdsSeveral(const result::Structure &S);

/// The accesses of a structure by their step from the access before, as a
/// sample tells.
struct AccessMix {
  std::array<uint64_t, result::StepKinds> Accesses = {};
  uint64_t Unknown = 0; ///< of sites that the sample has less than twice
  uint64_t Sampled = 0;
  std::vector<result::Stride> Strides; ///< most steps first
  uint64_t known() const;
};

/// By StructureId.
std::vector<AccessMix> accessMixes(const result::Profile &P);

/// The \p Top structures with most first-level misses. Those without accesses
/// are left out.
std::vector<StructureId> mostMissed(const result::Profile &P, size_t Top);

/// The columns of a description, of a structure of \p P: container, elements,
/// pattern, lifetime. \p P outlives them.
Columns<StructureId> descriptionColumns(const result::Profile &P);

/// A block of text for each of \p Structures.
std::string describeText(const result::Profile &P,
                         const std::vector<StructureId> &Structures,
                         const Terminal &Out);
std::string describeJson(const result::Profile &P,
                         const std::vector<StructureId> &Structures);
std::string describeCsv(const result::Profile &P,
                        const std::vector<StructureId> &Structures);

} // namespace memfacet

#endif
