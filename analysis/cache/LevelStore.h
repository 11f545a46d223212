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

  /// Brings the set of line \p Line near, for a touch soon.
  void fetch(uint64_t Line) const {
    const char *Set = Words + setOf(Line) * BytesPerSet;
    for (size_t At = 0; At < BytesPerSet; At += 64)
      __builtin_prefetch(Set + At, 1);
  }

protected:
  explicit LevelStore(uint64_t Sets);
  uint64_t setOf(uint64_t Line) const {
    return PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
  }
  /// For fetch: where sets begin, if they lie one behind the other.
  void setsAt(const void *First, size_t Bytes) {
    Words = static_cast<const char *>(First);
    BytesPerSet = Bytes;
  }

  uint64_t Sets;

private:
  bool PowerOfTwo;
  const char *Words = nullptr;
  size_t BytesPerSet = 0;
};

/// How sets of up to 64 ways are searched; all give the same results.
enum class SearchKind { Best, Scalar, Avx2, Avx512 };
/// Whether this processor can.
bool canSearch(SearchKind Kind);
/// The fastest of those that \p Kind allows and this processor can.
SearchKind bestSearch(SearchKind Kind);

std::unique_ptr<LevelStore> makeLevelStore(const CacheLevel &Level,
                                           uint32_t LineBytes,
                                           SearchKind Kind = SearchKind::Best);

} // namespace memfacet

#endif
