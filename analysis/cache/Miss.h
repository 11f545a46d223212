//===- Miss.h - what a cache lets through ---------------------------------===//

#ifndef MEMFACET_CACHE_MISS_H
#define MEMFACET_CACHE_MISS_H

#include "analysis/cache/CacheWord.h"

namespace memfacet {

struct Miss {
  /// The line, clean, with the structure that wants it in the writer's place.
  /// EmptyWord: none, only the victim goes on.
  CacheWord Wanted;
  CacheWord Victim; ///< what had to leave, or EmptyWord
  uint32_t Site;    ///< SiteId of the access that wants the line

  uint64_t line() const { return lineOf(Wanted); }
  StructureId structure() const { return writerOf(Wanted); }
  static CacheWord wanted(uint64_t Line, uint32_t Structure) {
    return cleanWord(Line) | CacheWord(Structure) << 1;
  }
};

} // namespace memfacet

#endif
