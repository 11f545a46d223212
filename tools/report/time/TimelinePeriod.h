//===- TimelinePeriod.h - the period that a timeline is shown at ----------===//

#ifndef MEMFACET_REPORT_TIME_TIMELINEPERIOD_H
#define MEMFACET_REPORT_TIME_TIMELINEPERIOD_H

#include "tools/report/time/Timeline.h"

namespace memfacet {

struct ChosenPeriod {
  uint64_t Period = 0; ///< instructions; 0: there is none
  std::string Why; ///< "trough", "threshold": as docs/volatility.md has them
};

/// The shortest period at which most of the structures that \p Options shows,
/// by their weight, are calm.
Expected<ChosenPeriod> chosenPeriod(const Profile &P,
                                    const TimelineMetric &Metric,
                                    const TimelineOptions &Options);

} // namespace memfacet

#endif
