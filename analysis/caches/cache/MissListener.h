//===- MissListener.h - follows the misses of a hierarchy -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_MISSLISTENER_H
#define MEMFACET_CACHES_CACHE_MISSLISTENER_H

#include "analysis/caches/cache/MruChange.h"
#include <cstddef>
#include <span>

namespace memfacet::caches {

/// The words of lines that a level looks up, as Miss::Wanted, in order.
/// EmptyWord: nothing is looked up.
class LookUpSpan {
public:
  explicit LookUpSpan(std::span<const Miss> Misses)
      : First(Misses.empty() ? nullptr : &Misses.front().Wanted),
        Count(Misses.size()), Stride(sizeof(Miss) / sizeof(CacheWord)) {}
  explicit LookUpSpan(std::span<const MruChange> Changes)
      : First(Changes.empty() ? nullptr : &Changes.front().Wanted),
        Count(Changes.size()), Stride(sizeof(MruChange) / sizeof(CacheWord)) {}
  explicit LookUpSpan(const TouchSpan &Touches)
      : First(Touches.Words), Count(Touches.Count), Stride(1) {}

  size_t size() const { return Count; }
  CacheWord operator[](size_t I) const { return First[I * Stride]; }

private:
  static_assert(sizeof(Miss) % sizeof(CacheWord) == 0);
  static_assert(sizeof(MruChange) % sizeof(CacheWord) == 0);

  const CacheWord *First;
  size_t Count, Stride; ///< in words
};

/// Takes the look-ups of chosen lines, level by level, from one thread.
class MissListener {
public:
  virtual ~MissListener() = default;

  /// Says that what follows is of the thread at \p Place and its choice of
  /// lines.
  virtual void enter(const FilteredPlace &Place) = 0;
  /// Takes some look-ups in \p Level. \p Misses has those that missed, in the
  /// same order, and maybe entries without a wanted line.
  virtual void lookedUp(size_t Level, const LookUpSpan &Lines,
                        std::span<const Miss> Misses) = 0;
  /// Says that the private caches of the thread are emptied.
  virtual void threadEnded() = 0;
};

} // namespace memfacet::caches

#endif
