//===- IntervalText.cpp - one interval, for people ------------------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/IntervalReport.h"
#include "tools/report/phases/PictureParts.h"
#include <algorithm>
#include <filesystem>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

std::string percent(double Share) {
  return fmt::format("{:.1f} %", 100 * Share);
}

class IntervalWriter {
public:
  IntervalWriter(const PhaseReport &R, const IntervalView &V,
                 const std::string &ProfilePath, const Terminal &Out)
      : R(R), V(V), Facts(R.In.Table.Intervals[V.Interval]),
        P(R.In.Runs[Facts.Run]), Sources(ProfilePath), Out(Out) {}

  std::string text() {
    return header() + metrics() + sites() + strides() + code() + similar();
  }

private:
  std::string header() const {
    return fmt::format("interval      {} of {}\n"
                       "instructions  {} of its own, from {} on\n"
                       "phase         {}, of {} intervals\n\n",
                       Facts.Interval, threadText(R, Facts.Run, Facts.Thread),
                       humanCount(Facts.Instructions), humanCount(Facts.Start),
                       phaseName(V.Phase), V.OfPhase.Intervals);
  }

  std::string metrics() const {
    Table T;
    T.Columns = {{"", Fit::CutEnd},
                 {"interval"},
                 {"phase " + phaseName(V.Phase)},
                 {R.In.Runs.size() == 1 ? "run" : "its run"}};
    std::vector<Metric> All = R.In.Table.metrics();
    for (uint32_t L = 0; L != R.In.Table.Levels; ++L)
      All.push_back({MetricKind::MissesPerInstruction, L});
    for (const Metric &M : All)
      T.Rows.push_back({{metricShort(M), metricText(M, M.value(Facts)),
                         metricText(M, M.value(V.OfPhase.Facts)),
                         metricText(M, M.value(V.OfRun.Facts))}});
    return renderTable(T, Out) + "\n";
  }

  std::string structures(const IntervalSite &S) const {
    std::string Text;
    for (size_t I = 0; I != std::min<size_t>(S.Structures.size(), 3); ++I) {
      auto [Id, Share] = S.Structures[I];
      Text += (Text.empty() ? "" : ", ") + P.Structures[Id.Value].Name;
      if (S.Structures.size() > 1)
        Text += fmt::format(" {:.0f} %", 100 * Share);
    }
    return Text;
  }

  std::string sites() {
    uint64_t All = V.OtherMisses;
    for (const IntervalSite &S : V.Sites)
      All += S.Misses;
    if (All == 0)
      return fmt::format("no {}\n\n", missName(R));
    Table T;
    T.Columns = {{missName(R)},
                 {"share"},
                 {"line", Fit::CutStart},
                 {"function", Fit::CutEnd, 2},
                 {"structures", Fit::CutEnd},
                 {"source", Fit::CutEnd, 1}};
    for (const IntervalSite &S : V.Sites) {
      const CodeSite &Site = P.Sites[S.Site];
      std::optional<std::string> Line = Sources.line(Site.File, Site.Line);
      std::string Place =
          Site.File.empty()
              ? "?"
              : fmt::format(
                    "{}:{}",
                    std::filesystem::path(Site.File).filename().string(),
                    Site.Line);
      T.Rows.push_back(
          {{humanCount(S.Misses), humanRate(S.Misses, All), printable(Place),
            printable(Site.Function), printable(structures(S)),
            printable(Line.value_or(""))}});
    }
    if (V.OtherMisses != 0)
      T.Rows.push_back({{humanCount(V.OtherMisses),
                         humanRate(V.OtherMisses, All), "others", "", "", ""},
                        Style::Dim});
    return renderTable(T, Out) + "\n";
  }

  std::string strides() const {
    if (V.Strides.empty())
      return "";
    uint64_t All = 0;
    std::vector<IntervalStride> Often = V.Strides;
    for (const IntervalStride &S : V.Strides)
      All += S.Count;
    std::ranges::sort(Often, {}, [](const IntervalStride &S) {
      return std::pair(~S.Count, S.Bytes);
    });
    std::string Text = fmt::format(
        "local strides of {} accesses, most frequent:", humanCount(All));
    for (size_t I = 0; I != std::min<size_t>(Often.size(), 5); ++I)
      Text += fmt::format("{} {} B {}", I == 0 ? "" : ",", Often[I].Bytes,
                          humanRate(Often[I].Count, All));
    Text += "\n";
    std::vector<IntervalStride> Buckets = strideBuckets(V.Strides);
    constexpr double Longest = 40;
    uint64_t Most = std::ranges::max(Buckets, {}, &IntervalStride::Count).Count;
    for (const IntervalStride &B : Buckets) {
      std::string Range =
          B.Bytes < 2 ? fmt::format("{} B", B.Bytes)
                      : fmt::format("{} to {} B", B.Bytes, 2 * B.Bytes - 1);
      auto Length = size_t(double(B.Count) / double(Most) * Longest + 0.5);
      Text += fmt::format("{:>16} {:>7}{}{}\n", Range, humanRate(B.Count, All),
                          Length == 0 ? "" : " ", std::string(Length, '#'));
    }
    return Text + "\n";
  }

  std::string code() {
    if (V.Code.empty())
      return "";
    Table T;
    T.Columns = {{"executed"},
                 {"line", Fit::CutStart},
                 {"function", Fit::CutEnd},
                 {"source", Fit::CutEnd, 1}};
    for (const IntervalCode &C : V.Code) {
      const CodeBlock &B = P.Vectors.Blocks[C.Block];
      std::string Place =
          B.Line == 0
              ? "?"
              : fmt::format("{}:{}",
                            std::filesystem::path(B.File).filename().string(),
                            B.Line);
      T.Rows.push_back(
          {{percent(C.Share), printable(Place), printable(B.Function),
            printable(Sources.line(B.File, B.Line).value_or(""))}});
    }
    return renderTable(T, Out) + "\n";
  }

  std::string similar() const {
    if (V.Similar.empty())
      return "";
    Table T;
    T.Columns = {
        {"most similar", Fit::CutEnd}, {"interval"}, {"phase"}, {"distance"}};
    for (const SimilarInterval &S : V.Similar) {
      const IntervalFacts &F = R.In.Table.Intervals[S.Interval];
      T.Rows.push_back(
          {{threadText(R, F.Run, F.Thread), fmt::format("{}", F.Interval),
            phaseName(R.Study.labels()[S.Interval]),
            fmt::format("{:.4g}", S.Distance)}});
    }
    return renderTable(T, Out);
  }

  const PhaseReport &R;
  const IntervalView &V;
  const IntervalFacts &Facts;
  const Profile &P;
  SourceLines Sources;
  const Terminal &Out;
};

} // namespace

std::string intervalText(const PhaseReport &R, const IntervalView &V,
                         const std::string &Profile, const Terminal &Out) {
  return IntervalWriter(R, V, Profile, Out).text();
}

} // namespace memfacet
