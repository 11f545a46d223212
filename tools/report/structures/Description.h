//===- Description.h - what a structure is, in a few words ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H
#define MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"
#include <array>

namespace memfacet::report {

/// docs/internals/descriptions.md says how each kind is recognised.
enum class ContainerKind {
  Unknown,
  Array,
  List,
  Tree,
  Linked, ///< points to its own type in another way, or through other types
  Hash,
  Object ///< one element, or several separate ones
};

/// Returns "unknown", "array", "list", "tree", "linked", "hash", "object", as
/// in JSON.
const char *containerKindName(ContainerKind Kind);

/// Returns how elements of record \p Record point to each other: List, Tree,
/// Linked, or Unknown if they do not.
ContainerKind linksOf(const result::Profile &P, uint32_t Record);
/// Returns the record that \p Type points to, directly, through pointers or by
/// an array of pointers; NoRecord: none.
uint32_t pointedRecord(const result::Profile &P, std::string_view Type);

ContainerKind containerKind(const result::Profile &P,
                            const result::Structure &S);

/// Returns "linked list", "array of linked elements", "single object";
/// "unknown".
std::string containerText(const result::Profile &P, const result::Structure &S);
/// Returns "pointer chasing", "sequential".
const char *patternText(result::StepKind Kind);

/// Returns the record of the elements of \p S: the one that its type names, if
/// it has their size. What a container keeps has the container's type; then it
/// is the record of their size with most accesses. NoRecord: not known.
uint32_t elementRecord(const result::Profile &P, const result::Structure &S);

/// Returns whether each object of \p S holds several elements.
bool holdsSeveral(const result::Structure &S);
/// Returns the bytes of an element. Of a record with a tail, which is one
/// element, those of an object on average.
uint64_t objectBytes(const result::Structure &S);
/// Returns "16 B", "52 B on average".
std::string sizeText(const result::Structure &S);
/// Returns the type of an element of \p S: of a variable that is an array,
/// "char" for "char[200][80]"; of a sequence that keeps elements of
/// one type, "double" for "std::vector<double>"; else that of the record that
/// is accessed, if S.Type has another size; else S.Type. Empty: not known.
std::string_view elementType(const result::Profile &P,
                             const result::Structure &S);

/// The accesses of a structure by their step from the access before, estimated
/// from a sample.
struct AccessMix {
  std::array<uint64_t, result::StepKinds> Accesses = {};
  uint64_t Unknown = 0; ///< of sites that the sample has less than twice
  uint64_t Sampled = 0;
  std::vector<result::Stride> Strides; ///< most steps first
  uint64_t known() const;
};

/// Returns the mix of each structure, by StructureId.
std::vector<AccessMix> accessMixes(const result::Profile &P);

/// Returns the \p Top structures with most first-level misses. Those without
/// accesses are left out.
std::vector<StructureId> mostMissed(const result::Profile &P, size_t Top);

/// Returns the columns that describe a structure of \p P: container, elements,
/// pattern, lifetime. \p P outlives the columns.
Columns<StructureId> descriptionColumns(const result::Profile &P);

/// Writes a block of text for each of \p Structures.
std::string describeText(const result::Profile &P,
                         const std::vector<StructureId> &Structures,
                         const Terminal &Out);
std::string describeJson(const result::Profile &P,
                         const std::vector<StructureId> &Structures);
std::string describeCsv(const result::Profile &P,
                        const std::vector<StructureId> &Structures);

} // namespace memfacet::report

#endif
