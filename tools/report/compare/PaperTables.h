//===- PaperTables.h - tables of several programs -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of Agaram et al., Decomposing Memory Performance: Data Structures
// and Phases, ISMM 2006: data profiles (Figure 4), descriptions (Figure 5),
// criticality (section 3.4), premature evictions (Figure 6). Each takes several
// profiles.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMPARE_PAPERTABLES_H
#define MEMFACET_REPORT_COMPARE_PAPERTABLES_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <string>
#include <vector>

namespace memfacet::report {

/// A part of a program in Figure 4: DS1, DS2, DS3 (the structures off the stack
/// with the most first-level misses), the stack with all its variables, or all
/// else.
struct DataPart {
  static constexpr size_t Count = 5;
  std::string Name;
  result::Counts Total;
};
struct DataProfile {
  std::string Program;
  std::vector<DataPart> Parts; ///< DataPart::Count; the sum is the program
  uint64_t TopFive = 0;        ///< first-level misses of the first five
};
DataProfile dataProfile(const result::Profile &P);

/// Write tables of all \p Profiles, which have at least one cache level each.
std::string dataTable(const std::vector<result::Profile> &Profiles,
                      const Terminal &Out);
std::string dataCsv(const std::vector<result::Profile> &Profiles);
std::string dataJson(const std::vector<result::Profile> &Profiles);

/// DS1 to DS3 of each program: container, regular or irregular, sizes.
std::string descriptionTable(const std::vector<result::Profile> &Profiles,
                             const Terminal &Out);
std::string descriptionCsv(const std::vector<result::Profile> &Profiles);
std::string descriptionJson(const std::vector<result::Profile> &Profiles);

/// Instructions per cycle; misses and stalls of the structures with the most
/// stall cycles, and of all critical ones. Profiles without a core are listed
/// below the table.
std::string criticalityTable(const std::vector<result::Profile> &Profiles,
                             const Terminal &Out);
std::string criticalityCsv(const std::vector<result::Profile> &Profiles);
std::string criticalityJson(const std::vector<result::Profile> &Profiles);

/// Premature evictions by the same and by other structures, for each level.
/// Profiles without Memory are listed below the table.
std::string prematureTable(const std::vector<result::Profile> &Profiles,
                           const Terminal &Out);
std::string prematureCsv(const std::vector<result::Profile> &Profiles);
std::string prematureJson(const std::vector<result::Profile> &Profiles);

/// Returns the program's name without its folder.
std::string shortProgram(const result::Profile &P);
/// Returns the \p Top structures off the stack with the most first-level
/// misses.
std::vector<StructureId> mostMissedOffStack(const result::Profile &P,
                                            size_t Top);

} // namespace memfacet::report

#endif
