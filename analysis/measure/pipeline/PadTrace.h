//===- PadTrace.h - effects of padding, by a second pass ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_PADTRACE_H
#define MEMFACET_MEASURE_PIPELINE_PADTRACE_H

#include "analysis/measure/pipeline/Collect.h"
#include "analysis/threads/communication/ThreadMap.h"

namespace memfacet::measure {

/// Reads the trace at \p Path again, with a new layout of structures that share
/// lines falsely (advise/Padding.h). \p P is the profile of the first pass,
/// whose Sharing gets Paddings. \p Threads: for the trials; 0: the caller's
/// thread.
Status tryPaddings(const std::string &Path, const CollectOptions &Options,
                   const threads::ThreadMap &Map, unsigned Threads,
                   result::Profile &P);

} // namespace memfacet::measure

#endif
