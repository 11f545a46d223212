//===- Formats.h - the formats that profiles and traces are exported in ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A format is a row of the table below and a function in a file of its own. The
// help, the list of formats and the messages follow from the table.
// docs/internals/exports.md says what each format has and which program reads
// it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EXPORT_FORMATS_H
#define MEMFACET_EXPORT_FORMATS_H

#include "analysis/result/profile/Profile.h"
#include "tools/export/ExportFile.h"
#include <memory>
#include <string>
#include <vector>

namespace memfacet::exports {

/// A profile to export, and how to export it.
struct ProfileExport {
  const result::Profile &P;
  std::string File;     ///< path of the profile
  std::string Grouping; ///< one of ExportFormat::groupings(), or ""
  /// The count of formats with one count; "": misses of the first level.
  std::string Metric;
};

class TraceWriting;

struct ExportFormat {
  const char *Name;
  const char *Help; ///< one line, without a full stop
  /// The words that --by takes, separated by commas, the default first; "":
  /// none. "all" exports each of the others to a file of its own in a folder.
  const char *GroupingWords;
  bool HasMetric;     ///< writes one count, which --metric chooses
  const char *Output; ///< the file that is written if none is named
  const char *Open;   ///< the command that opens the file, which is {}
  /// Exports a profile; null for formats of traces, for which Trace makes a
  /// writer.
  Status (*Write)(const ProfileExport &Source, ExportFile &Output) = nullptr;
  std::unique_ptr<TraceWriting> (*Trace)(const caches::CacheModel &Caches,
                                         const std::string &Grouping,
                                         ExportFile &Output) = nullptr;

  std::vector<std::string> groupings() const;
  static constexpr const char *All = "all";
};

// The formats in the order of the list: what follows "export" in the name of
// the function, then the other members of ExportFormat.
#define MEMFACET_PROFILE_FORMATS(X)                                            \
  X(Callgrind, "callgrind", "costs of lines, for KCachegrind",                 \
    "line,structure", false, "callgrind.out.memfacet",                         \
    "callgrind_annotate {}")                                                   \
  X(Folded, "folded", "stacks of one count, for flame graphs",                 \
    "allocation,access", true, "memfacet.folded",                              \
    "flamegraph.pl {} > memfacet.svg")                                         \
  X(Chrome, "chrome", "misses over time and phases, as Chrome's JSON", "",     \
    false, "memfacet.trace.json", "open {} in https://ui.perfetto.dev")        \
  X(Perfetto, "perfetto", "the same in Perfetto's own form", "", false,        \
    "memfacet.perfetto-trace", "open {} in https://ui.perfetto.dev")           \
  X(Pprof, "pprof", "stacks of all counts, with labels, for pprof",            \
    "allocation,access", false, "memfacet.pb.gz", "go tool pprof -top {}")     \
  X(Speedscope, "speedscope", "stacks of all counts, for speedscope",          \
    "allocation,access", false, "memfacet.speedscope.json", "speedscope {}")   \
  X(Csv, "csv", "the views of queries, each in a file",                        \
    "all,structures,sites,site_structures,evictions,fields,phases,"            \
    "communication,intervals",                                                 \
    false, "memfacet-csv", "head {}")                                          \
  X(Json, "json", "all views of queries, in one file", "", false,              \
    "memfacet.json", "python3 -m json.tool {}")                                \
  X(Sarif, "sarif", "what costs most and false sharing, for code scanning",    \
    "", false, "memfacet.sarif", "python3 -m json.tool {}")

// The same for traces; the names of functions begin with "write".
#define MEMFACET_TRACE_FORMATS(X)                                              \
  X(Din, "din", "each access of a trace, for Dinero", "", false,               \
    "memfacet.din", "memfacet import {}")                                      \
  X(ChampSim, "champsim", "each instruction of a trace, for ChampSim", "",     \
    false, "memfacet.champsim", "xz {}")                                       \
  X(Ramulator, "ramulator",                                                    \
    "what leaves the last level of the caches, for Ramulator", "memory,cpu",   \
    false, "memfacet.ramulator", "head {}")

#define MEMFACET_DECLARATION(Name, ...)                                        \
  Status export##Name(const ProfileExport &Source, ExportFile &Output);
MEMFACET_PROFILE_FORMATS(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION
#define MEMFACET_DECLARATION(Name, ...)                                        \
  std::unique_ptr<TraceWriting> write##Name(const caches::CacheModel &Caches,  \
                                            const std::string &Grouping,       \
                                            ExportFile &Output);
MEMFACET_TRACE_FORMATS(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION

const std::vector<ExportFormat> &exportFormats();

/// Returns the format \p Name, or an error that names a similar one.
Expected<const ExportFormat *> findExportFormat(const std::string &Name);

} // namespace memfacet::exports

#endif
