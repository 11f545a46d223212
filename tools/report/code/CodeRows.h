//===- CodeRows.h - counts by site, line or function ----------------------===//

#ifndef MEMFACET_REPORT_CODE_CODEROWS_H
#define MEMFACET_REPORT_CODE_CODEROWS_H

#include "analysis/profile/Profile.h"
#include <string_view>

namespace memfacet {

/// What one row of a report stands for.
enum class ReportBy { Structure, Site, Line, Function };
/// "structure", "site", "line", "function": as in --by.
Expected<ReportBy> findReportBy(std::string_view Name);
const char *reportByName(ReportBy By);

/// A place in the code.
struct CodeRow {
  std::string File, Function;    ///< Function empty: several
  uint32_t Line = 0, Column = 0; ///< 0: all of them
  uint64_t Loads = 0, Stores = 0;
  uint64_t Touches = 0;         ///< of lines of the first level
  std::vector<uint64_t> Misses; ///< by level
  /// Misses by structure and level; most first-level misses first. Structures
  /// that never missed here are not known.
  struct Part {
    StructureId Structure;
    std::vector<uint64_t> Misses;
  };
  std::vector<Part> Parts;

  uint64_t accesses() const { return Loads + Stores; }
};

/// One row per site (operations of one kind at one place), line or function;
/// they add up to the accesses and misses of \p P. Most first-level misses
/// first.
std::vector<CodeRow> codeRows(const Profile &P, ReportBy By);

} // namespace memfacet

#endif
