//===- BlockObserver.h - block vectors of a recorded program --------------===//

#ifndef MEMFACET_OBSERVERS_BLOCKOBSERVER_H
#define MEMFACET_OBSERVERS_BLOCKOBSERVER_H

#include "analysis/observers/CollectOptions.h"

namespace memfacet {

/// Adds what counts executed runs by thread and interval (Profile::Vectors,
/// unless the program has counted them itself), if it is not there.
void observeBlocks(CollectOptions &To);

} // namespace memfacet

#endif
