//===- BlockReport.cpp - the code that is executed most: all forms --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/code/BlockReport.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/support/ShortName.h"
#include <algorithm>
#include <set>

namespace memfacet::report {

/// Calls \p Visit(interval, counts) for the intervals of \p Thread or all.
template <typename Visitor>
static void forEachVector(const result::BlockVectors &V,
                          std::optional<uint32_t> Thread, Visitor Visit) {
  for (const result::BlockInterval &I : V.Intervals)
    if (!Thread || I.Thread == *Thread)
      if (auto Counts = result::unpackCounts(I.Packed, V.Blocks.size()))
        Visit(I, *Counts);
}

BlockSums blockSums(const result::Profile &P, std::optional<uint32_t> Thread) {
  MEMFACET_CHECK(!P.Vectors.empty(), "the command says that there are none");
  const result::BlockVectors &V = P.Vectors;
  BlockSums Sums;
  std::vector<uint64_t> Executions(V.Blocks.size());
  std::set<uint32_t> Threads;
  forEachVector(V, Thread,
                [&](const result::BlockInterval &I, const auto &Counts) {
                  ++Sums.Intervals;
                  Threads.insert(I.Thread);
                  for (const result::BlockCount &C : Counts)
                    Executions[C.Block] += C.Count;
                });
  Sums.Threads = Threads.size();
  for (uint32_t B = 0; B != V.Blocks.size(); ++B) {
    if (Executions[B] == 0)
      continue;
    uint64_t Weight = Executions[B] * V.weight(V.Blocks[B]);
    Sums.Rows.push_back({B, Executions[B], Weight, 0});
    Sums.Executions += Executions[B];
    Sums.Weight += Weight;
  }
  std::ranges::stable_sort(Sums.Rows, std::ranges::greater(),
                           &BlockRow::Weight);
  // The threads of samples outside of blocks are not known.
  Sums.OutsideSamples = Thread ? 0 : V.OutsideSamples;
  std::vector<uint64_t> Parts;
  for (const BlockRow &R : Sums.Rows)
    Parts.push_back(R.Weight);
  Parts.push_back(Sums.OutsideSamples);
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  for (size_t I = 0; I != Sums.Rows.size(); ++I)
    Sums.Rows[I].Tenths = Tenths[I];
  Sums.OutsideTenths = Tenths.back();
  return Sums;
}

std::vector<uint32_t> blockThreads(const result::Profile &P) {
  std::set<uint32_t> Threads;
  for (const result::BlockInterval &I : P.Vectors.Intervals)
    Threads.insert(I.Thread);
  return {Threads.begin(), Threads.end()};
}

std::string frequencyVectors(const result::Profile &P, uint32_t Thread) {
  MEMFACET_CHECK(!P.Vectors.empty(), "the command says that there are none");
  const result::BlockVectors &V = P.Vectors;
  std::string Text;
  forEachVector(V, Thread,
                [&](const result::BlockInterval &, const auto &Counts) {
                  Text += 'T';
                  for (const result::BlockCount &C : Counts) {
                    const result::CodeBlock &B = V.Blocks[C.Block];
                    // An execution without instructions has no weight.
                    if (uint64_t Weight = C.Count * V.weight(B))
                      Text += fmt::format(":{}:{} ", B.Number, Weight);
                  }
                  Text += '\n';
                });
  return Text;
}

static std::string header(const result::Profile &P, const BlockSums &Sums,
                          std::optional<uint32_t> Thread) {
  const result::BlockVectors &V = P.Vectors;
  std::string Text = fmt::format("program       {}\n", P.Program);
  std::string ThreadsText = Thread ? fmt::format("thread {}", *Thread)
                                   : counted(Sums.Threads, "thread");
  if (V.Source == result::BlockSource::Sampled) {
    Text += fmt::format(
        "samples       {} in {}, one each {} us of processor time; {} outside "
        "of known blocks ({})\n",
        humanCount(V.Samples), ThreadsText, V.Period / 1000,
        humanCount(V.OutsideSamples), humanRate(V.OutsideSamples, V.Samples));
    if (V.Lost)
      Text += fmt::format("lost          {} samples had no room\n",
                          humanCount(V.Lost));
  } else {
    Text += fmt::format("instructions  {} in {}, {}\n", humanCount(Sums.Weight),
                        ThreadsText, result::blockSourceName(V.Source));
  }
  Text +=
      fmt::format("vectors       {}\n\n", counted(Sums.Intervals, "interval"));
  return Text;
}

namespace {

/// A block, or for people a sum of blocks.
struct ShownBlock {
  const BlockRow &Row;
  const result::CodeBlock *Block = nullptr; ///< null: a sum
  std::string Sum = {}; ///< the name of the sum; empty: a block
};

/// Returns a column of a block that is empty for sums.
template <typename TextOf> auto ofBlock(TextOf Text) {
  return [Text](const ShownBlock &R) {
    return R.Block ? Text(*R.Block) : std::string();
  };
}

Columns<ShownBlock> columnsOf(const result::Profile &P) {
  const result::BlockVectors &V = P.Vectors;
  bool Sampled = V.Source == result::BlockSource::Sampled;
  std::string Count = Sampled ? "samples" : "executions";
  Columns<ShownBlock> Cs = {
      forPeople(Count, [](auto &R) { return humanCount(R.Row.Executions); })};
  if (!Sampled)
    Cs.push_back(forPeople("instructions",
                           [](auto &R) { return humanCount(R.Row.Weight); }));
  addColumns<ShownBlock>(
      Cs, {forPeople("share", [](auto &R) { return tenthsText(R.Row.Tenths); }),
           {"block", "block", [](auto &R) { return R.Block->Number; },
            ofBlock([](auto &B) { return fmt::format("{}", B.Number); })},
           forPrograms("id", [](auto &R) { return R.Block->Id; }),
           {"function", "function", [](auto &R) { return R.Block->Function; },
            [](auto &R) {
              return R.Block ? printable(shortName(R.Block->Function)) : R.Sum;
            },
            TableColumn::Fit::CutMiddle},
           forPrograms("file", [](auto &R) { return R.Block->File; }),
           forPrograms("line", [](auto &R) { return R.Block->Line; }),
           forPeople("where", ofBlock([&P](auto &B) {
                       return printable(tablePlace(P, B.File, B.Line));
                     }),
                     TableColumn::Fit::CutPath),
           forPrograms(Sampled ? "bytes" : "size",
                       [](auto &R) { return R.Block->Size; }),
           forPrograms(Count, [](auto &R) { return R.Row.Executions; })});
  if (Sampled)
    Cs.push_back(forCsv("share_tenths", [](auto &R) { return R.Row.Tenths; }));
  else
    Cs.push_back(
        forPrograms("instructions", [](auto &R) { return R.Row.Weight; }));
  return Cs;
}

Json vectorsJson(const result::BlockVectors &V,
                 std::optional<uint32_t> Thread) {
  Json List = Json::array();
  forEachVector(V, Thread,
                [&](const result::BlockInterval &I, const auto &Counts) {
                  Json Blocks = Json::array();
                  for (const result::BlockCount &C : Counts)
                    Blocks.push_back({V.Blocks[C.Block].Number, C.Count});
                  List.push_back({{"thread", I.Thread},
                                  {"interval", I.Interval},
                                  {"length", I.Length},
                                  {"counts", std::move(Blocks)}});
                });
  return List;
}

} // namespace

std::string blockText(const result::Profile &P, std::optional<uint32_t> Thread,
                      size_t Top, const Terminal &Out) {
  const result::BlockVectors &V = P.Vectors;
  BlockSums Sums = blockSums(P, Thread);
  Columns<ShownBlock> Cs = columnsOf(P);
  Table T = emptyTable(Cs);
  addFirst(
      T, Cs, Sums.Rows, Top,
      [&](const BlockRow &R, const std::string &Sum) {
        return ShownBlock{R, Sum.empty() ? &V.Blocks[R.Block] : nullptr, Sum};
      },
      [](BlockRow &Sum, const BlockRow &R) {
        Sum.Executions += R.Executions, Sum.Weight += R.Weight;
        Sum.Tenths += R.Tenths;
      });
  BlockRow Elsewhere = {0, Sums.OutsideSamples, Sums.OutsideSamples,
                        Sums.OutsideTenths};
  if (Sums.OutsideSamples)
    addRow(T, Cs, {Elsewhere, nullptr, "[elsewhere]"});
  BlockRow All = {0, Sums.Executions + Sums.OutsideSamples, Sums.Weight,
                  Sums.Weight + Sums.OutsideSamples ? 1000u : 0};
  addTotal(T, Cs, {All, nullptr, "TOTAL"});
  return header(P, Sums, Thread) + renderTable(T, Out);
}

std::string blockJson(const result::Profile &P,
                      std::optional<uint32_t> Thread) {
  const result::BlockVectors &V = P.Vectors;
  BlockSums Sums = blockSums(P, Thread);
  Columns<ShownBlock> Cs = columnsOf(P);
  Json J = {{"schema", ReportSchemaVersion},
            {"program", P.Program},
            {"source", result::blockSourceName(V.Source)},
            {"interval", P.IntervalInstructions}};
  if (Thread)
    J["thread"] = *Thread;
  if (V.Source == result::BlockSource::Sampled) {
    J["period_ns"] = V.Period;
    J["samples"] = V.Samples;
    J["outside"] = V.OutsideSamples;
    J["lost"] = V.Lost;
  } else {
    J["instructions"] = Sums.Weight;
    J["executions"] = Sums.Executions;
  }
  J["blocks"] = Json::array();
  for (const BlockRow &R : Sums.Rows)
    J["blocks"].push_back(jsonObject(Cs, {R, &V.Blocks[R.Block]}));
  J["vectors"] = vectorsJson(V, Thread);
  return jsonText(J);
}

std::string blockCsv(const result::Profile &P, std::optional<uint32_t> Thread) {
  Columns<ShownBlock> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (const BlockRow &R : blockSums(P, Thread).Rows)
    Text += csvRow(Cs, {R, &P.Vectors.Blocks[R.Block]});
  return Text;
}

} // namespace memfacet::report
