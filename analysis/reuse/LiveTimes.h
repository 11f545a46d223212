//===- LiveTimes.h - which moments are some line's last -------------------===//

#ifndef MEMFACET_REUSE_LIVETIMES_H
#define MEMFACET_REUSE_LIVETIMES_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// A set of moments, numbered from 0, that is asked how many are later than a
/// given one. A bit each; a Fenwick tree over words of bits has their sums, so
/// that it stays small enough for a cache.
class LiveTimes {
public:
  explicit LiveTimes(size_t Moments) { reset(Moments, 0); }

  /// Room for \p Moments, a multiple of 64, of which the first \p Live are in.
  void reset(size_t Moments, size_t Live);
  size_t moments() const { return Bits.size() * 64; }
  size_t live() const { return Live; }

  /// \p Moment is not in.
  void add(uint32_t Moment) {
    Bits[Moment / 64] |= uint64_t(1) << Moment % 64;
    ++Live;
    for (size_t I = Moment / 64 + 1; I < Sums.size(); I += I & -I)
      ++Sums[I];
  }
  /// \p Moment is in.
  void remove(uint32_t Moment) {
    Bits[Moment / 64] &= ~(uint64_t(1) << Moment % 64);
    --Live;
    for (size_t I = Moment / 64 + 1; I < Sums.size(); I += I & -I)
      --Sums[I];
  }
  bool has(uint32_t Moment) const {
    return Bits[Moment / 64] >> Moment % 64 & 1;
  }
  /// Those that are later than \p Moment, which is in.
  size_t laterThan(uint32_t Moment) const {
    uint64_t UpTo = Bits[Moment / 64] << (63 - Moment % 64);
    size_t Sum = size_t(std::popcount(UpTo));
    for (size_t I = Moment / 64; I != 0; I &= I - 1)
      Sum += Sums[I];
    return Live - Sum;
  }
  void fetch(uint32_t Moment) const {
    __builtin_prefetch(&Bits[Moment / 64], 1);
  }

private:
  std::vector<uint64_t> Bits;
  std::vector<uint32_t> Sums; ///< a Fenwick tree from 1, by word of bits
  size_t Live = 0;
};

} // namespace memfacet

#endif
