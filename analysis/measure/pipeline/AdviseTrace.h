//===- AdviseTrace.h - from a trace to suggestions ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H
#define MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H

#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/AdviseOptions.h"

namespace memfacet::measure {

/// Replays the trace at \p Path twice: for evidence, then with the changes that
/// the evidence suggests. Reads its beginning once more before that if only a
/// part of it may be simulated, to see how long it is. Damage in the trace is
/// in the profile's Loss. If Collect.Stop becomes true, the advice is what is
/// known then (Advice::Stopped); while the trace is measured, that is an error.
/// Collect.WordsRead is 0 when a pass begins.
Expected<advise::Advice> adviseTrace(const std::string &Path,
                                     const AdviseOptions &Options);

} // namespace memfacet::measure

#endif
