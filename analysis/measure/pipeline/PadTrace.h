//===- PadTrace.h - what padding would save, by a second pass -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_PADTRACE_H
#define MEMFACET_MEASURE_PIPELINE_PADTRACE_H

#include "analysis/measure/pipeline/Collect.h"
#include "analysis/threads/communication/ThreadMap.h"

namespace memfacet::measure {

/// Structures that are tried.
constexpr size_t MostPadded = 6;

/// Reads the trace at \p Path again, with structures that share lines falsely
/// laid out anew (advise/Padding.h). \p P is the profile of the first
/// pass, whose Sharing gets Paddings. \p Threads: for the trials; 0: the
/// caller's own.
Status tryPaddings(const std::string &Path, const CollectOptions &Options,
                   const threads::ThreadMap &Map, unsigned Threads,
                   result::Profile &P);

} // namespace memfacet::measure

#endif
