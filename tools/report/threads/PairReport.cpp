//===- PairReport.cpp - sampled reuse pairs as text, JSON and CSV ---------===//

#include "tools/report/threads/PairReport.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Units.h"
#include <algorithm>

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

using Fit = TableColumn::Fit;

std::string structureText(const Profile &P, const PairRow &R) {
  const std::string &First = P.Structures[R.First.Structure.Value].Name;
  const std::string &Second = P.Structures[R.Second.Structure.Value].Name;
  return R.First.Structure == R.Second.Structure ? First
                                                 : First + " > " + Second;
}

/// A row of the model, or for people a sum of rows.
struct ShownRow {
  ShownRow(const Profile &P, const PairRow &Row, std::string Sum = "")
      : Of(Row), Sum(std::move(Sum)),
        Estimate(estimateOf(Row.Pairs, P.Pairs.Period)) {}
  PairRow Of;
  std::string Sum; ///< the name of a sum; empty: it is none
  PairEstimate Estimate;
};

/// Pairs that were sampled, and what they stand for.
Columns<ShownRow> countColumns() {
  return {countColumn("pairs", "pairs", [](auto &R) { return R.Of.Pairs; }),
          countColumn("estimate", "estimate",
                      [](auto &R) { return R.Estimate.Count; }),
          forPrograms("low", [](auto &R) { return R.Estimate.Low; }),
          forPrograms("high", [](auto &R) { return R.Estimate.High; }),
          forPeople("95 % interval", [](auto &R) {
            return fmt::format("{} to {}", humanCount(R.Estimate.Low),
                               humanCount(R.Estimate.High));
          })};
}

/// \p P outlives the columns.
Columns<ShownRow> columnsOf(const Profile &P) {
  Columns<ShownRow> Cs = countColumns();
  Columns<ThreadSite> Ends = threadSiteColumns(P);
  addColumns<ShownRow>(
      Cs, {forPeople("threads",
                     [](auto &R) {
                       return R.Sum.empty()
                                  ? fmt::format("{} > {}", R.Of.First.Thread,
                                                R.Of.Second.Thread)
                                  : "";
                     }),
           {.Header = "first",
            .Key = "first",
            .Value = [Ends](auto &R) { return jsonObject(Ends, R.Of.First); },
            .Text =
                [](auto &R) {
                  return R.Sum.empty() ? printable(siteText(R.Of.First.Site))
                                       : R.Sum;
                },
            .Fits = Fit::CutEnd,
            .In = Forms::Json},
           {.Header = "second",
            .Key = "second",
            .Value = [Ends](auto &R) { return jsonObject(Ends, R.Of.Second); },
            .Text =
                [](auto &R) {
                  return R.Sum.empty() ? printable(siteText(R.Of.Second.Site))
                                       : "";
                },
            .Fits = Fit::CutEnd,
            .In = Forms::Json},
           forPeople(
               "structure",
               [&P](auto &R) {
                 return R.Sum.empty() ? printable(structureText(P, R.Of)) : "";
               },
               Fit::CutEnd)});
  auto First = [](const ShownRow &R) -> auto & { return R.Of.First; };
  auto Second = [](const ShownRow &R) -> auto & { return R.Of.Second; };
  addColumns(Cs, csvColumnsOf<ShownRow>(Ends, First, "", "1"));
  addColumns(Cs, csvColumnsOf<ShownRow>(Ends, Second, "", "2"));
  return Cs;
}

Table rows(const Profile &P, const PairModel &M, size_t Top) {
  Columns<ShownRow> Cs = columnsOf(P);
  Table T = emptyTable(Cs);
  size_t Shown = std::min(Top, M.Rows.size());
  PairRow Others, All;
  for (size_t I = 0; I != M.Rows.size(); ++I) {
    const PairRow &R = M.Rows[I];
    All.Pairs += R.Pairs;
    if (I < Shown)
      addRow(T, Cs, {P, R});
    else
      Others.Pairs += R.Pairs;
  }
  if (size_t Rest = M.Rows.size() - Shown)
    addRow(T, Cs, {P, Others, fmt::format("[{} others]", Rest)});
  addRow(T, Cs, {P, All, "TOTAL"}, Style::Bold).RuleBefore = true;
  return T;
}

Table matrix(const PairModel &M,
             const std::vector<std::vector<uint64_t>> &Counts, uint64_t Times) {
  return threadMatrix(M.Threads, Counts, [Times](uint64_t Count) {
    return humanCount(Count * Times);
  });
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

std::string pairJson(const Profile &P, const PairModel &M) {
  Columns<ShownRow> Cs = columnsOf(P);
  Json Rows = Json::array(), Threads = Json::array();
  for (const PairRow &R : M.Rows)
    Rows.push_back(jsonObject(Cs, {P, R}));
  for (const PairThread &T : P.Pairs.Threads)
    Threads.push_back(
        {{"thread", T.Thread}, {"units", T.Units}, {"missed", T.Missed}});
  return jsonText({{"schema", ReportSchemaVersion},
                   {"program", P.Program},
                   {"period", P.Pairs.Period},
                   {"seed", P.Pairs.Seed},
                   {"units", M.Units},
                   {"chosen", M.Chosen},
                   {"closed", M.Closed},
                   {"between_threads", M.Between},
                   {"dangling", M.Dangling},
                   {"rows", std::move(Rows)},
                   {"threads", std::move(Threads)},
                   {"matrix_threads", M.Threads},
                   {"matrix_pairs", M.Matrix},
                   {"matrix_most_bytes", M.MostBytes},
                   {"matrix_bytes_from_pairs", M.Written}});
}

std::string pairCsv(const Profile &P, const PairModel &M) {
  Columns<ShownRow> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (const PairRow &R : M.Rows)
    Text += csvRow(Cs, {P, R});
  return Text;
}

} // namespace memfacet
