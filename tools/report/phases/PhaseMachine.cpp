//===- PhaseMachine.cpp - phases for programs -----------------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/phases/PhaseReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Json = nlohmann::ordered_json;

Json runsJson(const PhaseReport &R) {
  Json Runs = Json::array();
  for (size_t Run = 0; Run != R.In.Runs.size(); ++Run)
    Runs.push_back({{"program", R.In.Runs[Run].Program},
                    {"threads", R.Scales.Threads[Run]},
                    {"instructions", R.Scales.Whole[Run].Instructions},
                    {"time", R.Scales.Whole[Run].Time}});
  return Runs;
}

Json phaseRow(const PhaseReport &R, uint32_t Phase) {
  Json Code = Json::array(), Data = Json::array(), Runs = Json::array();
  for (const PhaseCode &C : R.Contents[Phase].Code)
    Code.push_back({{"function", C.Function},
                    {"file", C.File},
                    {"line", C.Line},
                    {"share", C.Share}});
  for (const PhaseData &D : R.Contents[Phase].Data)
    Data.push_back({{"structure", D.Name}, {"share", D.Share}});
  for (const PhaseInRun &P : R.Scales.ByPhase[Phase]) {
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
  return {{"phase", phaseName(Phase)},
          {"code", std::move(Code)},
          {"misses", std::move(Data)},
          {"runs", std::move(Runs)}};
}

Json metricsJson(const PhaseReport &R) {
  Json Metrics = Json::array();
  for (size_t I = 0; I != R.Spreads.size(); ++I) {
    const SpreadScore &S = R.Spreads[I];
    const SureEstimate &E = R.Estimates[I];
    auto Reduced = S.reduction();
    Metrics.push_back({{"metric", metricName(E.Of)},
                       {"mean", S.Mean},
                       {"sigma", S.Sigma},
                       {"sigma_within", S.WithinSigma},
                       {"reduction", Reduced ? Json(*Reduced) : Json()},
                       {"estimate", E.Estimate},
                       {"truth", E.Truth},
                       {"half_width", E.HalfWidth}});
  }
  return Metrics;
}

Json markerJson(const BlockVectors &V, const BlockMarker &M) {
  const CodeBlock &B = V.Blocks[M.Block];
  return {{"block", B.Number},
          {"function", B.Function},
          {"file", B.File},
          {"line", B.Line},
          {"count", M.Count}};
}

/// The point number \p I; without block vectors, its markers are null.
Json pointJson(const PhaseReport &R, size_t I) {
  const IntervalFacts &F = R.In.Table.Intervals[R.Study.Picked[I].Interval];
  const BlockVectors &V = R.In.Runs[F.Run].Vectors;
  const std::optional<MarkedRegion> &M = R.Markers[I];
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

} // namespace

std::string phaseJson(const PhaseReport &R) {
  Json Phases = Json::array(), Points = Json::array();
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase)
    Phases.push_back(phaseRow(R, Phase));
  for (size_t I = 0; I != R.Study.Picked.size(); ++I)
    Points.push_back(pointJson(R, I));
  Json Result = {{"schema", ReportSchemaVersion},
                 {"runs", runsJson(R)},
                 {"intervals", R.In.Table.Intervals.size()},
                 {"dimensions", R.Study.Points.dimensions()},
                 {"simulated_share", simulatedShare(R.In, R.Study)},
                 {"phases", std::move(Phases)},
                 {"metrics", metricsJson(R)},
                 {"points", std::move(Points)},
                 {"labels", R.Study.labels()}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string phaseCsv(const PhaseReport &R) {
  std::vector<std::string> Header = {
      "run",          "thread",        "interval",    "start",
      "instructions", "process_begin", "process_end", "phase"};
  for (const Metric &M : R.In.Table.metrics())
    Header.push_back(metricName(M));
  Header.push_back("cycles");
  for (size_t L = 1; L <= R.In.Table.Levels; ++L)
    for (const char *What : {"accesses", "misses"})
      Header.push_back(fmt::format("L{} {}", L, What));
  std::string Text = csvLine(Header);
  for (size_t I = 0; I != R.In.Table.Intervals.size(); ++I) {
    const IntervalFacts &F = R.In.Table.Intervals[I];
    std::vector<std::string> Cells;
    for (uint64_t N :
         {uint64_t(F.Run), uint64_t(F.Thread), uint64_t(F.Interval), F.Start,
          F.Instructions, F.ProcessBegin, F.ProcessEnd})
      Cells.push_back(fmt::format("{}", N));
    Cells.push_back(phaseName(R.Study.labels()[I]));
    for (const Metric &M : R.In.Table.metrics())
      Cells.push_back(fmt::format("{:.6g}", M.value(F)));
    Cells.push_back(fmt::format("{}", F.Cycles));
    for (size_t L = 0; L != R.In.Table.Levels; ++L)
      for (uint64_t N : {F.Levels[L].Accesses, F.Levels[L].Misses})
        Cells.push_back(fmt::format("{}", N));
    Text += csvLine(Cells);
  }
  return Text;
}

} // namespace memfacet
