//===- IntervalReport.cpp - one interval as text, JSON and CSV ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/support/ShortName.h"
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// One interval, and where the columns of its tables read counts.
struct Subject {
  Subject(const PhaseReport &R, const study::IntervalView &V,
          const std::string &Path)
      : R(R), V(V), Facts(R.In.Table.Intervals[V.Interval]),
        P(R.In.Runs[Facts.Run]), Sources(Path) {
    All = V.OtherMisses;
    for (const study::IntervalSite &S : V.Sites)
      All += S.Misses;
  }

  const PhaseReport &R;
  const study::IntervalView &V;
  const study::IntervalFacts &Facts;
  const result::Profile &P;
  mutable SourceLines Sources;
  uint64_t All = 0; ///< misses
};

/// Returns "simplex.c:120"; "?" if it is not known.
std::string placeText(const result::Profile &P, const std::string &File,
                      uint32_t Line) {
  std::string Place = tablePlace(P, File, Line);
  return Place.empty() ? "?" : printable(Place);
}

std::vector<study::Metric> metricsOf(const Subject &S) {
  std::vector<study::Metric> All = S.R.In.Table.metrics();
  for (uint32_t L = 0; L != S.R.In.Table.Levels; ++L)
    All.push_back({study::MetricKind::MissesPerInstruction, L});
  return All;
}

Columns<study::Metric> metricColumns(const Subject &S) {
  auto MetricColumn = [](const std::string &Header, const char *Key,
                         const study::IntervalFacts &Facts) {
    return Column<study::Metric>{
        Header, Key, [&Facts](auto &M) { return M.value(Facts); },
        [&Facts](auto &M) { return metricText(M, M.value(Facts)); }};
  };
  return {forPeople("", metricShort, Fit::CutMiddle),
          forPrograms("metric", [](auto &M) { return study::metricName(M); }),
          MetricColumn("interval", "interval", S.Facts),
          MetricColumn("phase " + phaseName(S.V.Phase), "phase",
                       S.V.PhaseSums.Facts),
          MetricColumn(S.R.In.Runs.size() == 1 ? "run" : "its run", "run",
                       S.V.RunSums.Facts)};
}

/// A site, or the misses at all other sites (null).
struct SiteRow {
  const Subject &Context;
  const study::IntervalSite *Entry = nullptr;

  uint64_t misses() const {
    return Entry ? Entry->Misses : Context.V.OtherMisses;
  }
  const result::CodeSite &site() const { return Context.P.Sites[Entry->Site]; }
  const std::string &name(StructureId Id) const {
    return Context.P.Structures[Id.Value].Name;
  }
  std::optional<std::string> source() const {
    return Entry ? Context.Sources.line(site().File, site().Line)
                 : std::nullopt;
  }
};

std::string structuresText(const SiteRow &R) {
  std::string Text;
  for (size_t I = 0; I != std::min<size_t>(R.Entry->Structures.size(), 3);
       ++I) {
    auto [Id, Share] = R.Entry->Structures[I];
    Text += (Text.empty() ? "" : ", ") + tableName(R.Context.P, Id);
    if (R.Entry->Structures.size() > 1)
      Text += fmt::format(" {:.0f} %", 100 * Share);
  }
  return printable(Text);
}

Json structuresJson(const SiteRow &R) {
  Json Structures = Json::array();
  for (auto [Id, Share] : R.Entry->Structures)
    Structures.push_back(
        {{"structure", R.name(Id)}, {"id", Id.Value}, {"share", Share}});
  return Structures;
}

/// Returns columns for the misses of a site, and where it is.
Columns<SiteRow> placeColumns(const Subject &S) {
  /// Null for the other sites.
  auto Known = [](auto Get) {
    return [Get](const SiteRow &R) {
      return R.Entry ? Json(Get(R.site())) : Json();
    };
  };
  return {
      {.Header = missName(S.R),
       .Key = "misses",
       .Value = [](auto &R) { return R.misses(); },
       .Text = [](auto &R) { return humanCount(R.misses()); },
       .In = Forms::Csv},
      forPeople("share",
                [](auto &R) { return humanRate(R.misses(), R.Context.All); }),
      forPeople(
          "line",
          [](auto &R) {
            return R.Entry
                       ? placeText(R.Context.P, R.site().File, R.site().Line)
                       : "others";
          },
          Fit::CutPath),
      forPrograms("file", Known([](auto &C) { return C.File; })),
      forPrograms("line", Known([](auto &C) { return C.Line; })),
      forJson("column", Known([](auto &C) { return C.Column; })),
      {"function", "function", Known([](auto &C) { return C.Function; }),
       [](auto &R) {
         return R.Entry ? printable(shortName(R.site().Function)) : "";
       },
       Fit::CutMiddle, 2},
      forJson("misses", [](auto &R) { return R.misses(); })};
}

Columns<SiteRow> siteColumns(const Subject &S) {
  Columns<SiteRow> Cs = placeColumns(S);
  addColumns<SiteRow>(
      Cs, {{.Header = "structures",
            .Key = "structures",
            .Value = structuresJson,
            .Text = [](auto &R) { return R.Entry ? structuresText(R) : ""; },
            .Fits = Fit::CutMiddle,
            .In = Forms::Json},
           forCsv("structure",
                  [](auto &R) {
                    return R.Entry && !R.Entry->Structures.empty()
                               ? Json(R.name(R.Entry->Structures.front().first))
                               : Json();
                  }),
           {"source", "source",
            [](auto &R) {
              std::optional<std::string> Line = R.source();
              return Line ? Json(*Line) : Json();
            },
            [](auto &R) { return printable(R.source().value_or("")); },
            Fit::CutMiddle, 1}});
  return Cs;
}

Columns<study::IntervalCode> codeColumns(const Subject &S) {
  auto Block = [&S](const study::IntervalCode &C) -> const result::CodeBlock & {
    return S.P.Vectors.Blocks[C.Block];
  };
  return {
      forPeople("executed",
                [](auto &C) { return fmt::format("{:.1f} %", 100 * C.Share); }),
      forPeople(
          "line",
          [=, &S](auto &C) {
            const result::CodeBlock &B = Block(C);
            return placeText(S.P, B.File, B.Line);
          },
          Fit::CutPath),
      forPrograms("block", [=](auto &C) { return Block(C).Number; }),
      {"function", "function", [=](auto &C) { return Block(C).Function; },
       [=](auto &C) { return printable(shortName(Block(C).Function)); },
       Fit::CutMiddle},
      forPrograms("file", [=](auto &C) { return Block(C).File; }),
      forPrograms("line", [=](auto &C) { return Block(C).Line; }),
      forPrograms("share", [](auto &C) { return C.Share; }),
      forPeople(
          "source",
          [=, &S](auto &C) {
            const result::CodeBlock &B = Block(C);
            return printable(S.Sources.line(B.File, B.Line).value_or(""));
          },
          Fit::CutMiddle, 1)};
}

Columns<study::SimilarInterval> similarColumns(const PhaseReport &R) {
  auto Facts =
      [&R](const study::SimilarInterval &S) -> const study::IntervalFacts & {
    return R.In.Table.Intervals[S.Interval];
  };
  return {forPeople(
              "most similar",
              [=, &R](auto &S) {
                return threadText(R, Facts(S).Run, Facts(S).Thread);
              },
              Fit::CutMiddle),
          forPrograms("run", [=](auto &S) { return Facts(S).Run; }),
          forPrograms("thread", [=](auto &S) { return Facts(S).Thread; }),
          {"interval", "interval", [=](auto &S) { return Facts(S).Interval; }},
          {"phase", "phase",
           [&R](auto &S) { return phaseName(R.Study.labels()[S.Interval]); }},
          {"distance", "distance", [](auto &S) { return S.Distance; },
           [](auto &S) { return fmt::format("{:.4g}", S.Distance); }}};
}

std::string headerText(const Subject &S) {
  return fmt::format(
      "interval      {} of {}\n"
      "instructions  {} of its own, from {} on\n"
      "phase         {}, of {} intervals\n\n",
      S.Facts.Interval, threadText(S.R, S.Facts.Run, S.Facts.Thread),
      humanCount(S.Facts.Instructions), humanCount(S.Facts.Start),
      phaseName(S.V.Phase), S.V.PhaseSums.Intervals);
}

std::string sitesText(const Subject &S, const Terminal &Out) {
  if (S.All == 0)
    return fmt::format("no {}\n\n", missName(S.R));
  Columns<SiteRow> Cs = siteColumns(S);
  Table T = emptyTable(Cs);
  for (const study::IntervalSite &Site : S.V.Sites)
    addRow(T, Cs, {S, &Site});
  if (S.V.OtherMisses != 0)
    addRow(T, Cs, {S}, Style::Dim);
  return renderTable(T, Out) + "\n";
}

std::string stridesText(const study::IntervalView &V) {
  if (V.Strides.empty())
    return "";
  uint64_t All = 0;
  std::vector<study::IntervalStride> Often = V.Strides;
  for (const study::IntervalStride &S : V.Strides)
    All += S.Count;
  std::ranges::sort(Often, {}, [](const study::IntervalStride &S) {
    return std::pair(~S.Count, S.Bytes);
  });
  std::string Text = fmt::format("local strides of {} accesses, most frequent:",
                                 humanCount(All));
  for (size_t I = 0; I != std::min<size_t>(Often.size(), 5); ++I)
    Text += fmt::format("{} {} B {}", I == 0 ? "" : ",", Often[I].Bytes,
                        humanRate(Often[I].Count, All));
  Text += "\n";
  std::vector<study::IntervalStride> Buckets = study::strideBuckets(V.Strides);
  constexpr double Longest = 40;
  uint64_t Most =
      std::ranges::max(Buckets, {}, &study::IntervalStride::Count).Count;
  for (const study::IntervalStride &B : Buckets) {
    std::string Range =
        B.Bytes < 2 ? fmt::format("{} B", B.Bytes)
                    : fmt::format("{} to {} B", B.Bytes, 2 * B.Bytes - 1);
    auto Length = size_t(std::lround(double(B.Count) / double(Most) * Longest));
    Text += fmt::format("{:>16} {:>7}{}{}\n", Range, humanRate(B.Count, All),
                        Length == 0 ? "" : " ", std::string(Length, '#'));
  }
  return Text + "\n";
}

} // namespace

std::string intervalText(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path, const Terminal &Out) {
  Subject S(R, V, Path);
  std::string Text = headerText(S);
  Text += renderTable(tableOf(metricColumns(S), metricsOf(S)), Out) + "\n";
  Text += sitesText(S, Out) + stridesText(V);
  if (!V.Code.empty())
    Text += renderTable(tableOf(codeColumns(S), V.Code), Out) + "\n";
  if (!V.Similar.empty())
    Text += renderTable(tableOf(similarColumns(R), V.Similar), Out);
  return Text;
}

std::string intervalJson(const PhaseReport &R, const study::IntervalView &V,
                         const std::string &Path) {
  Subject S(R, V, Path);
  Columns<SiteRow> Cs = siteColumns(S);
  Json Strides = Json::array(), Sites = Json::array();
  for (const study::IntervalSite &Site : V.Sites)
    Sites.push_back(jsonObject(Cs, {S, &Site}));
  for (const study::IntervalStride &Stride : V.Strides)
    Strides.push_back({{"bytes", Stride.Bytes}, {"count", Stride.Count}});
  return jsonText({{"schema", ReportSchemaVersion},
                   {"run", S.Facts.Run},
                   {"thread", S.Facts.Thread},
                   {"interval", S.Facts.Interval},
                   {"start", S.Facts.Start},
                   {"instructions", S.Facts.Instructions},
                   {"phase", phaseName(V.Phase)},
                   {"metrics", jsonRows(metricColumns(S), metricsOf(S))},
                   {"miss_level", S.P.Signatures.Shape.MissLevel + 1},
                   {"sites", std::move(Sites)},
                   {"other_misses", V.OtherMisses},
                   {"local_strides", std::move(Strides)},
                   {"code", jsonRows(codeColumns(S), V.Code)},
                   {"similar", jsonRows(similarColumns(R), V.Similar)}});
}

std::string intervalCsv(const PhaseReport &R, const study::IntervalView &V,
                        const std::string &Path) {
  Subject S(R, V, Path);
  Columns<SiteRow> Cs = siteColumns(S);
  std::string Text = csvHeader(Cs);
  for (const study::IntervalSite &Site : V.Sites)
    Text += csvRow(Cs, {S, &Site});
  if (V.OtherMisses != 0)
    Text += csvRow(Cs, {S});
  return Text;
}

} // namespace memfacet::report
