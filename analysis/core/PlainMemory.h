//===- core/PlainMemory.h - what becomes of each access in plain caches ---===//
//
// docs/cache-model.md, access by access. The simulation that always runs looks
// at few accesses and tells only counts; a core wants to know of each. In use
// where no memory system says so (OwnedPart::Outcomes).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_PLAINMEMORY_H
#define MEMFACET_CORE_PLAINMEMORY_H

#include "analysis/cache/CacheModel.h"
#include "analysis/memory/Outcome.h"
#include "analysis/support/Ids.h"
#include <map>

namespace memfacet {

class PlainMemory {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit PlainMemory(const CacheModel &Model) : Model(Model) {}

  /// Never counts misses of a TLB: there is none.
  Outcome access(ThreadId Thread, uint64_t Address, uint64_t Bytes, bool Write);
  /// Its private caches are gone.
  void endThread(ThreadId Thread);

private:
  /// A level: the sets one after the other, each with the most recently used
  /// line first. A way is 0 where it is empty, else the line's number plus 1,
  /// times 2, plus 1 where it is dirty.
  using Ways = std::vector<uint64_t>;

  /// The levels as one thread sees them.
  std::vector<Ways *> &levelsOf(ThreadId Thread);
  unsigned touch(std::vector<Ways *> &Levels, uint64_t Line, bool Write,
                 Outcome &To);
  void fill(std::vector<Ways *> &Levels, size_t Level, uint64_t Line,
            Outcome &To);
  void writeBack(std::vector<Ways *> &Levels, size_t From, uint64_t Line,
                 Outcome &To);
  uint64_t *setOf(std::vector<Ways *> &Levels, size_t Level, uint64_t Line);
  bool find(std::vector<Ways *> &Levels, size_t Level, uint64_t Line,
            uint64_t *&Way);

  CacheModel Model;
  std::map<size_t, Ways> Shared; ///< by level
  std::map<uint32_t, std::map<size_t, Ways>> Private;
  std::map<uint32_t, std::vector<Ways *>> Views;
};

} // namespace memfacet

#endif
