//===- LevelWords.h - what a level is, word by word -----------------------===//

#ifndef MEMFACET_CACHE_LEVELWORDS_H
#define MEMFACET_CACHE_LEVELWORDS_H

#include "analysis/cache/CacheModel.h"

namespace memfacet {

/// ",plru,inclusive,victim:8" and the like: in what \p L differs from the
/// default, sharing apart.
std::string levelWords(const CacheLevel &L);

/// Applies one of these words to \p L. The error says which there are.
Status applyLevelWord(CacheLevel &L, std::string_view Word);

} // namespace memfacet

#endif
