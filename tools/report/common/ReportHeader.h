//===- ReportHeader.h - the head of a report, as text and JSON ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_REPORTHEADER_H
#define MEMFACET_REPORT_COMMON_REPORTHEADER_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

struct HeaderLine {
  std::string Label, Text;
  bool Warning = false;
};

/// Says what was run, on which caches, and warns about the data.
std::vector<HeaderLine> reportHeader(const result::Profile &P);
/// Writes the same as lines of text.
std::string headerText(const result::Profile &P, const Terminal &Out);

/// Says how many misses of each level of \p Caches, \p MissesOf(level), there
/// are per 1000 of \p Instructions.
std::string missesText(const caches::CacheModel &Caches, uint64_t Instructions,
                       const std::function<uint64_t(size_t)> &MissesOf);
/// Says which lines were followed, and which were not, as lines of a header;
/// empty: all.
std::string followedLines(const result::Profile &P);
/// Says the same, and that \p Threads threads took lines from one another.
std::string followedText(const result::Profile &P, size_t Threads);

/// Returns "L1 48 KiB 12-way, L2 2 MiB 16-way, L3 32 MiB 16-way shared; 64 B
/// lines".
std::string describeCaches(const caches::CacheModel &Caches);

/// Returns one line for each kind of loss; none if nothing was lost.
std::vector<std::string> describeLoss(const words::DataLoss &Loss);

/// Version of the JSON and CSV layouts, which
/// docs/internals/json-and-csv.md describes.
///   1: the first.
constexpr int ReportSchemaVersion = 1;

/// Returns the version of the layout, the tool that recorded \p P, and the
/// program.
Json jsonHead(const result::Profile &P);
/// Returns the name, number, kind, type and place of structure \p Id.
Json structureHead(const result::Profile &P, StructureId Id);
Json cachesJson(const caches::CacheModel &Caches);

/// Returns an array with an object for each level of \p Caches: the level's
/// name, and \p Count(level) as misses.
template <typename CountOf>
Json missesJson(const caches::CacheModel &Caches, CountOf Count) {
  Json Levels = Json::array();
  for (size_t L = 0; L != Caches.Levels.size(); ++L)
    Levels.push_back({{"name", Caches.Levels[L].Name}, {"misses", Count(L)}});
  return Levels;
}

} // namespace memfacet::report

#endif
