//===- Thresholds.cpp - changes that are too large ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Thresholds.h"
#include "analysis/support/Text.h"
#include "tools/report/format/Units.h"
#include "tools/support/Say.h"
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace memfacet::report {
namespace {

Error wrongThreshold(std::string_view Text) {
  return usageError(
      "'{}' is no threshold; write for example 'L2.misses=+5%' or "
      "'nodes/L1.misses=+10%'",
      Text);
}

Expected<DiffMetric> findMetric(const Threshold &T, const Difference &D) {
  std::vector<DiffMetric> All = metricsOf(D.Caches);
  std::vector<std::string> Names;
  for (const DiffMetric &M : All) {
    if (lowerCase(M.Name) == lowerCase(T.Metric))
      return M;
    Names.push_back(M.Name);
  }
  std::string Hint = didYouMean(T.Metric, Names);
  if (Hint.empty())
    Hint = fmt::format("; there are {}", fmt::join(Names, ", "));
  return makeError("'{}': there is no metric '{}'{}", T.Text, T.Metric, Hint);
}

Expected<const DiffRow *> findRow(const Threshold &T, const Difference &D) {
  if (T.Structure.empty())
    return &D.total();
  std::vector<std::string> Names;
  const DiffRow *Found = nullptr;
  for (const DiffRow &Row : D.structures()) {
    Names.push_back(Row.Title);
    if (Row.Title == T.Structure)
      return &Row;
    if (Row.Name != T.Structure)
      continue;
    if (Found)
      return makeError("'{}': several structures are called '{}', for example "
                       "'{}' and '{}'; use one of these names",
                       T.Text, T.Structure, Found->Title, Row.Title);
    Found = &Row;
  }
  if (Found)
    return Found;
  return makeError("'{}': there is no structure '{}'{}", T.Text, T.Structure,
                   didYouMean(T.Structure, Names));
}

std::string numberText(double Value, const DiffMetric &M) {
  return M.Name.ends_with(".mpki") ? fmt::format("{:.3g}", Value)
                                   : humanCount(rounded(Value));
}

} // namespace

Expected<Threshold> parseThreshold(std::string_view Text) {
  Threshold T;
  T.Text = Text;
  size_t Equals = Text.rfind('=');
  if (Equals == std::string_view::npos || Equals == 0)
    return wrongThreshold(Text);
  std::string_view Subject = Text.substr(0, Equals);
  std::string_view Number = Text.substr(Equals + 1);
  if (size_t Slash = Subject.rfind('/'); Slash != std::string_view::npos) {
    T.Structure = Subject.substr(0, Slash);
    Subject.remove_prefix(Slash + 1);
  }
  T.Metric = Subject;
  if (Number.starts_with('+'))
    Number.remove_prefix(1);
  T.Percent = Number.ends_with('%');
  if (T.Percent)
    Number.remove_suffix(1);
  if (!readNumber(Number, T.Most) || !std::isfinite(T.Most) || T.Most < 0 ||
      Subject.empty())
    return wrongThreshold(Text);
  return T;
}

double Checked::percent() const {
  if (MeanBefore == 0)
    return MeanAfter == 0 ? 0 : std::numeric_limits<double>::infinity();
  return 100 * (MeanAfter - MeanBefore) / MeanBefore;
}

std::string Checked::text() const {
  std::string Text = Bound.Structure.empty() ? "" : "'" + Row->Title + "': ";
  Text +=
      fmt::format("{}: {} -> {}", Metric.Text, numberText(MeanBefore, Metric),
                  numberText(MeanAfter, Metric));
  if (MeanBefore != 0)
    Text += fmt::format(", {:+.1f} %", percent());
  std::string_view Limit =
      std::string_view(Bound.Text).substr(Bound.Text.rfind('=') + 1);
  std::string Most =
      fmt::format("{}{}", Limit.starts_with('+') ? "" : "+", Limit);
  if (!Exceeded)
    return Text + ", within " + Most;
  if (Change == Verdict::Noise)
    return Text + ", more than " + Most + ", but runs differ as much";
  if (Change == Verdict::Unsure)
    return Text + ", more than " + Most +
           ", but these are estimates and may be the same";
  return Text + ", more than " + Most;
}

Expected<std::vector<Checked>> checkAll(const std::vector<Threshold> &All,
                                        const Difference &D) {
  std::vector<Checked> Results;
  for (const Threshold &T : All) {
    Expected<DiffMetric> M = findMetric(T, D);
    if (!M)
      return M.error();
    Expected<const DiffRow *> Row = findRow(T, D);
    if (!Row)
      return Row.error();
    if (!M->PerRow && !T.Structure.empty())
      return makeError("'{}': '{}' is of the program, not of a structure",
                       T.Text, M->Name);
    TwoSamples Samples = samplesOf(D, **Row, *M);
    Checked C{
        T, *M, *Row, Samples.meanBefore(), Samples.meanAfter(), judge(Samples)};
    double Most = T.Percent ? C.MeanBefore * T.Most / 100 : T.Most;
    C.Exceeded = C.MeanAfter - C.MeanBefore > Most;
    Results.push_back(std::move(C));
  }
  return Results;
}

} // namespace memfacet::report
