//===- PairText.cpp - sampled pairs, for people ---------------------------===//

#include "tools/report/common/SiteText.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/PairReport.h"
#include <algorithm>
#include <fmt/format.h>

namespace memfacet {

std::string pairHeader(const Profile &P, const PairModel &M) {
  const PairSample &S = P.Pairs;
  std::string Text = fmt::format("program       {}\n", P.Program);
  Text +=
      fmt::format("sample        one of {} accesses, seed {}: {} of {}, {}\n",
                  S.Period, S.Seed, humanCount(M.Chosen), humanCount(M.Units),
                  counted(S.Threads.size(), "thread"));
  Text += fmt::format("touched again {} by the same thread, {} by another one "
                      "({}); never {} ({})\n",
                      humanCount(M.Closed - M.Between), humanCount(M.Between),
                      humanRate(M.Between, M.Chosen), humanCount(M.Dangling),
                      humanRate(M.Dangling, M.Chosen));
  if (P.Sampled.Known)
    Text +=
        fmt::format("windows       {} of the run; what is touched again after "
                    "its window counts as never\n",
                    humanRate(P.Sampled.Measured, P.Sampled.Words));
  if (M.Missed)
    Text += fmt::format("left out      {} words of signal handlers' records\n",
                        humanCount(M.Missed));
  return Text;
}

namespace {

std::string structureText(const Profile &P, const PairRow &R) {
  const std::string &First = P.Structures[R.First.Structure.Value].Name;
  const std::string &Second = P.Structures[R.Second.Structure.Value].Name;
  return R.First.Structure == R.Second.Structure ? First
                                                 : First + " > " + Second;
}

TableRow rowOf(uint64_t Pairs, uint64_t Period,
               std::initializer_list<std::string> Rest) {
  PairEstimate E = estimateOf(Pairs, Period);
  TableRow Row;
  Row.Cells = {humanCount(Pairs), humanCount(E.Count),
               fmt::format("{} to {}", humanCount(E.Low), humanCount(E.High))};
  Row.Cells.insert(Row.Cells.end(), Rest);
  return Row;
}

Table rows(const Profile &P, const PairModel &M, size_t Top) {
  Table T;
  using Fit = TableColumn::Fit;
  T.Columns = {{"pairs"},
               {"estimate"},
               {"95 % interval"},
               {"threads"},
               {"first", Fit::CutEnd},
               {"second", Fit::CutEnd},
               {"structure", Fit::CutEnd}};
  size_t Shown = std::min(Top, M.Rows.size());
  uint64_t Others = 0, All = 0;
  for (size_t I = 0; I != M.Rows.size(); ++I) {
    const PairRow &R = M.Rows[I];
    All += R.Pairs;
    if (I >= Shown) {
      Others += R.Pairs;
      continue;
    }
    T.Rows.push_back(rowOf(
        R.Pairs, P.Pairs.Period,
        {fmt::format("{} > {}", R.First.Thread, R.Second.Thread),
         printable(siteText(R.First.Site)), printable(siteText(R.Second.Site)),
         printable(structureText(P, R))}));
  }
  if (size_t Rest = M.Rows.size() - Shown)
    T.Rows.push_back(rowOf(Others, P.Pairs.Period,
                           {"", fmt::format("[{} others]", Rest), "", ""}));
  T.Rows.push_back(rowOf(All, P.Pairs.Period, {"", "TOTAL", "", ""}));
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return T;
}

Table matrix(const PairModel &M,
             const std::vector<std::vector<uint64_t>> &Counts, uint64_t Times) {
  Table T;
  T.Columns = {{"from"}};
  for (uint32_t Thread : M.Threads)
    T.Columns.push_back({fmt::format("to {}", Thread)});
  for (size_t I = 0; I != M.Threads.size(); ++I) {
    TableRow Row;
    Row.Cells = {fmt::format("{}", M.Threads[I])};
    for (uint64_t Count : Counts[I])
      Row.Cells.push_back(humanCount(Count * Times));
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

} // namespace

std::string pairText(const Profile &P, const PairModel &M,
                     const PairOptions &Options, const Terminal &Out) {
  std::string Text = pairHeader(P, M) + "\n";
  if (M.Rows.empty())
    Text += "No pair to show: no line that was chosen was touched next by "
            "another thread.\n";
  else
    Text += renderTable(rows(P, M, Options.Top), Out);
  if (M.Threads.size() > 1)
    Text += "\nNext touches of a line, by threads, estimated:\n\n" +
            renderTable(matrix(M, M.Matrix, P.Pairs.Period), Out);
  if (M.Written)
    Text +=
        fmt::format("\nBytes that were written by one and read by the other at "
                    "most, estimated from {} sampled (one of {}):\n\n",
                    counted(M.Written, "pair"), P.Pairs.Period) +
        renderTable(matrix(M, M.MostBytes, 1), Out);
  return Text;
}

} // namespace memfacet
