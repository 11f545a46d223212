//===- HeldCounts.h - counts that a dead program left ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A killed process has counted since it last reported its counts: in counters
// of blocks, which lie in the region. They become the events that the process
// would have written.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_HELDCOUNTS_H
#define MEMFACET_WORDS_STREAM_HELDCOUNTS_H

#include "analysis/words/stream/Region.h"
#include "analysis/words/stream/Segment.h"
#include <map>
#include <vector>

namespace memfacet::words {

/// For each row of the table of held memory, the last event that reported
/// something of it. The counts of the event may not be subtracted from the
/// counters yet.
using LastEvents = std::map<uint32_t, std::vector<uint64_t>>;

/// Returns the last events of the program of \p R, which is dead. Must be
/// called before its chunks are freed.
LastEvents lastEvents(const Region &R);

/// Passes on the counts that the program of \p R has left. The program is dead,
/// and all its records were passed on.
Status passOnHeldCounts(const Region &R, const LastEvents &Last,
                        SegmentSink &Sink);

} // namespace memfacet::words

#endif
