//===- Difference.h - what changed between two builds ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each build has one or more runs. All numbers of tables are means over them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_DIFF_DIFFERENCE_H
#define MEMFACET_REPORT_DIFF_DIFFERENCE_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/stalls/StallModel.h"
#include "memfacet/Check.h"
#include "tools/report/diff/Noise.h"
#include <array>
#include <span>

namespace memfacet::report {

/// A structure before and after, or a sum of structures.
struct DiffRow {
  std::string Name, Kind;
  std::string OldName; ///< the name before, if the name changed
  std::string Title;   ///< in tables
  result::StructureKind KindValue =
      result::StructureKind::Global; ///< not used for sums
  std::string Type, File;
  uint32_t Line = 0;
  std::array<bool, 2> IsPresent = {};  ///< whether it is in the profiles
  std::array<result::Counts, 2> Total; ///< means, rounded
  std::array<std::vector<result::Counts>, 2> Runs; ///< one per run
  /// The counts of Total, with ends of 95 % intervals in place of the misses.
  std::array<result::Counts, 2> Low, High;
};

/// The last row is the total, which the others add up to. Structures that were
/// accessed in no profile have no row.
struct Difference {
  caches::CacheModel Caches;
  std::array<std::string, 2> Program;
  std::array<std::vector<uint64_t>, 2> Instructions; ///< one per run
  result::TimeShare Saved;   ///< of the processor time, by the stall model
  bool Estimated = false;    ///< misses of some run are estimates
  std::vector<DiffRow> Rows; ///< largest change of first-level misses first

  const DiffRow &total() const {
    MEMFACET_CHECK(!Rows.empty(), "the last row is the total");
    return Rows.back();
  }
  std::span<const DiffRow> structures() const {
    MEMFACET_CHECK(!Rows.empty(), "the last row is no structure");
    return std::span(Rows).first(Rows.size() - 1);
  }
  size_t runs(size_t Side) const {
    MEMFACET_CHECK(Side < 2, "there is a build before and one after");
    return Instructions[Side].size();
  }
};

/// \p ProfilesBefore and \p ProfilesAfter: the runs of each build, at least
/// one. An error if the profiles are of different caches: their misses cannot
/// be compared.
Expected<Difference>
diffProfiles(std::span<const result::Profile> ProfilesBefore,
             std::span<const result::Profile> ProfilesAfter);

/// Returns the misses of \p Level; 0 if there is no such level.
uint64_t missesOf(const result::Counts &C, size_t Level);

/// A quantity of a row that can be compared.
struct DiffMetric {
  std::string Name; ///< "L1.misses"
  std::string Text; ///< "L1 misses"
  /// The value in one run; \p Instructions of that run.
  double (*Value)(const result::Counts &C, uint64_t Instructions, size_t Level);
  size_t Level = 0;
  bool PerRow = true; ///< whether structures have it
};
/// Returns the metrics instructions, accesses, loads, stores, and for each
/// level misses, mpki (per 1000 instructions of the program) and writebacks.
std::vector<DiffMetric> metricsOf(const caches::CacheModel &Caches);

/// Returns the values of \p M in all runs of \p Row.
TwoSamples samplesOf(const Difference &D, const DiffRow &Row,
                     const DiffMetric &M);

} // namespace memfacet::report

#endif
