//===- cache/LevelStore.h - the contents of one simulated cache -----------===//
//
// Exact least-recently-used sets. To add another way to hold them, implement
// this interface and choose it in makeLevelStore.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_LEVELSTORE_H
#define MEMFACET_CACHE_LEVELSTORE_H

#include "analysis/cache/CacheModel.h"
#include "analysis/cache/CacheWord.h"
#include <cstddef>
#include <functional>
#include <memory>

namespace memfacet {

/// Outcome of LevelStore::touch.
struct Touch {
  bool Hit;
  CacheWord Victim; ///< on a miss: what had to leave, or EmptyWord
};

/// One cache of a level. Not synchronised: one thread at a time.
class LevelStore {
public:
  virtual ~LevelStore() = default;

  /// Makes the line of \p W the most recent of its set, in place of the least
  /// recent one where it was absent. A dirty \p W overwrites what is known of
  /// the line's last writer, a clean one keeps it.
  virtual Touch touch(CacheWord W) = 0;

  /// Makes the line of \p W dirty, with its writer, where it is present;
  /// recency stays. Returns whether it was.
  virtual bool markDirty(CacheWord W) = 0;

  virtual void forEachDirty(const std::function<void(CacheWord)> &Visit) = 0;
  virtual void clear() = 0;

  /// touch, for lines that are among the first few of their set: most are.
  /// False: nothing was done, call touch.
  bool touchNear(CacheWord W) {
    CacheWord *Set = Recent + setOf(lineOf(W)) * RecentStride;
    if (sameLine(Set[0], W)) [[likely]] {
      // A store would stall the next search of the set by vectors.
      if (isDirty(W) && Set[0] != W)
        Set[0] = W;
      return true;
    }
    for (size_t I = 1; I < NearWays; ++I)
      if (sameLine(Set[I], W)) {
        CacheWord Found = isDirty(W) ? W : Set[I];
        for (size_t J = I; J != 0; --J)
          Set[J] = Set[J - 1];
        Set[0] = Found;
        return true;
      }
    return false;
  }

protected:
  LevelStore(uint64_t Sets, size_t Stride, size_t NearWays);
  uint64_t setOf(uint64_t Line) const {
    return PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
  }

  /// The NearWays most recent words of each set, RecentStride words apart.
  CacheWord *Recent = nullptr;
  size_t RecentStride;
  size_t NearWays;
  uint64_t Sets;

private:
  bool PowerOfTwo;
};

/// How sets of up to 64 ways are searched; all give the same results.
enum class SearchKind { Best, Scalar, Avx2, Avx512 };
/// Whether this processor can.
bool canSearch(SearchKind Kind);

std::unique_ptr<LevelStore> makeLevelStore(const CacheLevel &Level,
                                           uint32_t LineBytes,
                                           SearchKind Kind = SearchKind::Best);

} // namespace memfacet

#endif
