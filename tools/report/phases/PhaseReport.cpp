//===- PhaseReport.cpp - phases as text, JSON and CSV ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/phases/PhaseReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <filesystem>

namespace memfacet::report {

namespace {

std::string signatureText(const std::vector<study::SignatureTerm> &Terms) {
  std::string Text;
  for (const study::SignatureTerm &T : Terms)
    Text += fmt::format("{}{}", Text.empty() ? "" : " + ",
                        study::phaseSignatureText(T.Signature));
  return Text;
}

std::string header(const PhaseReport &R) {
  std::string Text;
  for (size_t Run = 0; Run != R.In.Runs.size(); ++Run)
    Text += fmt::format(
        "{:<14}{}: {}, {} instructions\n",
        R.In.Runs.size() == 1 ? "run" : fmt::format("run {}", Run + 1),
        std::filesystem::path(R.In.Runs[Run].Program).filename().string(),
        counted(R.Scales.Threads[Run], "thread"),
        humanCount(R.Scales.Whole[Run].Instructions));
  uint64_t Instructions = 0;
  for (const study::PhaseInRun &W : R.Scales.Whole)
    Instructions += W.Instructions;
  size_t Count = R.In.Table.Intervals.size();
  Text +=
      fmt::format("intervals     {}, of {} instructions on average\n", Count,
                  humanCount(Instructions / std::max<size_t>(Count, 1)));
  Text += fmt::format("signature     {}, {} dimensions\n",
                      signatureText(R.Options.Signature.Terms),
                      R.Study.Points.dimensions());
  Text += fmt::format("phases        {} of at most {}\n", R.Study.phases(),
                      R.Options.Choose.ClusterCounts.empty()
                          ? R.Options.Choose.MostClusters
                          : R.Options.Choose.ClusterCounts.back());
  return Text +
         fmt::format("to simulate   {}, {:.3g} % of the instructions\n\n",
                     counted(R.Study.Picked.size(), "interval"),
                     100 * study::simulatedShare(R.In, R.Study));
}

std::string dataText(const study::PhaseContents &C) {
  std::string Text;
  for (const study::PhaseData &D : C.Data)
    if (Text.empty() || D.Share >= 0.1)
      Text += fmt::format("{}{} {:.0f} %", Text.empty() ? "" : ", ",
                          shortName(D.Title), 100 * D.Share);
  return Text.empty() ? "-" : Text;
}

/// Sums over all intervals of a phase, or of all phases.
struct PhaseSums {
  study::IntervalFacts Facts;
  uint64_t Intervals = 0;
  uint64_t Points = 0;
};

PhaseSums sumsOf(const PhaseReport &R, std::optional<uint32_t> Phase) {
  PhaseSums S;
  for (size_t I = 0; I != R.In.Table.Intervals.size(); ++I) {
    const study::IntervalFacts &F = R.In.Table.Intervals[I];
    if (Phase && R.Study.labels()[I] != *Phase)
      continue;
    ++S.Intervals;
    S.Facts.Instructions += F.Instructions;
    S.Facts.Cycles += F.Cycles;
    for (size_t L = 0; L != R.In.Table.Levels; ++L) {
      S.Facts.Levels[L].Accesses += F.Levels[L].Accesses;
      S.Facts.Levels[L].Misses += F.Levels[L].Misses;
    }
  }
  for (const study::SimulationPoint &P : R.Study.Picked)
    S.Points += !Phase || P.Cluster == *Phase;
  return S;
}

Json codeJson(const study::PhaseContents &Contents) {
  Json Code = Json::array();
  for (const study::PhaseCode &C : Contents.Code)
    Code.push_back({{"function", C.Function},
                    {"file", C.File},
                    {"line", C.Line},
                    {"share", C.Share}});
  return Code;
}

Json dataJson(const study::PhaseContents &Contents) {
  Json Data = Json::array();
  for (const study::PhaseData &D : Contents.Data)
    Data.push_back({{"structure", D.Name}, {"share", D.Share}});
  return Data;
}

/// Returns the counts of a phase in each run.
Json inRunsJson(const PhaseReport &R, size_t Phase) {
  Json Runs = Json::array();
  for (const study::PhaseInRun &P : R.Scales.ByPhase[Phase]) {
    Json Levels = Json::array();
    for (size_t L = 0; L != R.In.Table.Levels; ++L)
      Levels.push_back(
          {{"accesses", P.Levels[L].Accesses}, {"misses", P.Levels[L].Misses}});
    Runs.push_back({{"intervals", P.Intervals},
                    {"instructions", P.Instructions},
                    {"cycles", P.Cycles},
                    {"levels", std::move(Levels)},
                    {"time", P.Time}});
  }
  return Runs;
}

/// A phase, or all of them (absent).
struct PhaseRow {
  PhaseRow(const PhaseReport &R, std::optional<uint32_t> Phase)
      : Phase(Phase), Sums(sumsOf(R, Phase)) {
    if (Phase)
      Contents = &R.Contents[*Phase];
  }
  std::optional<uint32_t> Phase;
  PhaseSums Sums;
  const study::PhaseContents *Contents = nullptr;
};

/// \p R outlives the columns.
Columns<PhaseRow> phaseColumns(const PhaseReport &R) {
  auto All =
      double(std::max<uint64_t>(sumsOf(R, std::nullopt).Facts.Instructions, 1));
  Columns<PhaseRow> Cs = {
      {"phase", "phase",
       [](auto &P) { return P.Phase ? phaseName(*P.Phase) : "all"; }},
      forPeople("share",
                [All](auto &P) {
                  return phaseShareText(double(P.Sums.Facts.Instructions) /
                                        All);
                }),
      forPeople("instructions",
                [](auto &P) { return humanCount(P.Sums.Facts.Instructions); }),
      forPeople("intervals",
                [](auto &P) { return fmt::format("{}", P.Sums.Intervals); })};
  if (R.Study.HasSeveralPoints)
    Cs.push_back(forPeople(
        "points", [](auto &P) { return fmt::format("{}", P.Sums.Points); }));
  for (const study::Metric &M : R.In.Table.metrics())
    Cs.push_back(forPeople(
        M.Kind == study::MetricKind::HitRate
            ? fmt::format("L{} hits", M.Level + 1)
            : study::metricName(M),
        [M](auto &P) { return phaseMetricText(M, M.value(P.Sums.Facts)); }));
  addColumns<PhaseRow>(
      Cs,
      {{"most code", "code", [](auto &P) { return codeJson(*P.Contents); },
        [&R](auto &P) {
          return P.Contents ? phaseCodeText(R, *P.Contents) : "";
        },
        TableColumn::Fit::CutMiddle},
       {"most misses", "misses", [](auto &P) { return dataJson(*P.Contents); },
        [](auto &P) { return P.Contents ? dataText(*P.Contents) : ""; },
        TableColumn::Fit::CutMiddle},
       forPrograms("runs", [&R](auto &P) { return inRunsJson(R, *P.Phase); })});
  return Cs;
}

std::string phaseTable(const PhaseReport &R, const Terminal &Out) {
  Columns<PhaseRow> Cs = phaseColumns(R);
  Table T = emptyTable(Cs);
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase)
    addRow(T, Cs, {R, Phase});
  addRow(T, Cs, {R, std::nullopt}).RuleBefore = true;
  return renderTable(T, Out);
}

/// How well phases and points predict a metric.
struct ScoreRow {
  const study::SpreadScore &Spread;
  const study::SureEstimate &Sure;
  bool Withheld;
};

std::vector<ScoreRow> scoresOf(const PhaseReport &R) {
  std::vector<ScoreRow> Rows;
  for (size_t I = 0; I != R.Spreads.size(); ++I)
    Rows.push_back({R.Spreads[I], R.Estimates[I], R.Withheld[I]});
  return Rows;
}

Columns<ScoreRow> scoreColumns() {
  auto Number = [](const char *Header, const char *Key, auto Get) {
    return Column<ScoreRow>{
        Header, Key, [Get](auto &R) { return Get(R); },
        [Get](auto &R) { return phaseMetricText(R.Sure.Quantity, Get(R)); }};
  };
  return {
      {"metric",
       "metric",
       [](auto &R) { return study::metricName(R.Sure.Quantity); },
       {},
       TableColumn::Fit::CutMiddle},
      Number("mean", "mean", [](auto &R) { return R.Spread.Mean; }),
      Number("std-dev", "sigma", [](auto &R) { return R.Spread.Sigma; }),
      Number("within phases", "sigma_within",
             [](auto &R) { return R.Spread.WithinSigma; }),
      {"reduced by", "reduction",
       [](auto &R) {
         auto Reduced = R.Spread.reduction();
         return Reduced ? Json(*Reduced) : Json();
       },
       [](auto &R) {
         auto Reduced = R.Spread.reduction();
         return Reduced ? phaseShareText(*Reduced) : "-";
       }},
      {"from points", "estimate", [](auto &R) { return R.Sure.Estimate; },
       [](auto &R) {
         return R.Withheld ? std::string("-")
                           : phaseMetricText(R.Sure.Quantity, R.Sure.Estimate);
       }},
      Number("truth", "truth", [](auto &R) { return R.Sure.Truth; }),
      forPeople("error",
                [](auto &R) {
                  return R.Withheld ? std::string("-")
                                    : fmt::format("{:+.2f} %",
                                                  100 * study::relativeError(
                                                            R.Sure.Estimate,
                                                            R.Sure.Truth));
                }),
      Number("+- 95 %", "half_width", [](auto &R) { return R.Sure.HalfWidth; }),
      forJson("withheld", [](auto &R) { return R.Withheld; })};
}

std::string scoreTable(const PhaseReport &R, const Terminal &Out) {
  Columns<ScoreRow> Cs = scoreColumns();
  Table T = emptyTable(Cs);
  for (const ScoreRow &S : scoresOf(R))
    addRow(T, Cs, S);
  return renderTable(T, Out);
}

/// Says why estimates are withheld; empty: none is.
std::string coldNote(const PhaseReport &R) {
  if (!std::ranges::count(R.Withheld, true))
    return "";
  auto P = std::ranges::find(R.Study.Picked, true,
                             &study::SimulationPoint::BeginsCold);
  const study::IntervalFacts &F = R.In.Table.Intervals[P->Interval];
  return fmt::format(
      "note: estimates are withheld (-): interval {} of thread {} begins with "
      "empty caches and stands for others of phase {}\n",
      F.Interval, F.Thread, phaseName(P->Cluster));
}

Json runsJson(const PhaseReport &R) {
  Json Runs = Json::array();
  for (size_t Run = 0; Run != R.In.Runs.size(); ++Run)
    Runs.push_back({{"program", R.In.Runs[Run].Program},
                    {"threads", R.Scales.Threads[Run]},
                    {"instructions", R.Scales.Whole[Run].Instructions},
                    {"time", R.Scales.Whole[Run].Time}});
  return Runs;
}

Json markerJson(const result::BlockVectors &V, const study::BlockMarker &M) {
  const result::CodeBlock &B = V.Blocks[M.Block];
  return {{"block", B.Number},
          {"function", B.Function},
          {"file", B.File},
          {"line", B.Line},
          {"count", M.Count}};
}

/// Returns point number \p I; without block vectors, the markers are null.
Json pointJson(const PhaseReport &R, size_t I) {
  const study::IntervalFacts &F =
      R.In.Table.Intervals[R.Study.Picked[I].Interval];
  const result::BlockVectors &V = R.In.Runs[F.Run].Vectors;
  const std::optional<study::MarkedRegion> &M = R.Markers[I];
  return {{"phase", phaseName(R.Study.Picked[I].Cluster)},
          {"point", R.Study.pointNumber(I)},
          {"run", F.Run},
          {"thread", F.Thread},
          {"interval", F.Interval},
          {"start", F.Start},
          {"instructions", F.Instructions},
          {"weight", R.Study.Sample[I].Weight},
          {"begin_marker", M ? markerJson(V, M->Start) : Json()},
          {"end_marker", M ? markerJson(V, M->End) : Json()}};
}

/// An interval, for CSV.
struct IntervalRow {
  const study::IntervalFacts &Facts;
  uint32_t Phase;
};

Columns<IntervalRow> intervalColumns(const PhaseReport &R) {
  auto Count = [](const std::string &Key, auto Get) {
    return Column<IntervalRow>{
        .Key = Key, .Value = [Get](auto &I) { return Get(I.Facts); }};
  };
  Columns<IntervalRow> Cs = {
      Count("run", [](auto &F) { return F.Run; }),
      Count("thread", [](auto &F) { return F.Thread; }),
      Count("interval", [](auto &F) { return F.Interval; }),
      Count("start", [](auto &F) { return F.Start; }),
      Count("instructions", [](auto &F) { return F.Instructions; }),
      Count("process_begin", [](auto &F) { return F.ProcessBegin; }),
      Count("process_end", [](auto &F) { return F.ProcessEnd; }),
      forPrograms("phase", [](auto &I) { return phaseName(I.Phase); })};
  for (const study::Metric &M : R.In.Table.metrics())
    Cs.push_back(Count(study::metricName(M), [M](auto &F) {
      return fmt::format("{:.6g}", M.value(F));
    }));
  Cs.push_back(Count("cycles", [](auto &F) { return F.Cycles; }));
  for (size_t L = 0; L != R.In.Table.Levels; ++L) {
    Cs.push_back(Count(fmt::format("L{} accesses", L + 1),
                       [L](auto &F) { return F.Levels[L].Accesses; }));
    Cs.push_back(Count(fmt::format("L{} misses", L + 1),
                       [L](auto &F) { return F.Levels[L].Misses; }));
  }
  return Cs;
}

} // namespace

std::string phaseText(const PhaseReport &R, const Terminal &Out) {
  std::string Text = header(R) + phaseTable(R, Out) + "\n";
  if (R.In.Runs.size() > 1)
    Text += phaseScalingTable(R, Out) + "\n";
  if (!R.Study.Trials.empty())
    Text += phaseTrialTable(R, Out) + "\n";
  return Text + phaseRibbons(R.In, R.Study.labels(), Out.Width) + "\n" +
         scoreTable(R, Out) + coldNote(R);
}

std::string phaseJson(const PhaseReport &R) {
  Columns<PhaseRow> Cs = phaseColumns(R);
  Json Phases = Json::array(), Points = Json::array();
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase)
    Phases.push_back(jsonObject(Cs, {R, Phase}));
  for (size_t I = 0; I != R.Study.Picked.size(); ++I)
    Points.push_back(pointJson(R, I));
  return jsonText({{"schema", ReportSchemaVersion},
                   {"runs", runsJson(R)},
                   {"intervals", R.In.Table.Intervals.size()},
                   {"dimensions", R.Study.Points.dimensions()},
                   {"simulated_share", study::simulatedShare(R.In, R.Study)},
                   {"phases", std::move(Phases)},
                   {"metrics", jsonRows(scoreColumns(), scoresOf(R))},
                   {"points", std::move(Points)},
                   {"labels", R.Study.labels()}});
}

std::string phaseCsv(const PhaseReport &R) {
  Columns<IntervalRow> Cs = intervalColumns(R);
  std::string Text = csvHeader(Cs);
  for (size_t I = 0; I != R.In.Table.Intervals.size(); ++I)
    Text += csvRow(Cs, {R.In.Table.Intervals[I], R.Study.labels()[I]});
  return Text;
}

} // namespace memfacet::report
