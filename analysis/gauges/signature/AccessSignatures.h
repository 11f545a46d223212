//===- AccessSignatures.h - signatures of an interval's accesses ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each class counts one kind of signature of docs/internals/phases.md, for one
// thread.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SIGNATURE_ACCESSSIGNATURES_H
#define MEMFACET_GAUGES_SIGNATURE_ACCESSSIGNATURES_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/decode/Batch.h"
#include "analysis/gauges/reuse/ReuseStack.h"
#include "analysis/result/profile/BlockVectors.h"
#include "analysis/result/profile/IntervalSignatures.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <cstdint>

namespace memfacet::gauges {

/// A count for each dimension of a signature. At the end of an interval all
/// counts are read, which costs less than to remember which were used.
class Histogram {
public:
  explicit Histogram(size_t Bins = 0) : Counts(Bins) {}

  size_t bins() const { return Counts.size(); }
  uint32_t *data() { return Counts.data(); }
  void add(size_t Bin) {
    MEMFACET_CHECK(Bin < Counts.size(), "callers reduce to the number of bins");
    ++Counts[Bin];
  }
  void clear() { std::ranges::fill(Counts, 0); }
  /// Returns the counts in the format of packCounts.
  std::string packed() const {
    std::vector<result::BlockCount> NonZero;
    for (uint32_t I = 0; I != Counts.size(); ++I)
      if (Counts[I] != 0)
        NonZero.push_back({I, Counts[I]});
    return result::packCounts(NonZero);
  }

private:
  std::vector<uint32_t> Counts; ///< an interval has less than 2^32 of anything
};

/// Computes remainders of 32-bit numbers by one divisor (D. Lemire, O. Kaser,
/// N. Kurz, "Faster remainder by direct computation", Software: Practice and
/// Experience 49(6), 2019).
class Modulus {
public:
  /// \p Divisor: not 0.
  constexpr explicit Modulus(uint32_t Divisor)
      : Inverse(UINT64_MAX / Divisor + 1), Divisor(Divisor) {
    MEMFACET_CHECK(Divisor != 0, "there is no remainder by 0");
  }

  constexpr uint32_t remainder(uint32_t Number) const {
    uint64_t Fraction = Inverse * Number;
    return uint32_t((unsigned __int128)(Fraction)*Divisor >> 64);
  }

private:
  uint64_t Inverse;
  uint32_t Divisor;
};

static_assert(Modulus(10'000).remainder(4'294'967'295) == 7295);
static_assert(Modulus(1).remainder(17) == 0);

/// An access is a dot in the row (address mod M) * rows / M and in the column
/// of its time (T. Huffmire and T. Sherwood, "Wavelet-Based Phase
/// Classification", PACT 2006, section 3.3 and equation 1). Dots are counted:
/// dimension column * rows + row.
class AccessImage {
public:
  explicit AccessImage(const result::SignatureShape &Shape)
      : Mask(Shape.Modulo - 1), Rows(Shape.Rows),
        Shift(unsigned(std::countr_zero(Shape.Modulo))),
        Dots(size_t(Shape.Rows) * Shape.Columns) {
    MEMFACET_CHECK(std::has_single_bit(Shape.Modulo),
                   "rows are found by a mask");
  }

  /// Adds the loads of \p P, all in \p Column.
  void addLoads(const decode::BatchPart &P, uint32_t Column) {
    MEMFACET_CHECK((size_t(Column) + 1) * Rows <= Dots.bins(),
                   "the picture has the column");
    uint32_t *ColumnDots = Dots.data() + size_t(Column) * Rows;
    for (size_t I = P.Begin; I != P.End; ++I)
      // Without a branch: a store adds 0.
      ColumnDots[rowOf(P.Batch.Address[I])] += !P.Batch.Info[I].write();
  }
  /// Adds the accesses of \p P that missed \p Level.
  void addMisses(const decode::BatchPart &P, const caches::Outcome *Outcomes,
                 uint32_t Level, uint32_t Column) {
    uint32_t *ColumnDots = Dots.data() + size_t(Column) * Rows;
    for (size_t I = P.Begin; I != P.End; ++I)
      ColumnDots[rowOf(P.Batch.Address[I])] += Outcomes[I].Missed > Level;
  }
  Histogram &counts() { return Dots; }

private:
  size_t rowOf(uint64_t Address) const {
    return (Address & Mask) * Rows >> Shift;
  }

  uint64_t Mask, Rows;
  unsigned Shift;
  Histogram Dots;
};

/// Counts the distances between accesses (J. Lau, S. Schoenmackers, B. Calder,
/// "Structures for Phase Classification", ISPASS 2004, as Huffmire and Sherwood
/// use them). Distances are absolute, in bytes; a first access has none. The
/// last addresses are kept over the ends of intervals.
class StrideCounts {
public:
  explicit StrideCounts(const result::SignatureShape &Shape)
      : Bins(Shape.Bins), ByBins(Shape.Bins), Plain(Shape.Bins),
        WithSite(Shape.Bins) {}

  /// Adds the distances from the previous access of the same site.
  void addLocal(const decode::BatchPart &P);
  /// Adds the distances from the previous access.
  void addGlobal(const decode::BatchPart &P);

  /// Returns the counts by distance; distances of Bins bytes and more are left
  /// out.
  Histogram &plain() { return Plain; }
  /// Returns the counts by distance and a hash of the site together.
  Histogram &withSite() { return WithSite; }

private:
  static constexpr uint64_t Never = ~uint64_t(0);

  void add(uint64_t Distance, uint32_t Site) {
    if (Distance < Bins)
      Plain.add(Distance);
    // Sites are small numbers near each other; addresses of code are not.
    uint32_t Code = Site * 0x9e3779b1u;
    WithSite.add(ByBins.remainder(uint32_t(Distance) ^ Code));
  }

  uint64_t Bins;
  Modulus ByBins;
  Histogram Plain, WithSite;
  std::vector<uint64_t> LastOfSite;
  uint64_t Last = Never;
};

/// The working set of A. S. Dhodapkar and J. E. Smith, "Managing
/// multi-configuration hardware via dynamic working set analysis", ISCA 2002:
/// hashed lines of 64 bytes. The accesses to each line are counted; the paper
/// has a bit for each.
class WorkingSet {
public:
  explicit WorkingSet(const result::SignatureShape &Shape)
      : ByBins(Shape.Bins), Lines(Shape.Bins) {}

  void add(const decode::BatchPart &P) {
    for (size_t I = P.Begin; I != P.End; ++I)
      Lines.add(ByBins.remainder(uint32_t(mixBits(P.Batch.Address[I] >> 6))));
  }
  Histogram &counts() { return Lines; }

private:
  Modulus ByBins;
  Histogram Lines;
};

/// Counts touches of a share of all lines, chosen by a hash. Reuse distances
/// are those among these lines times the inverse of the share (C. A.
/// Waldspurger, N. Park, A. Garthwaite, I. Ahmad, "Efficient MRC Construction
/// with SHARDS", FAST 2015).
class SampledReuse {
public:
  /// Dimension k counts distances in [2^(k-1), 2^k) lines; dimension 0 counts
  /// distance 0.
  static constexpr size_t FirstTouches = 63, Octaves = 64;

  explicit SampledReuse(const result::SignatureShape &Shape)
      : Lines(Shape.ReuseLines), Table(), Counts(Octaves) {
    Table.resize(1);
  }

  /// Adds the accesses of \p P by their first bytes.
  void add(const decode::BatchPart &P);
  /// Returns the counts at the end of an interval.
  Histogram &counts();

private:
  uint64_t Lines; ///< one line in this number is followed
  ReuseStack Stack;
  DistanceTable Table; ///< since counts() was called
  Histogram Counts;
};

} // namespace memfacet::gauges

#endif
