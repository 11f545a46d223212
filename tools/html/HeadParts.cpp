//===- HeadParts.cpp - what was run, and its structures -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "tools/html/PageParts.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/findings/Findings.h"
#include "tools/report/structures/Description.h"
#include "tools/support/Say.h"
#include <algorithm>

namespace memfacet::html {

/// Rows of the page's table; a further row has the sum of the rest.
static constexpr size_t MostTableRows = 1000;

std::vector<PageMeasure> pageMeasures(const result::Profile &P) {
  std::vector<PageMeasure> All;
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    All.push_back({lowerCase(Name) + "-misses", Name + " misses",
                   result::levelMeasure(L, result::LevelMeasure::Misses)});
  }
  All.push_back({"accesses", "accesses", result::Measure::Accesses});
  if (!P.Core.empty())
    All.push_back({"stalls", "stall cycles", result::Measure::Stalls});
  return All;
}

std::vector<StructureId> costliest(const result::Profile &P, size_t Most) {
  size_t Levels = P.Caches.Levels.size();
  auto CostOf = [&](StructureId Id) {
    const result::Counts &C = P.Structures[Id.Value].Total;
    double Cost = 0;
    for (size_t L = 0; L != std::min(Levels, C.Levels.size()); ++L)
      Cost += double(C.Levels[L].Misses) * advise::missCycles(L, Levels);
    return std::tuple(-Cost, ~C.Accesses, Id.Value);
  };
  std::vector<StructureId> All;
  for (uint32_t I = 0; I != P.Structures.size(); ++I)
    if (report::wasTouched(P.Structures[I]))
      All.push_back(StructureId(I));
  std::ranges::sort(All, {}, CostOf);
  All.resize(std::min(All.size(), Most));
  return All;
}

report::Json headPart(const result::Profile &P) {
  report::Json Lines = report::Json::array(), Levels = report::Json::array(),
               Threads = report::Json::array();
  for (const report::HeaderLine &L : report::reportHeader(P))
    Lines.push_back(
        {{"label", L.Label}, {"text", L.Text}, {"warning", L.Warning}});
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back({{"name", P.Caches.Levels[L].Name},
                      {"bytes", P.Caches.Levels[L].Bytes},
                      {"shared", P.Caches.Levels[L].Shared},
                      {"cost", advise::missCycles(L, P.Caches.Levels.size())}});
  for (const result::ThreadRow &T : P.Threads)
    Threads.push_back({{"thread", T.Thread}, {"instructions", T.Instructions}});
  report::Json Measures = report::Json::array();
  for (const PageMeasure &M : pageMeasures(P))
    Measures.push_back({{"key", M.Key}, {"text", M.Text}});
  return {{"program", P.Program},
          {"arguments", P.Arguments},
          {"instructions", P.Instructions},
          {"interval", P.IntervalInstructions},
          {"line_bytes", P.Caches.LineBytes},
          {"levels", Levels},
          {"threads", Threads},
          {"measures", Measures},
          {"lines", Lines},
          {"findings", report::findingsJson(P, {})}};
}

/// Returns the counts of a row in the order of pageMeasures.
static report::Json countsOfRow(const result::Profile &P,
                                const result::Counts &C, uint64_t Stalls) {
  report::Json Counts = report::Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Counts.push_back(L < C.Levels.size() ? C.Levels[L].Misses : 0);
  Counts.push_back(C.Accesses);
  if (!P.Core.empty())
    Counts.push_back(Stalls);
  return Counts;
}

report::Json structuresPart(const result::Profile &P) {
  std::vector<StructureId> Shown = costliest(P, MostTableRows),
                           All = costliest(P, P.Structures.size());
  std::vector<uint64_t> Stalls = P.Core.byStructure(P.Structures.size());
  report::Json Rows = report::Json::array();
  for (StructureId Id : Shown) {
    const result::Structure &S = P.Structures[Id.Value];
    Rows.push_back({{"id", Id.Value},
                    {"name", report::tableName(S)},
                    {"kind", result::structureKindName(S.Kind)},
                    {"type", shortName(S.Type)},
                    {"what", report::containerText(P, S)},
                    {"bytes", S.PeakBytes},
                    {"objects", S.Objects},
                    {"element", S.ElementBytes},
                    {"place", report::shortPlace(P, S)},
                    {"counts", countsOfRow(P, S.Total, Stalls[Id.Value])}});
  }
  result::Counts Rest;
  uint64_t RestStalls = 0;
  for (size_t I = Shown.size(); I != All.size(); ++I) {
    Rest += P.Structures[All[I].Value].Total;
    RestStalls += Stalls[All[I].Value];
  }
  report::Json Threads = report::Json::array();
  for (const result::ThreadCounts &T : P.ByThread)
    Threads.push_back(
        {T.Thread, T.Structure.Value, countsOfRow(P, T.Total, 0)});
  return {{"rows", Rows},
          {"others",
           {{"count", All.size() - Shown.size()},
            {"counts", countsOfRow(P, Rest, RestStalls)}}},
          {"threads", P.Threads.size() > 1 ? Threads : report::Json::array()}};
}

} // namespace memfacet::html
