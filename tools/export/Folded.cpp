//===- Folded.cpp - stacks of one count, for flame graphs -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each line is a stack: the frames, outermost first, separated by semicolons, a
// blank and the count. flamegraph.pl, speedscope and others read it.
//
//===----------------------------------------------------------------------===//

#include "analysis/support/Printable.h"
#include "tools/export/Formats.h"
#include "tools/export/Stacks.h"
#include <algorithm>
#include <map>

namespace memfacet::exports {

/// Returns a printable name without semicolons: a semicolon would end the
/// frame, a newline the stack.
static std::string foldedFrame(const std::string &Frame) {
  std::string Name = printable(Frame);
  std::ranges::replace(Name, ';', ',');
  return Name;
}

Status exportFolded(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  Expected<size_t> Metric = findExportMetric(
      P.Caches,
      Source.Metric.empty() ? defaultExportMetric(P.Caches) : Source.Metric);
  if (!Metric)
    return Metric.error();
  std::map<std::string, uint64_t> Lines;
  for (const CostStack &S : Source.Grouping == "access"
                                ? accessStacks(P)
                                : allocationStacks(P, false)) {
    std::string Line;
    for (const StackFrame &F : S.Frames)
      Line += (Line.empty() ? "" : ";") + foldedFrame(F.Name);
    Lines[Line] += S.Counts[*Metric];
  }
  for (const auto &[Line, Count] : Lines)
    if (Count != 0)
      Output.print("{} {}\n", Line, Count);
  return {};
}

} // namespace memfacet::exports
