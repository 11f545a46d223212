//===- CodeReport.h - reports by site, line or function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_CODE_CODEREPORT_H
#define MEMFACET_REPORT_CODE_CODEREPORT_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"
#include <optional>
#include <string_view>

namespace memfacet {

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
  /// that never missed here are not known.
  struct Part {
    StructureId Structure;
    std::vector<uint64_t> Misses;
  };
  std::vector<Part> Parts;

  uint64_t accesses() const { return Loads + Stores; }
};

/// One row per site (operations of one kind at one place), line or function:
/// nothing else is a place in the code. /// they add up to the accesses and
/// misses of \p P. Most first-level misses first.
std::vector<CodeRow> codeRows(const result::Profile &P, ReportBy Grouping);

/// A table of \p Top rows, the sum of the others, and the total.
std::string codeTextReport(const result::Profile &P, ReportBy Grouping,
                           size_t Top, const Terminal &Out);
/// All rows.
std::string codeJsonReport(const result::Profile &P, ReportBy Grouping);
std::string codeCsvReport(const result::Profile &P, ReportBy Grouping);

/// A row with what is shown of it for people.
struct ShownCode {
  const CodeRow &Row;
  std::string Place = {};
  std::optional<uint32_t> ShareTenths = {}; ///< nothing: it has no misses
};

/// The counts of a place in the code, for programs. \p P outlives the columns.
Columns<ShownCode> codeCounts(const result::Profile &P);
/// "net->arcs 84 %, net->nodes 16 %": the structures that miss in the first
/// level there, at most \p Most of them.
std::string missingStructures(const result::Profile &P, const CodeRow &Row,
                              size_t Most);

struct AnnotateOptions {
  /// Lines without accesses that are shown around those with some.
  uint32_t ContextLines = 3;
  bool Whole = false; ///< all lines
};

struct AnnotatedLine {
  uint32_t Number = 0;
  const std::string *Text = nullptr; ///< null: it is not in the file any more
  std::optional<CodeRow> Row;        ///< nothing: no accesses
};

/// The source file of \p P that \p Name means: as recorded, or the end of it in
/// whole components.
Expected<std::string> findSource(const result::Profile &P,
                                 const std::string &Name);

/// The lines to show, ascending. They refer to \p Source.
std::vector<AnnotatedLine>
annotatedLines(const result::Profile &P, const std::string &File,
               const std::vector<std::string> &Source,
               const AnnotateOptions &Options);

/// The lines \p Source of file \p File, with accesses, misses and who misses
/// beside each.
std::string annotate(const result::Profile &P, const std::string &File,
                     const std::vector<std::string> &Source,
                     const AnnotateOptions &Options, const Terminal &Out);
/// The same, every digit.
std::string annotateJson(const result::Profile &P, const std::string &File,
                         const std::vector<std::string> &Source,
                         const AnnotateOptions &Options);

} // namespace memfacet

#endif
