//===- DiffTables.cpp - the numbers of a difference -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/DiffTables.h"
#include "tools/report/common/ReportHeader.h"
#include <cmath>

namespace memfacet::report {
namespace {

using Fit = TableColumn::Fit;

DiffMetric missesAt(const Difference &D, size_t Level) {
  for (DiffMetric &M : metricsOf(D.Caches))
    if (M.Level == Level && M.Name.ends_with(".misses"))
      return M;
  return metricsOf(D.Caches)[0];
}

void add(DiffRow &Sum, const DiffRow &Row) {
  for (size_t Side : {0, 1}) {
    Sum.IsPresent[Side] |= Row.IsPresent[Side];
    Sum.Total[Side] += Row.Total[Side];
    Sum.Runs[Side].resize(Row.Runs[Side].size());
    for (size_t Run = 0; Run != Row.Runs[Side].size(); ++Run)
      Sum.Runs[Side][Run] += Row.Runs[Side][Run];
  }
}

/// Makes a column for a count of one side, in the table and in CSV.
template <typename CountOf>
Column<DiffRow> sideColumn(const std::string &Header, const std::string &Key,
                           size_t Side, CountOf Count, unsigned Spare) {
  auto Value = [=](auto &R) { return Count(R.Total[Side]); };
  return {.Header = Side == 0 ? Header : "after",
          .Key = Key + (Side == 0 ? "_before" : "_after"),
          .Value = Value,
          .Text =
              [=](auto &R) {
                return R.IsPresent[Side] ? humanCount(Value(R)) : "-";
              },
          .Spare = Spare,
          .In = Forms::Csv};
}

Json sideJson(const caches::CacheModel &Caches, const DiffRow &Row,
              size_t Side) {
  if (!Row.IsPresent[Side])
    return nullptr;
  const result::Counts &Counts = Row.Total[Side];
  return {{"accesses", Counts.Accesses},
          {"levels",
           missesJson(Caches, [&](size_t L) { return missesOf(Counts, L); })}};
}

std::string verdictText(Verdict V) {
  switch (V) {
  case Verdict::Same:
    return "same";
  case Verdict::Unknown:
    return "unknown";
  case Verdict::Noise:
    return "noise";
  case Verdict::Unsure:
    return "unsure";
  case Verdict::Real:
    return "real";
  }
  return {};
}

std::string rateText(double Rate) {
  return std::isnan(Rate) ? "" : fmt::format("{:.3g}", Rate);
}

} // namespace

std::string changeText(double ValueBefore, double ValueAfter, Verdict Change) {
  if (ValueBefore == 0)
    return ValueAfter == 0 ? "-" : "new";
  std::string Mark = mayBeNone(Change) ? "~" : "";
  if (ValueAfter > 10 * ValueBefore)
    return Mark + fmt::format("x {:.0f}", std::floor(ValueAfter / ValueBefore));
  return Mark +
         fmt::format("{:+.1f} %",
                     100 * (ValueAfter - ValueBefore) / ValueBefore + 0.0);
}

std::vector<DiffNumber> programNumbers(const Difference &D) {
  std::vector<DiffNumber> All;
  for (const DiffMetric &M : metricsOf(D.Caches)) {
    bool Shown = M.Name == "instructions" || M.Name == "accesses" ||
                 M.Name.ends_with(".misses");
    if (!Shown)
      continue;
    TwoSamples Samples = samplesOf(D, D.total(), M);
    DiffNumber N{M.Text, Samples.meanBefore(), Samples.meanAfter(),
                 judge(Samples)};
    auto Rate = [&](double Count, size_t Side) {
      double Sum = 0;
      for (uint64_t I : D.Instructions[Side])
        Sum += double(I) / double(D.runs(Side));
      return !M.PerRow || Sum == 0 ? std::nan("") : 1000 * Count / Sum;
    };
    N.RateBefore = Rate(N.ValueBefore, 0), N.RateAfter = Rate(N.ValueAfter, 1);
    All.push_back(std::move(N));
  }
  return All;
}

Columns<DiffNumber> numberColumns() {
  auto Number = [](double V) { return rounded(V); };
  return {{"count", "name", [](auto &R) { return R.Name; }, {}, Fit::CutMiddle},
          {"before", "before", [=](auto &R) { return Number(R.ValueBefore); },
           [=](auto &R) { return humanCount(Number(R.ValueBefore)); }},
          {"after", "after", [=](auto &R) { return Number(R.ValueAfter); },
           [=](auto &R) { return humanCount(Number(R.ValueAfter)); }},
          {"change", "verdict", [](auto &R) { return verdictText(R.Change); },
           [](auto &R) {
             return changeText(R.ValueBefore, R.ValueAfter, R.Change);
           }},
          forPeople("per 1000 instructions",
                    [](auto &R) { return rateText(R.RateBefore); }),
          forPeople("after", [](auto &R) { return rateText(R.RateAfter); }),
          forPeople("change", [](auto &R) {
            return std::isnan(R.RateBefore)
                       ? ""
                       : changeText(R.RateBefore, R.RateAfter, R.Change);
          })};
}

Columns<DiffRow> structureColumns(const Difference &D) {
  const caches::CacheModel &Caches = D.Caches;
  auto Misses = [](size_t L) {
    return [L](const result::Counts &C) { return missesOf(C, L); };
  };
  Columns<DiffRow> Cs = {
      {"structure", "name", [](auto &R) { return R.Name; },
       [](auto &R) { return R.Title; }, Fit::CutMiddle},
      forJson(
          "old_name",
          [](auto &R) { return R.OldName.empty() ? Json() : Json(R.OldName); }),
      nameColumn(
          "kind", "kind", [](auto &R) { return R.Kind; }, "", 1),
      forPrograms("type", [](auto &R) { return R.Type; }),
      forPrograms("file", [](auto &R) { return R.File; }),
      forPrograms("line", [](auto &R) { return R.Line; }),
      forJson("before", [&](auto &R) { return sideJson(Caches, R, 0); }),
      forJson("after", [&](auto &R) { return sideJson(Caches, R, 1); })};
  for (size_t Side : {0, 1})
    Cs.push_back(sideColumn(
        "accesses", "accesses", Side,
        [](const result::Counts &C) { return C.Accesses; }, 2));
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    const std::string &Name = Caches.Levels[L].Name;
    for (size_t Side : {0, 1})
      Cs.push_back(sideColumn(Name + " misses", Name + "_misses", Side,
                              Misses(L), L == 0 ? 0 : unsigned(2 * L + 1)));
    // A narrow terminal leaves out the counts of a level first, then its
    // change.
    Column<DiffRow> Change = {
        L == 0 ? "change" : Name + " change",
        Name + "_verdict",
        [&D, L](auto &R) {
          return verdictText(judge(samplesOf(D, R, missesAt(D, L))));
        },
        [&D, L](auto &R) {
          TwoSamples Samples = samplesOf(D, R, missesAt(D, L));
          return changeText(Samples.meanBefore(), Samples.meanAfter(),
                            judge(Samples));
        },
        Fit::Always,
        L == 0 ? 0 : unsigned(2 * L)};
    Cs.push_back(std::move(Change));
  }
  return Cs;
}

std::vector<DiffRow> shownRows(const Difference &D, size_t Top) {
  std::vector<DiffRow> Shown;
  DiffRow Rest;
  for (const DiffRow &Row : D.structures())
    if (Shown.size() < Top)
      Shown.push_back(Row);
    else
      add(Rest, Row);
  if (size_t Left = D.structures().size() - Shown.size()) {
    Rest.Title = fmt::format("[{}]", counted(Left, "other"));
    Shown.push_back(std::move(Rest));
  }
  Shown.push_back(D.total());
  return Shown;
}

std::string diffSentence(const Difference &D) {
  if (D.Caches.Levels.empty())
    return {};
  TwoSamples Samples = samplesOf(D, D.total(), missesAt(D, 0));
  double MeanBefore = Samples.meanBefore(), MeanAfter = Samples.meanAfter();
  const std::string &Level = D.Caches.Levels[0].Name;
  Verdict Change = judge(Samples);
  if (Change == Verdict::Same)
    return fmt::format("{} misses did not change: {}", Level,
                       humanCount(rounded(MeanBefore)));
  std::string Text = fmt::format("{} misses {} from {} to {}", Level,
                                 MeanAfter < MeanBefore ? "fell" : "rose",
                                 humanCount(rounded(MeanBefore)),
                                 humanCount(rounded(MeanAfter)));
  if (MeanBefore != 0)
    Text += fmt::format(", by {:.1f} %",
                        100 * std::abs(MeanAfter - MeanBefore) / MeanBefore);
  if (Change == Verdict::Noise)
    return Text + "; runs differ as much by themselves";
  if (Change == Verdict::Unsure)
    Text += " (estimates, which may be the same: record with --exact)";
  // Names the first structure that changed in the direction of the total.
  for (const DiffRow &Row : D.structures()) {
    double Growth =
        double(missesOf(Row.Total[1], 0)) - double(missesOf(Row.Total[0], 0));
    if (Growth != 0 && (Growth < 0) == (MeanAfter < MeanBefore))
      return Text + fmt::format("; the largest part is {} ({}{})", Row.Title,
                                Growth < 0 ? "-" : "+",
                                humanCount(uint64_t(std::abs(Growth))));
  }
  return Text;
}

std::string noiseNote(const Difference &D) {
  size_t A = D.runs(0), B = D.runs(1);
  std::string Text =
      A < 2 && B < 2
          ? "one run each: how much runs differ by themselves is not known; "
            "give more with --before and --after"
          : fmt::format("{} before, {} after; ~: runs differ as much by "
                        "themselves (Welch's test, 95 %)",
                        counted(A, "run"), counted(B, "run"));
  if (D.Estimated)
    Text += "; ~: misses are estimates, and the difference is within their "
            "error (95 %)";
  return Text;
}

} // namespace memfacet::report
