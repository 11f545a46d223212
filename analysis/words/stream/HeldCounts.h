//===- HeldCounts.h - what a dead program had not told --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that was killed has counted since it last told its counts: in
// counters of blocks, which lie in the region. They become the events that the
// process would have written.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_HELDCOUNTS_H
#define MEMFACET_WORDS_STREAM_HELDCOUNTS_H

#include "analysis/words/stream/Region.h"
#include "analysis/words/stream/Segment.h"
#include <map>
#include <vector>

namespace memfacet::words {

/// By row of the table of what is held: the event that was the last to tell
/// something of it. What it tells may not be taken out yet.
using LastEvents = std::map<uint32_t, std::vector<uint64_t>>;

/// The program of \p R is dead. To be called before its chunks are freed.
LastEvents lastEvents(const Region &R);

/// The program of \p R is dead, and all its records were passed on: passes on
/// the rest.
Status passOnHeldCounts(const Region &R, const LastEvents &Last,
                        SegmentSink &Sink);

} // namespace memfacet::words

#endif
