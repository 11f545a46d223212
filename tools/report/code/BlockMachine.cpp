//===- BlockMachine.cpp - blocks for programs -----------------------------===//

#include "tools/report/code/BlockReport.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json vectorsJson(const Profile &P, std::optional<uint32_t> Thread) {
  const BlockVectors &V = P.Vectors;
  Json List = Json::array();
  for (const BlockInterval &I : V.Intervals) {
    auto Counts = unpackCounts(I.Packed, V.Blocks.size());
    if ((Thread && I.Thread != *Thread) || !Counts)
      continue;
    Json Blocks = Json::array();
    for (const BlockCount &C : *Counts)
      Blocks.push_back({V.Blocks[C.Block].Number, C.Count});
    List.push_back({{"thread", I.Thread},
                    {"interval", I.Interval},
                    {"length", I.Length},
                    {"counts", std::move(Blocks)}});
  }
  return List;
}

std::string blockJson(const Profile &P, std::optional<uint32_t> Thread) {
  const BlockVectors &V = P.Vectors;
  BlockSums Sums = blockSums(P, Thread);
  bool Sampled = V.Source == BlockSource::Sampled;
  Json Blocks = Json::array();
  for (const BlockRow &R : Sums.Rows) {
    const CodeBlock &B = V.Blocks[R.Block];
    Json Row = {{"block", B.Number},
                {"id", B.Id},
                {"function", B.Function},
                {"file", B.File},
                {"line", B.Line},
                {Sampled ? "bytes" : "size", B.Size},
                {Sampled ? "samples" : "executions", R.Executions}};
    if (!Sampled)
      Row["instructions"] = R.Weight;
    Blocks.push_back(std::move(Row));
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"program", P.Program},
                 {"source", blockSourceName(V.Source)},
                 {"interval", P.IntervalInstructions}};
  if (Thread)
    Result["thread"] = *Thread;
  if (Sampled) {
    Result["period_ns"] = V.Period;
    Result["samples"] = V.Samples;
    Result["outside"] = V.Outside;
    Result["lost"] = V.Lost;
  } else {
    Result["instructions"] = Sums.Weight;
    Result["executions"] = Sums.Executions;
  }
  Result["blocks"] = std::move(Blocks);
  Result["vectors"] = vectorsJson(P, Thread);
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string blockCsv(const Profile &P, std::optional<uint32_t> Thread) {
  const BlockVectors &V = P.Vectors;
  bool Sampled = V.Source == BlockSource::Sampled;
  std::string Text =
      csvLine({"block", "id", "function", "file", "line",
               Sampled ? "bytes" : "size", Sampled ? "samples" : "executions",
               Sampled ? "share_tenths" : "instructions"});
  for (const BlockRow &R : blockSums(P, Thread).Rows) {
    const CodeBlock &B = V.Blocks[R.Block];
    Text += csvLine({fmt::format("{}", B.Number), fmt::format("{}", B.Id),
                     B.Function, B.File, fmt::format("{}", B.Line),
                     fmt::format("{}", B.Size), fmt::format("{}", R.Executions),
                     fmt::format("{}", Sampled ? R.Tenths : R.Weight)});
  }
  return Text;
}

} // namespace memfacet
