//===- BlockText.cpp - hottest blocks, for people -------------------------===//

#include "tools/report/code/BlockReport.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <filesystem>

namespace memfacet {

static std::string tenths(uint32_t Value) {
  return fmt::format("{}.{} %", Value / 10, Value % 10);
}

static std::string header(const Profile &P, const BlockSums &Sums,
                          std::optional<uint32_t> Thread) {
  const BlockVectors &V = P.Vectors;
  std::string Text = fmt::format("program       {}\n", P.Program);
  std::string Of = Thread ? fmt::format("thread {}", *Thread)
                          : counted(Sums.Threads, "thread");
  if (V.Source == BlockSource::Sampled) {
    Text += fmt::format(
        "samples       {} in {}, one each {} us of processor time; {} outside "
        "of known blocks ({})\n",
        humanCount(V.Samples), Of, V.Period / 1000, humanCount(V.Outside),
        humanRate(V.Outside, V.Samples));
    if (V.Lost)
      Text += fmt::format("lost          {} samples had no room\n",
                          humanCount(V.Lost));
  } else {
    Text += fmt::format("instructions  {} in {}, {}\n", humanCount(Sums.Weight),
                        Of, blockSourceName(V.Source));
  }
  Text +=
      fmt::format("vectors       {}\n\n", counted(Sums.Intervals, "interval"));
  return Text;
}

static std::string place(const CodeBlock &B) {
  if (B.File.empty())
    return {};
  return fmt::format("{}:{}", std::filesystem::path(B.File).filename().string(),
                     B.Line);
}

std::string blockText(const Profile &P, std::optional<uint32_t> Thread,
                      size_t Top, const Terminal &Out) {
  const BlockVectors &V = P.Vectors;
  bool Sampled = V.Source == BlockSource::Sampled;
  BlockSums Sums = blockSums(P, Thread);
  Table T;
  using Fit = TableColumn::Fit;
  T.Columns = {{Sampled ? "samples" : "executions"}};
  if (!Sampled)
    T.Columns.push_back({"instructions"});
  T.Columns.insert(T.Columns.end(), {{"share"},
                                     {"block"},
                                     {"function", Fit::CutEnd},
                                     {"where", Fit::CutStart}});
  auto Add = [&](uint64_t Executions, uint64_t Weight, uint32_t Share,
                 std::string Number, std::string Name, std::string Where) {
    TableRow Row;
    Row.Cells = {humanCount(Executions)};
    if (!Sampled)
      Row.Cells.push_back(humanCount(Weight));
    Row.Cells.insert(Row.Cells.end(), {tenths(Share), std::move(Number),
                                       std::move(Name), std::move(Where)});
    T.Rows.push_back(std::move(Row));
  };
  size_t Shown = std::min(Top, Sums.Rows.size());
  BlockRow Others;
  for (size_t I = 0; I != Sums.Rows.size(); ++I) {
    const BlockRow &R = Sums.Rows[I];
    const CodeBlock &B = V.Blocks[R.Block];
    if (I < Shown) {
      Add(R.Executions, R.Weight, R.Tenths, fmt::format("{}", B.Number),
          printable(B.Function), printable(place(B)));
      continue;
    }
    Others.Executions += R.Executions;
    Others.Weight += R.Weight;
    Others.Tenths += R.Tenths;
  }
  if (size_t Rest = Sums.Rows.size() - Shown)
    Add(Others.Executions, Others.Weight, Others.Tenths, "",
        fmt::format("[{} others]", Rest), "");
  if (Sums.Outside)
    Add(Sums.Outside, Sums.Outside, Sums.OutsideTenths, "", "[elsewhere]", "");
  Add(Sums.Executions + Sums.Outside, Sums.Weight,
      Sums.Weight + Sums.Outside ? 1000 : 0, "", "TOTAL", "");
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return header(P, Sums, Thread) + renderTable(T, Out);
}

} // namespace memfacet
