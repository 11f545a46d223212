//===- CodeReport.h - reports by site, line or function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_CODE_CODEREPORT_H
#define MEMFACET_REPORT_CODE_CODEREPORT_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"
#include <optional>
#include <string_view>

namespace memfacet::report {

/// What one row of a report stands for.
enum class ReportBy { Structure, Site, Line, Function, Rank };
/// "structure", "site", "line", "function", "rank": as in --by.
Expected<ReportBy> findReportBy(std::string_view Name);
const char *reportByName(ReportBy Grouping);

/// A place in the code.
struct CodeRow {
  std::string File, Function;    ///< Function empty: several
  uint32_t Line = 0, Column = 0; ///< 0: all of them
  uint64_t Loads = 0, Stores = 0;
  uint64_t Touches = 0;         ///< of lines of the first level
  std::vector<uint64_t> Misses; ///< by level
  /// Misses by structure and level; most first-level misses first. Structures
  /// that never missed here have no part.
  struct Part {
    StructureId Structure;
    std::vector<uint64_t> Misses;
  };
  std::vector<Part> Parts;

  uint64_t accesses() const { return Loads + Stores; }
};

/// Returns one row per site (operations of one kind at one place), line or
/// function, as \p Grouping says; nothing else is a place in the code. The rows
/// add up to the accesses and misses of \p P. Most first-level misses first.
std::vector<CodeRow> codeRows(const result::Profile &P, ReportBy Grouping);

/// Writes a table of \p Top rows, the sum of the others, and the total; then
/// what to type if lines are not known. \p File: " FILE" of the profile, or "".
std::string codeTextReport(const result::Profile &P, ReportBy Grouping,
                           size_t Top, const Terminal &Out,
                           const std::string &File = "");
/// Writes all rows.
std::string codeJsonReport(const result::Profile &P, ReportBy Grouping);
std::string codeCsvReport(const result::Profile &P, ReportBy Grouping);

/// A row, and what the table shows in addition.
struct ShownCode {
  const CodeRow &Row;
  std::string Place = {};
  std::optional<uint32_t> ShareTenths = {}; ///< absent: no misses
};

/// Returns the columns of counts of a place in the code, for programs. \p P
/// outlives the columns.
Columns<ShownCode> codeCounts(const result::Profile &P);
/// Returns "net->arcs 84 %, net->nodes 16 %": the structures that miss in the
/// first level there, at most \p Most of them.
std::string missingStructures(const result::Profile &P, const CodeRow &Row,
                              size_t Most);

struct AnnotateOptions {
  /// The number of lines without accesses to show around a line with some.
  uint32_t ContextLines = 3;
  bool Whole = false; ///< all lines
};

struct AnnotatedLine {
  uint32_t Number = 0;
  const std::string *Text = nullptr; ///< null: it is not in the file any more
  std::optional<CodeRow> Row;        ///< absent: no accesses
};

/// Finds the source file of \p P whose path is \p Name, or ends with \p Name
/// after a slash.
Expected<std::string> findSource(const result::Profile &P,
                                 const std::string &Name);

/// Returns the lines to show, ascending. They refer to \p Source.
std::vector<AnnotatedLine>
annotatedLines(const result::Profile &P, const std::string &File,
               const std::vector<std::string> &Source,
               const AnnotateOptions &Options);

/// Writes the lines \p Source of file \p File, each with its accesses, misses
/// and the structures that miss.
std::string annotate(const result::Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out);
/// Writes the same as JSON, with exact counts.
std::string annotateJson(const result::Profile &P, const std::string &File,
                         const std::vector<std::string> &Source,
                         const AnnotateOptions &Options);

} // namespace memfacet::report

#endif
