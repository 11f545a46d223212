//===- IntervalTable.cpp - what happened in each interval -----------------===//

#include "analysis/points/IntervalTable.h"
#include <fmt/format.h>

namespace memfacet {

std::string metricName(const Metric &M) {
  switch (M.Kind) {
  case MetricKind::HitRate:
    return fmt::format("L{} hit rate", M.Level + 1);
  case MetricKind::MissesPerInstruction:
    return fmt::format("L{} misses per instruction", M.Level + 1);
  case MetricKind::CyclesPerInstruction:
    break;
  }
  return "CPI";
}

} // namespace memfacet
