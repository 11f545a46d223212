//===- Speedscope.cpp - stacks of all counts, for speedscope --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file has a list of frames and, for each count, a profile of stacks with
// weights. The schema is at https://www.speedscope.app/file-format-schema.json.
//
//===----------------------------------------------------------------------===//

#include "analysis/support/Version.h"
#include "tools/export/Formats.h"
#include "tools/export/Stacks.h"
#include "tools/report/format/Columns.h"
#include <map>

namespace memfacet::exports {

namespace {

/// Numbers frames in the order of their first use.
class FrameList {
public:
  size_t number(const StackFrame &F) {
    auto [Entry, New] = Numbers.try_emplace(F, Numbers.size());
    if (!New)
      return Entry->second;
    report::Json J = {{"name", F.Name}};
    if (!F.File.empty())
      J["file"] = F.File;
    if (F.Line != 0)
      J["line"] = F.Line;
    List.push_back(std::move(J));
    return Entry->second;
  }
  const report::Json &json() const { return List; }

private:
  std::map<StackFrame, size_t> Numbers;
  report::Json List = report::Json::array();
};

} // namespace

Status exportSpeedscope(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  std::vector<CostStack> Stacks = Source.Grouping == "access"
                                      ? accessStacks(P)
                                      : allocationStacks(P, false);
  std::vector<ExportMetric> Metrics = exportMetrics(P.Caches);
  FrameList Frames;
  std::vector<std::vector<size_t>> Numbers;
  for (const CostStack &S : Stacks) {
    std::vector<size_t> &Indices = Numbers.emplace_back();
    for (const StackFrame &F : S.Frames)
      Indices.push_back(Frames.number(F));
  }
  report::Json Profiles = report::Json::array();
  size_t First = 0;
  for (size_t M = 0; M != Metrics.size(); ++M) {
    if (Metrics[M].Key == defaultExportMetric(P.Caches))
      First = M;
    report::Json Samples = report::Json::array(),
                 Weights = report::Json::array();
    uint64_t Sum = 0;
    for (size_t I = 0; I != Stacks.size(); ++I)
      if (uint64_t Count = Stacks[I].Counts[M]) {
        Samples.push_back(Numbers[I]);
        Weights.push_back(Count);
        Sum += Count;
      }
    Profiles.push_back({{"type", "sampled"},
                        {"name", Metrics[M].Text},
                        {"unit", "none"},
                        {"startValue", 0},
                        {"endValue", Sum},
                        {"samples", std::move(Samples)},
                        {"weights", std::move(Weights)}});
  }
  Output.add(report::jsonText(
      {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
       {"name", P.Program},
       {"exporter", fmt::format("memfacet@{}", toolVersion())},
       {"activeProfileIndex", First},
       {"shared", {{"frames", Frames.json()}}},
       {"profiles", std::move(Profiles)}},
      -1));
  return {};
}

} // namespace memfacet::exports
