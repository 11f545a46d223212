//===- BlockObserver.h - block vectors of a recorded program --------------===//

#ifndef MEMFACET_OBSERVERS_BLOCKOBSERVER_H
#define MEMFACET_OBSERVERS_BLOCKOBSERVER_H

#include "analysis/observers/Observers.h"

namespace memfacet {

/// Counts executed runs by thread and interval: Profile::Vectors, unless the
/// program has counted them itself.
MakeObserver observeBlocks();

} // namespace memfacet

#endif
