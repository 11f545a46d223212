//===- VolatilityReport.h - the sampling period of a profile's curves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report finds the shortest period at which each curve changes little.
//
// docs/internals/volatility.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_TIME_VOLATILITYREPORT_H
#define MEMFACET_REPORT_TIME_VOLATILITYREPORT_H

#include "analysis/study/volatility/Interplay.h"
#include "analysis/study/volatility/PeriodChoice.h"
#include "analysis/study/volatility/Phases.h"
#include "tools/report/time/Timeline.h"

namespace memfacet::report {

struct VolatilityOptions {
  std::vector<StructureId> Named; ///< only these; empty: the largest Top
  size_t Top = 8;
  study::PeriodOptions Periods;
  std::optional<uint32_t> Thread;
  bool Plot = false;
};

/// The curve of a structure, or the total, and what was found in it.
struct VolatilityRow {
  std::string Name, Title; ///< in JSON and CSV, and in tables
  StructureId Structure;   ///< invalid: the total
  study::Curve Values;     ///< at the profile's period
  uint64_t Sum = 0;        ///< of what is counted, or of a rate's parts
  double Share = 0;        ///< of the total's sum
  study::PeriodAnalysis Periods;
  study::Phases Shape; ///< at the row's own period, or at the common one
  bool Agrees = false; ///< calm at the program's period
};

struct VolatilityModel {
  TimelineMetric Metric;
  study::PeriodOptions Periods;
  uint64_t Base = 0;               ///< instructions of a base period
  size_t Points = 0;               ///< whole base periods
  std::vector<VolatilityRow> Rows; ///< largest first
  VolatilityRow Total;
  study::ProgramPeriod Program; ///< of Rows, by Sum
  /// The period at which structures are compared, in base periods. It is the
  /// program's period or, where there is none, one with at most 200 points.
  double Common = 1;
  std::vector<study::Lead> Leads; ///< indices are of Rows; of counts only
  std::vector<study::OpposedPair> Opposed;
  std::vector<study::Transition> Transitions; ///< in units of Common
};

Expected<VolatilityModel> volatilityModel(const result::Profile &P,
                                          const TimelineMetric &Metric,
                                          const VolatilityOptions &Options);

/// Returns "trough, 2 x 3.50 M", "threshold", "none: noise".
std::string periodReason(const VolatilityModel &M,
                         const study::PeriodChoice &Choice,
                         std::span<const study::Component> Components);
/// Returns "7.00 M", for a period in base periods; "none" for 0.
std::string periodText(const VolatilityModel &M, double Period);

std::string volatilityText(const result::Profile &P, const VolatilityModel &M,
                           const VolatilityOptions &Options,
                           const Terminal &Out);
std::string volatilityJson(const result::Profile &P, const VolatilityModel &M);
/// Writes a line per row and period: the whole profiles.
std::string volatilityCsv(const VolatilityModel &M);
std::string volatilitySvg(const VolatilityModel &M);
/// Draws volatility by period in lines of braille characters, with the choice
/// marked.
std::string volatilityPlot(const VolatilityModel &M, const std::string &Title,
                           const study::VolatilityProfile &V,
                           const study::PeriodChoice &Choice, size_t Width);

} // namespace memfacet::report

#endif
