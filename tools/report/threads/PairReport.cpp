//===- PairReport.cpp - sampled reuse pairs as text, JSON and CSV ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/threads/PairReport.h"
#include "analysis/gauges/sample/PoissonLimits.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

namespace memfacet::report {

namespace {

using Key = std::tuple<std::string, uint32_t, uint32_t, std::string, AccessKind,
                       uint32_t, uint32_t>;

Key keyOf(const result::PairSample &S, uint32_t Vertex) {
  const result::PairVertex &V = S.Vertices[Vertex];
  const result::PairSite &Site = S.Sites[V.Site];
  return {Site.File, Site.Line, Site.Column,      Site.Function,
          Site.Kind, V.Thread,  V.Structure.Value};
}

ThreadSite endOf(const result::PairSample &S, uint32_t Vertex) {
  const result::PairVertex &V = S.Vertices[Vertex];
  return {S.Sites[V.Site], V.Structure, V.Thread};
}

bool isNamed(const PairOptions &Options, StructureId Id) {
  return Options.Named.empty() || std::ranges::count(Options.Named, Id) != 0;
}

/// Returns whether a pair begins with a chosen access; other pairs are for the
/// model.
bool isChosen(const result::PairSample &S, const result::PairCount &C) {
  return S.Vertices[C.First].PreviousThread == result::UnknownThread;
}

void countThreads(const result::PairSample &S, PairModel &M) {
  for (const result::PairCount &C : S.Pairs)
    for (uint32_t V : {C.First, C.Second})
      M.Threads.push_back(S.Vertices[V].Thread);
  std::ranges::sort(M.Threads);
  M.Threads.erase(std::ranges::unique(M.Threads).begin(), M.Threads.end());
  M.Matrix.assign(M.Threads.size(), std::vector<uint64_t>(M.Threads.size()));
  auto Place = [&](uint32_t Vertex) {
    auto Found = std::ranges::lower_bound(M.Threads, S.Vertices[Vertex].Thread);
    MEMFACET_CHECK(Found != M.Threads.end(), "each vertex has a thread");
    return size_t(Found - M.Threads.begin());
  };
  for (const result::PairCount &C : S.Pairs) {
    if (!isChosen(S, C))
      continue;
    M.Matrix[Place(C.First)][Place(C.Second)] += C.Pairs;
    M.Closed += C.Pairs;
    if (Place(C.First) != Place(C.Second))
      M.BetweenThreads += C.Pairs;
  }
}

/// Bytes of a structure's lines that a thread was seen to read and to write.
struct AccessedBytes {
  uint64_t Read = 0, Written = 0;
};

void countBytes(const result::PairSample &S, PairModel &M) {
  std::map<std::pair<uint32_t, uint32_t>, AccessedBytes> Bytes;
  auto BytesOf = [&](const result::PairVertex &V) -> AccessedBytes & {
    return Bytes[{V.Structure.Value, V.Thread}];
  };
  for (const result::PairVertex &V : S.Vertices) {
    AccessKind Kind = S.Sites[V.Site].Kind;
    if (Kind != AccessKind::Load)
      BytesOf(V).Written |= V.Bytes;
    if (Kind != AccessKind::Store)
      BytesOf(V).Read |= V.Bytes;
  }
  M.MostBytes.assign(M.Threads.size(), std::vector<uint64_t>(M.Threads.size()));
  auto Place = [&](const result::PairVertex &V) {
    auto Found = std::ranges::lower_bound(M.Threads, V.Thread);
    MEMFACET_CHECK(Found != M.Threads.end(), "each vertex has a thread");
    return size_t(Found - M.Threads.begin());
  };
  for (const result::PairCount &C : S.Pairs) {
    const result::PairVertex &First = S.Vertices[C.First],
                             &Second = S.Vertices[C.Second];
    if (!isChosen(S, C) || S.Sites[First.Site].Kind == AccessKind::Load ||
        First.Thread == Second.Thread || First.Structure != Second.Structure)
      continue;
    uint64_t Common = BytesOf(First).Written & BytesOf(Second).Read;
    M.Written += C.Pairs;
    M.MostBytes[Place(First)][Place(Second)] +=
        C.Pairs * S.Period * uint64_t(std::popcount(Common));
  }
}

} // namespace

PairEstimate estimateOf(uint64_t Pairs, uint64_t Period) {
  auto K = double(Pairs), N = double(Period);
  double Narrow = N > 1 ? std::sqrt(1 - 1 / N) : 0;
  gauges::CountLimits Limits = gauges::poissonLimits(K);
  double Low = K - Narrow * (K - Limits.Low);
  double High = K + Narrow * (Limits.High - K);
  return {Pairs * Period, uint64_t(std::max(0.0, Low * N)),
          uint64_t(std::ceil(High * N))};
}

PairModel pairModel(const result::Profile &P, const PairOptions &Options) {
  const result::PairSample &S = P.Pairs;
  PairModel M;
  std::map<std::pair<Key, Key>, size_t> Rows;
  for (const result::PairCount &C : S.Pairs) {
    const result::PairVertex &First = S.Vertices[C.First];
    const result::PairVertex &Second = S.Vertices[C.Second];
    if (!isChosen(S, C))
      continue;
    if (!Options.WithinThreads && First.Thread == Second.Thread)
      continue;
    if (!isNamed(Options, First.Structure) &&
        !isNamed(Options, Second.Structure))
      continue;
    auto [It, New] = Rows.try_emplace({keyOf(S, C.First), keyOf(S, C.Second)},
                                      M.Rows.size());
    if (New)
      M.Rows.push_back({endOf(S, C.First), endOf(S, C.Second), 0});
    M.Rows[It->second].Pairs += C.Pairs;
  }
  std::ranges::stable_sort(M.Rows, std::greater(), &PairRow::Pairs);
  countThreads(S, M);
  countBytes(S, M);
  for (const result::PairVertex &V : S.Vertices)
    if (V.PreviousThread == result::UnknownThread)
      M.Chosen += V.Firsts, M.Dangling += V.Dangling;
  for (const result::PairThread &T : S.Threads)
    M.Units += T.Units, M.Missed += T.Missed;
  return M;
}

std::string pairHeader(const result::Profile &P, const PairModel &M) {
  const result::PairSample &S = P.Pairs;
  std::string Text = fmt::format("program       {}\n", P.Program);
  Text +=
      fmt::format("sample        one of {} accesses, seed {}: {} of {}, {}\n",
                  S.Period, S.Seed, humanCount(M.Chosen), humanCount(M.Units),
                  counted(S.Threads.size(), "thread"));
  Text += fmt::format("touched again {} by the same thread, {} by another one "
                      "({}); never {} ({})\n",
                      humanCount(M.Closed - M.BetweenThreads),
                      humanCount(M.BetweenThreads),
                      humanRate(M.BetweenThreads, M.Chosen),
                      humanCount(M.Dangling), humanRate(M.Dangling, M.Chosen));
  if (M.Missed)
    Text += fmt::format("left out      {} words of signal handlers' records\n",
                        humanCount(M.Missed));
  return Text;
}

namespace {

using Fit = TableColumn::Fit;

std::string structureText(const result::Profile &P, const PairRow &R) {
  std::string First = tableName(P, R.First.Structure);
  std::string Second = tableName(P, R.Second.Structure);
  return R.First.Structure == R.Second.Structure ? First
                                                 : First + " > " + Second;
}

/// A row of the model, or for people a sum of rows.
struct ShownRow {
  ShownRow(const result::Profile &P, const PairRow &Row, std::string Sum = "")
      : Row(Row), Sum(std::move(Sum)),
        Estimate(estimateOf(Row.Pairs, P.Pairs.Period)) {}
  PairRow Row;
  std::string Sum; ///< the name of a sum; empty: it is none
  PairEstimate Estimate;
};

/// Returns columns for the sampled pairs, and for the estimates from them.
Columns<ShownRow> countColumns() {
  return {countColumn("pairs", "pairs", [](auto &R) { return R.Row.Pairs; }),
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
Columns<ShownRow> columnsOf(const result::Profile &P) {
  Columns<ShownRow> Cs = countColumns();
  Columns<ThreadSite> Ends = threadSiteColumns(P);
  addColumns<ShownRow>(
      Cs,
      {forPeople("threads", unlessSum([](auto &R) {
                   return fmt::format("{} > {}", R.Row.First.Thread,
                                      R.Row.Second.Thread);
                 })),
       {.Header = "first",
        .Key = "first",
        .Value = [Ends](auto &R) { return jsonObject(Ends, R.Row.First); },
        .Text = orSum(
            [&P](auto &R) { return printable(siteText(P, R.Row.First.Site)); }),
        .Fits = Fit::CutMiddle,
        .In = Forms::Json},
       {.Header = "second",
        .Key = "second",
        .Value = [Ends](auto &R) { return jsonObject(Ends, R.Row.Second); },
        .Text = unlessSum([&P](auto &R) {
          return printable(siteText(P, R.Row.Second.Site));
        }),
        .Fits = Fit::CutMiddle,
        .In = Forms::Json},
       forPeople("structure",
                 unlessSum([&P](auto &R) { return structureText(P, R.Row); }),
                 Fit::CutMiddle)});
  auto First = [](const ShownRow &R) -> auto & { return R.Row.First; };
  auto Second = [](const ShownRow &R) -> auto & { return R.Row.Second; };
  addColumns(Cs, csvColumnsOf<ShownRow>(Ends, First, "", "1"));
  addColumns(Cs, csvColumnsOf<ShownRow>(Ends, Second, "", "2"));
  return Cs;
}

Table rows(const result::Profile &P, const PairModel &M, size_t Top) {
  Columns<ShownRow> Cs = columnsOf(P);
  Table T = emptyTable(Cs);
  auto Show = [&P](const PairRow &R, const std::string &Sum) {
    return ShownRow(P, R, Sum);
  };
  auto Add = [](PairRow &Sum, const PairRow &R) { Sum.Pairs += R.Pairs; };
  addFirst(T, Cs, M.Rows, Top, Show, Add);
  PairRow All;
  for (const PairRow &R : M.Rows)
    Add(All, R);
  addTotal(T, Cs, Show(All, "TOTAL"));
  return T;
}

Table matrix(const PairModel &M,
             const std::vector<std::vector<uint64_t>> &Counts, uint64_t Times) {
  return threadMatrix(M.Threads, Counts, [Times](uint64_t Count) {
    return humanCount(Count * Times);
  });
}

} // namespace

std::string pairText(const result::Profile &P, const PairModel &M,
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

std::string pairJson(const result::Profile &P, const PairModel &M) {
  Columns<ShownRow> Cs = columnsOf(P);
  Json Rows = Json::array(), Threads = Json::array();
  for (const PairRow &R : M.Rows)
    Rows.push_back(jsonObject(Cs, {P, R}));
  for (const result::PairThread &T : P.Pairs.Threads)
    Threads.push_back(
        {{"thread", T.Thread}, {"units", T.Units}, {"missed", T.Missed}});
  return jsonText({{"schema", ReportSchemaVersion},
                   {"program", P.Program},
                   {"period", P.Pairs.Period},
                   {"seed", P.Pairs.Seed},
                   {"units", M.Units},
                   {"chosen", M.Chosen},
                   {"closed", M.Closed},
                   {"between_threads", M.BetweenThreads},
                   {"dangling", M.Dangling},
                   {"rows", std::move(Rows)},
                   {"threads", std::move(Threads)},
                   {"matrix_threads", M.Threads},
                   {"matrix_pairs", M.Matrix},
                   {"matrix_most_bytes", M.MostBytes},
                   {"matrix_bytes_from_pairs", M.Written}});
}

std::string pairCsv(const result::Profile &P, const PairModel &M) {
  Columns<ShownRow> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (const PairRow &R : M.Rows)
    Text += csvRow(Cs, {P, R});
  return Text;
}

} // namespace memfacet::report
