//===- SpatialTable.h - distances among chosen lines ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If one line in 2^k is chosen, a touch with d chosen lines in between has
// about d * 2^k lines in between (C. A. Waldspurger, N. Park, A. Garthwaite, I.
// Ahmad, "Efficient MRC construction with SHARDS", FAST 2015). Lines are chosen
// by their residue modulo 64 (memfacet/Select.h). Touches are counted by
// residue: the more residues differ, the less sure is an estimate.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_REUSE_SPATIALTABLE_H
#define MEMFACET_GAUGES_REUSE_SPATIALTABLE_H

#include "analysis/result/profile/MissCurves.h"
#include "analysis/support/Hash.h"
#include "analysis/support/KeyNumbers.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include <cstdint>
#include <vector>

namespace memfacet::gauges {

/// Touches of one structure to chosen lines, with one residue and distance.
struct SpatialRow {
  /// Takes the place of a bucket: the line was touched for the first time.
  static constexpr size_t Compulsory = result::DistanceBuckets;

  uint32_t Structure;
  unsigned Bits;    ///< one line in 2^Bits was chosen
  uint32_t Residue; ///< selectResidue
  size_t Bucket;    ///< of the distance times 2^Bits, above 0, or Compulsory
  uint64_t Touches; ///< touches that were sampled
};

/// Counts the reuse distances that ReuseStack finds among chosen lines.
class SpatialTable {
public:
  /// Makes room for structures below \p Structures. To be called before one of
  /// them is counted.
  void resize(size_t Structures) {
    if (Sampled.size() < Structures)
      Sampled.resize(Structures + Structures / 2);
  }
  /// Says that, from here on, one line in 2^\p More is chosen.
  void choose(unsigned More) {
    MEMFACET_CHECK(More <= MostSelectBits, "keys have room for no more");
    Bits = More;
  }
  /// Counts a reuse. A touch at distance 0 hits in every cache, as do the
  /// touches that a program leaves out.
  void reuse(uint64_t Line, uint32_t Structure, uint64_t Distance) {
    MEMFACET_CHECK(Structure < Sampled.size(), "resize makes room first");
    ++Sampled[Structure];
    if (Distance != 0)
      add(Structure, Line, result::bucketOf(Distance << Bits));
  }
  void compulsory(uint64_t Line, uint32_t Structure) {
    MEMFACET_CHECK(Structure < Sampled.size(), "resize makes room first");
    ++Sampled[Structure];
    add(Structure, Line, SpatialRow::Compulsory);
  }
  void clear() {
    Sampled.assign(Sampled.size(), 0);
    Keys.clear();
    Counts.clear();
  }

  /// Returns the touches of \p Structure that were sampled.
  uint64_t sampledTouches(uint32_t Structure) const {
    return Structure < Sampled.size() ? Sampled[Structure] : 0;
  }
  /// Returns the rows by structure, then in an order that is the same each
  /// time.
  std::vector<SpatialRow> rows() const;

private:
  static constexpr unsigned BucketShift = 9, ResidueShift = 6, BitsShift = 3;
  static_assert(result::DistanceBuckets < 1 << BucketShift &&
                SelectResidues == 1 << ResidueShift &&
                MostSelectBits < 1 << BitsShift);
  struct HashKey {
    uint64_t operator()(uint64_t Key) const { return spreadBits(Key); }
  };

  void add(uint64_t Structure, uint64_t Line, size_t Bucket) {
    uint64_t Key = Structure << BitsShift | Bits;
    Key = Key << ResidueShift | selectResidue(Line);
    Key = Key << BucketShift | Bucket;
    uint32_t Number = Keys[Key];
    if (Number == Counts.size())
      Counts.push_back(0);
    ++Counts[Number];
  }

  unsigned Bits = 0;
  std::vector<uint64_t> Sampled; ///< by structure
  KeyNumbers<uint64_t, HashKey> Keys;
  std::vector<uint64_t> Counts;
};

} // namespace memfacet::gauges

#endif
