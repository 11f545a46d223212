//===- PartitionSpec.h - ways for one structure, as typed -----------------===//

#ifndef MEMFACET_CACHE_PARTITIONSPEC_H
#define MEMFACET_CACHE_PARTITIONSPEC_H

#include "analysis/cache/CacheModel.h"
#include <vector>

namespace memfacet {

/// Adds each "NAME=WAYS" or "NAME=WAYS@LEVEL" of \p Texts to \p Model; without
/// a level, it is the first. The error says what is wrong, or that the level
/// has too few ways.
Status addPartitions(CacheModel &Model, const std::vector<std::string> &Texts);

} // namespace memfacet

#endif
