//===- SameThings.h - what is the same in several profiles ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_MERGE_SAMETHINGS_H
#define MEMFACET_RESULT_MERGE_SAMETHINGS_H

#include "analysis/result/profile/Profile.h"
#include "memfacet/Check.h"
#include <map>
#include <tuple>

namespace memfacet::result {

/// Maps the numbers of one profile to those of the merged one. No two of a
/// profile become one: of those that are named alike, the first becomes the
/// first of the merged ones, and so on.
struct RunNumbers {
  std::vector<uint32_t> Records, Structures, Sites;
  uint32_t FirstThread = 0;

  StructureId structure(StructureId Id) const {
    MEMFACET_CHECK(!Id.valid() || Id.Value < Structures.size(),
                   "each structure of a run has a number in the sum");
    return Id.valid() ? StructureId(Structures[Id.Value]) : Id;
  }
};

/// Adds record types, structures and sites of one profile after the other.
class SameThings {
public:
  explicit SameThings(Profile &Merged) : Merged(Merged) {}

  /// Adds those of \p P, and their own counts. Returns their numbers.
  RunNumbers add(const Profile &P, uint32_t FirstThread);

private:
  using StructureKey = std::tuple<StructureKind, std::string, std::string,
                                  std::string, uint32_t, std::string, size_t>;
  using SiteKey = std::tuple<std::string, uint32_t, uint32_t, std::string, bool,
                             uint32_t, uint32_t, uint64_t, uint32_t, size_t>;

  void addRecords(const Profile &P, RunNumbers &Numbers);
  void addStructures(const Profile &P, RunNumbers &Numbers);
  void addSites(const Profile &P, RunNumbers &Numbers);

  Profile &Merged;
  std::map<std::string, std::vector<uint32_t>> Records; ///< key: name
  std::map<StructureKey, uint32_t> Structures;
  std::map<SiteKey, uint32_t> Sites;
  uint32_t Blocks = 0; ///< numbers of FieldAccess::Block in use
};

} // namespace memfacet::result

#endif
