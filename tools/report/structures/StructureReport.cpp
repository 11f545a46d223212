//===- StructureReport.cpp - the main report as text, JSON and CSV --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/structures/StructureReport.h"
#include "tools/report/common/RankWords.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/structures/DetailView.h"
#include <algorithm>

namespace memfacet::report {

namespace {

/// Returns a line about structures that are not shown. Together with this line,
/// the rows add up to the total.
std::string notShownText(const ReportModel &Model, const Terminal &Out) {
  if (Model.NotShown == 0)
    return {};
  const result::Structure &Sum = Model.NotShownSum;
  std::string Text =
      counted(Model.NotShown, "structure") + " without accesses not shown";
  if (Sum.Objects != 0)
    Text += fmt::format(" ({} in {})", humanBytes(Sum.PeakBytes),
                        counted(Sum.Objects, "object"));
  return styled(Out, Style::Dim, Text + ": --all") + "\n";
}

/// Returns a line about stacks that are one row.
std::string stacksText(const ReportModel &Model, const Terminal &Out) {
  if (std::ranges::find(Model.Rows, ReportRow::Role::Stacks,
                        &ReportRow::Kind) == Model.Rows.end())
    return {};
  return styled(Out, Style::Dim, "a row for each of these stacks: --all") +
         "\n";
}

std::string tableText(const std::vector<result::Structure> &Structures,
                      const ReportOptions &Options, ShownTable Shown,
                      const Terminal &Out) {
  ReportModel Model = makeReport(Structures, Shown.P.Caches, Options);
  Shown.Model = &Model;
  Columns<ShownStructure> Cs = structureColumns(Shown);
  Table T = emptyTable(Cs);
  for (const ReportRow &Row : Model.Rows)
    if (Row.Kind == ReportRow::Role::Total)
      addTotal(T, Cs, {Row.Sum, &Row});
    else
      addRow(T, Cs, {Row.Sum, &Row},
             Row.Kind == ReportRow::Role::Structure ||
                     Row.Kind == ReportRow::Role::Stacks
                 ? Style::Plain
                 : Style::Dim);
  return renderTable(T, Out) + stacksText(Model, Out) +
         notShownText(Model, Out);
}

/// Returns \p Structures in the order of \p Sort.
Json structuresJson(const ShownTable &T,
                    const std::vector<result::Structure> &Structures,
                    const SortColumn &Sort) {
  Columns<ShownStructure> Cs = structureColumns(T);
  bool Detailed = T.P.Memory.Known && !T.OfThread;
  Json List = Json::array();
  for (const result::Structure *S : sortedStructures(Structures, Sort)) {
    size_t Id = size_t(S - Structures.data());
    List.push_back(jsonObject(
        Cs, {*S, nullptr, Detailed ? &T.P.Memory.ByStructure[Id] : nullptr}));
  }
  return List;
}

Json totalJson(const result::Profile &P) {
  result::Structure Total = {};
  Total.Total = P.total();
  caches::MemoryCounters Detail = detailTotal(P);
  return jsonObject(structureCounts({P}),
                    {Total, nullptr, P.Memory.Known ? &Detail : nullptr});
}

Json runLinesJson(const result::Profile &P) {
  Json Stretches = Json::array();
  for (const result::LineStretch &S : P.Lines.Stretches)
    Stretches.push_back({{"instructions", S.Instructions},
                         {"lines", 1.0 / double(uint64_t(1) << S.Bits)}});
  return {{"stretches", std::move(Stretches)},
          {"misses_95", intervalsJson(P.Lines.Total, P.Caches)}};
}

Json lossJson(const words::DataLoss &Loss) {
  return {{"lost_chunks", Loss.LostChunks},
          {"unknown_words", Loss.UnknownWords},
          {"lost_order_numbers", Loss.LostOrderNumbers},
          {"cut_records", Loss.CutRecords},
          {"truncated", Loss.Truncated},
          {"truncated_why", Loss.TruncatedWhy}};
}

Json markersJson(const result::Profile &P) {
  Json Markers = Json::array();
  for (const result::Marker &M : P.Markers)
    Markers.push_back({{"kind", result::markerKindName(M.Kind)},
                       {"thread", M.Thread},
                       {"instructions", M.Instructions},
                       {"name", M.Name}});
  return Markers;
}

Json blindSpotsJson(const result::Profile &P) {
  Json Spots = Json::array();
  for (const result::BlindSpot &S : P.BlindSpots)
    Spots.push_back({{"kind", "inline assembly"},
                     {"file", S.File},
                     {"line", S.Line},
                     {"column", S.Column},
                     {"function", S.Function},
                     {"executions", S.Executions}});
  return Spots;
}

Json threadsJson(const result::Profile &P, const SortColumn &Sort,
                 bool PerThread) {
  Json Threads = Json::array();
  for (const result::ThreadRow &T : P.Threads) {
    Json J = {{"thread", T.Thread},
              {"parent", T.Parent},
              {"instructions", T.Instructions}};
    if (!P.Ranks.empty())
      J["rank"] = P.Ranks[result::rankOfThread(P.Ranks, T.Thread)].Label;
    if (PerThread)
      J["structures"] =
          structuresJson({P, true}, structuresOfThread(P, T.Thread), Sort);
    Threads.push_back(std::move(J));
  }
  return Threads;
}

} // namespace

std::string textReport(const result::Profile &P, const ReportOptions &Options,
                       const TextOptions &Text, const Terminal &Out) {
  std::string Result = headerText(P, Out) + "\n";
  if (!Text.Findings.empty())
    Result += Text.Findings + "\n";
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  ShownTable Shown{P};
  Shown.Ranks = Ranks.empty() ? nullptr : &Ranks;
  Result += tableText(P.Structures, Options, Shown, Out);
  if (!Text.PerThread)
    return Result;
  for (const result::ThreadRow &T : P.Threads) {
    Result +=
        "\n" +
        styled(Out, Style::Bold,
               fmt::format("{}: {} instructions", printable(threadTitle(P, T)),
                           humanCount(T.Instructions))) +
        "\n";
    Result +=
        tableText(structuresOfThread(P, T.Thread), Options, {P, true}, Out);
  }
  return Result;
}

std::string jsonReport(const result::Profile &P, const SortColumn &Sort,
                       bool PerThread, Json Findings) {
  // Nothing here may differ between two runs that did the same: no process
  // number, no date.
  Json J = jsonHead(P);
  J["caches"] = cachesJson(P.Caches);
  J["instructions"] = P.Instructions;
  J["interval_instructions"] = P.IntervalInstructions;
  J["findings"] = std::move(Findings);
  J["total"] = totalJson(P);
  if (!P.Lines.empty())
    J["lines"] = runLinesJson(P);
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  ShownTable Shown{P};
  Shown.Ranks = Ranks.empty() ? nullptr : &Ranks;
  J["structures"] = structuresJson(Shown, P.Structures, Sort);
  J["threads"] = threadsJson(P, Sort, PerThread);
  J["region_of_interest"] = P.hasInterest();
  J["markers"] = markersJson(P);
  J["blind_spots"] = blindSpotsJson(P);
  J["loss"] = lossJson(P.Loss);
  J["notes"] = P.Notes;
  return jsonText(J);
}

std::string csvReport(const result::Profile &P, const SortColumn &Sort,
                      bool PerThread) {
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  ShownTable Shown = {P, PerThread};
  Shown.Ranks = Ranks.empty() || PerThread ? nullptr : &Ranks;
  Columns<ShownStructure> Cs = structureColumns(Shown);
  std::string Text = csvHeader(Cs);
  auto Add = [&](const std::vector<result::Structure> &Structures,
                 uint32_t Thread) {
    for (const result::Structure *S : sortedStructures(Structures, Sort))
      Text += csvRow(Cs, {*S, nullptr, nullptr, Thread});
  };
  if (!PerThread)
    Add(P.Structures, 0);
  else
    for (const result::ThreadRow &T : P.Threads)
      Add(structuresOfThread(P, T.Thread), T.Thread);
  return Text;
}

} // namespace memfacet::report
