//===- WholeAccessCaches.h - one access, one look-up ----------------------===//
//
// Cachegrind's rules, to compare with it: an access is one look-up however many
// lines it overlaps, and a miss if any of them misses; the next level then sees
// all of its lines; nothing is written back; a load with a store is one load.
// Instructions and data have a first level each and share the last one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_WHOLEACCESSCACHES_H
#define MEMFACET_IMPORT_WHOLEACCESSCACHES_H

#include "analysis/import/LackeyReader.h"
#include "analysis/memory/CacheArray.h"
#include <array>
#include <vector>

namespace memfacet {

class WholeAccessCaches {
public:
  struct LevelCount {
    uint64_t Accesses = 0, Misses = 0;
  };

  /// The first level is there twice.
  explicit WholeAccessCaches(const CacheModel &Model);

  void access(const TextAccess &A);
  /// By level.
  const std::vector<LevelCount> &instructions() const { return Counts[0]; }
  const std::vector<LevelCount> &data() const { return Counts[1]; }

private:
  bool missesAt(CacheArray &Cache, uint64_t First, uint64_t Last);

  uint32_t LineBytes;
  std::vector<CacheArray> ForInstructions; ///< the first level
  std::vector<CacheArray> Levels;          ///< for data; then for all
  std::array<std::vector<LevelCount>, 2> Counts;
};

} // namespace memfacet

#endif
