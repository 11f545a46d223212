//===- IntervalMachine.cpp - one interval, for programs -------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/phases/IntervalReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json metricsJson(const PhaseReport &R, const IntervalView &V) {
  std::vector<Metric> Metrics = R.In.Table.metrics();
  for (uint32_t L = 0; L != R.In.Table.Levels; ++L)
    Metrics.push_back({MetricKind::MissesPerInstruction, L});
  Json All = Json::array();
  for (const Metric &M : Metrics)
    All.push_back({{"metric", metricName(M)},
                   {"interval", M.value(R.In.Table.Intervals[V.Interval])},
                   {"phase", M.value(V.OfPhase.Facts)},
                   {"run", M.value(V.OfRun.Facts)}});
  return All;
}

static Json sitesJson(const Profile &P, const IntervalView &V,
                      SourceLines &Sources) {
  Json Sites = Json::array();
  for (const IntervalSite &S : V.Sites) {
    const CodeSite &Site = P.Sites[S.Site];
    Json Structures = Json::array();
    for (auto [Id, Share] : S.Structures)
      Structures.push_back({{"structure", P.Structures[Id.Value].Name},
                            {"id", Id.Value},
                            {"share", Share}});
    auto Line = Sources.line(Site.File, Site.Line);
    Sites.push_back({{"file", Site.File},
                     {"line", Site.Line},
                     {"column", Site.Column},
                     {"function", Site.Function},
                     {"misses", S.Misses},
                     {"structures", std::move(Structures)},
                     {"source", Line ? Json(*Line) : Json()}});
  }
  return Sites;
}

std::string intervalJson(const PhaseReport &R, const IntervalView &V,
                         const std::string &Path) {
  const IntervalFacts &F = R.In.Table.Intervals[V.Interval];
  const Profile &P = R.In.Runs[F.Run];
  SourceLines Sources(Path);
  Json Strides = Json::array(), Code = Json::array(), Similar = Json::array();
  for (const IntervalStride &S : V.Strides)
    Strides.push_back({{"bytes", S.Bytes}, {"count", S.Count}});
  for (const IntervalCode &C : V.Code) {
    const CodeBlock &B = P.Vectors.Blocks[C.Block];
    Code.push_back({{"block", B.Number},
                    {"function", B.Function},
                    {"file", B.File},
                    {"line", B.Line},
                    {"share", C.Share}});
  }
  for (const SimilarInterval &S : V.Similar) {
    const IntervalFacts &Other = R.In.Table.Intervals[S.Interval];
    Similar.push_back({{"run", Other.Run},
                       {"thread", Other.Thread},
                       {"interval", Other.Interval},
                       {"phase", phaseName(R.Study.labels()[S.Interval])},
                       {"distance", S.Distance}});
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"run", F.Run},
                 {"thread", F.Thread},
                 {"interval", F.Interval},
                 {"start", F.Start},
                 {"instructions", F.Instructions},
                 {"phase", phaseName(V.Phase)},
                 {"metrics", metricsJson(R, V)},
                 {"miss_level", P.Signatures.Shape.MissLevel + 1},
                 {"sites", sitesJson(P, V, Sources)},
                 {"other_misses", V.OtherMisses},
                 {"local_strides", std::move(Strides)},
                 {"code", std::move(Code)},
                 {"similar", std::move(Similar)}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string intervalCsv(const PhaseReport &R, const IntervalView &V,
                        const std::string &Path) {
  const IntervalFacts &F = R.In.Table.Intervals[V.Interval];
  const Profile &P = R.In.Runs[F.Run];
  SourceLines Sources(Path);
  std::string Text =
      csvLine({"misses", "file", "line", "function", "structure", "source"});
  for (const IntervalSite &S : V.Sites) {
    const CodeSite &Site = P.Sites[S.Site];
    Text += csvLine({fmt::format("{}", S.Misses), Site.File,
                     fmt::format("{}", Site.Line), Site.Function,
                     S.Structures.empty()
                         ? ""
                         : P.Structures[S.Structures.front().first.Value].Name,
                     Sources.line(Site.File, Site.Line).value_or("")});
  }
  if (V.OtherMisses != 0)
    Text += csvLine({fmt::format("{}", V.OtherMisses), "", "", "", "", ""});
  return Text;
}

} // namespace memfacet
