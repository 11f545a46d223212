//===- HeldCounts.h - what a dead program had not told --------------------===//
//
// A process that was killed has counted since it last told its counts: in
// counters of blocks and in filter caches, which lie in the region. They become
// the records that the process would have written.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STREAM_HELDCOUNTS_H
#define MEMFACET_STREAM_HELDCOUNTS_H

#include "analysis/stream/Region.h"
#include "analysis/stream/Segment.h"

namespace memfacet {

/// The program of \p R is dead, and all its records were passed on: passes on
/// the rest.
Status tellHeldCounts(const Region &R, SegmentSink &Sink);

} // namespace memfacet

#endif
