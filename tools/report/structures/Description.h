//===- Description.h - what a structure is, in a few words ----------------===//
//
// docs/descriptions.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H
#define MEMFACET_REPORT_STRUCTURES_DESCRIPTION_H

#include "tools/report/structures/ContainerKind.h"
#include "tools/support/Terminal.h"
#include <array>

namespace memfacet {

/// All accesses of a structure by what they are to the one before, as far as a
/// sample tells.
struct AccessMix {
  std::array<uint64_t, StepKinds> Accesses = {};
  uint64_t Unknown = 0; ///< of sites that the sample has not, or not twice
  uint64_t Sampled = 0;
  std::vector<Stride> Strides; ///< most steps first
  uint64_t known() const;
};

/// By StructureId.
std::vector<AccessMix> accessMixes(const Profile &P);

/// The \p Top structures with most first-level misses, those without accesses
/// left out.
std::vector<StructureId> mostMissed(const Profile &P, size_t Top);

/// A block of text for each of \p Structures.
std::string describeText(const Profile &P,
                         const std::vector<StructureId> &Structures,
                         const std::string &Folder, const Terminal &Out);
std::string describeJson(const Profile &P,
                         const std::vector<StructureId> &Structures);
std::string describeCsv(const Profile &P,
                        const std::vector<StructureId> &Structures);

} // namespace memfacet

#endif
