//===- PhaseRibbon.cpp - the phases of each thread over time --------------===//

#include "tools/report/format/Units.h"
#include "tools/report/phases/PhaseReport.h"
#include <algorithm>
#include <map>

namespace memfacet {

namespace {

/// Adds \p I to the columns that it lies in.
void paint(const IntervalFacts &I, uint32_t Label, double PerColumn,
           std::vector<std::map<uint32_t, double>> &Columns) {
  double Begin = double(I.ProcessBegin) / PerColumn;
  double End = double(I.ProcessEnd) / PerColumn;
  for (auto C = size_t(Begin); C < Columns.size() && double(C) < End; ++C)
    Columns[C][Label] +=
        std::min(End, double(C + 1)) - std::max(Begin, double(C));
}

std::string line(const std::vector<std::map<uint32_t, double>> &Columns) {
  std::string Text;
  for (const auto &Shares : Columns) {
    auto Most = std::ranges::max_element(
        Shares, {}, [](const auto &S) { return S.second; });
    Text += Most == Shares.end() ? " " : phaseName(Most->first).substr(0, 1);
  }
  Text.erase(Text.find_last_not_of(' ') + 1);
  return Text;
}

} // namespace

std::string phaseRibbons(const PhaseInput &In, std::span<const uint32_t> Labels,
                         size_t Width) {
  const std::vector<IntervalFacts> &All = In.Table.Intervals;
  uint64_t End = 1;
  for (const IntervalFacts &I : All)
    End = std::max(End, I.ProcessEnd);
  constexpr size_t Margin = 14;
  size_t Count = std::clamp<size_t>(Width == 0 ? 100 : Width, 40, 160) - Margin;
  double PerColumn = double(End) / double(Count);
  std::string Text;
  for (size_t I = 0; I != All.size();) {
    std::vector<std::map<uint32_t, double>> Columns(Count);
    size_t First = I;
    for (; I != All.size() && All[I].Run == All[First].Run &&
           All[I].Thread == All[First].Thread;
         ++I)
      paint(All[I], Labels[I], PerColumn, Columns);
    std::string Whose = fmt::format("thread {}", All[First].Thread);
    if (In.Runs.size() > 1)
      Whose = fmt::format("run {}, {}", All[First].Run + 1, All[First].Thread);
    Text += fmt::format("{:<{}}{}\n", Whose, Margin, line(Columns));
  }
  return Text + fmt::format("{:<{}}0{:>{}}\n", "instructions", Margin,
                            humanCount(End), Count - 1);
}

} // namespace memfacet
