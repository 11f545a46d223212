//===- TurnWeights.h - what visited turns stand for -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One turn in 2, 4 or 8 has a visit and stands for that many. A program that
// goes through its phases again and again may have more visits in a phase than
// that, or fewer. How many accesses each structure had is known of all turns.
// So a visited turn counts more or less, structure by structure, such that
// visited turns stand for as many accesses as there were. Example, one turn in
// 8 visited:
//
//   40 turns:    600 accesses of A, 40 of them in visited turns
//   they stand for 320, so 280 are owed: misses of A in the next visits count
//   more than once, until nothing is owed
//
// This helps as far as turns with more accesses have more misses in proportion.
// Where the misses of a structure do not depend on its accesses, each visit
// counts as it is. The regression estimator has this property (W. G. Cochran,
// Sampling Techniques, 3rd edition, chapter 7).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_TURNWEIGHTS_H
#define MEMFACET_CACHES_CACHE_TURNWEIGHTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::caches {

/// The accesses and misses of one thread by structure. Not synchronised.
class TurnWeights {
public:
  static constexpr double Most = 2; ///< the least factor is 1 / Most

  /// Begins a turn: one with a visit that stands for \p NewPeriod turns, or
  /// time without a visit (0).
  void beginTurn(uint32_t NewPeriod);
  /// Adds a miss of \p Structure in the turn, which has a visit.
  void addMiss(uint32_t Structure) { ++usedRow(Structure).TurnMisses; }
  /// Adds \p Accesses of \p Structure in the turn.
  void add(uint32_t Structure, uint64_t Accesses) {
    usedRow(Structure).TurnAccesses += Accesses;
  }
  /// Returns how often a miss of \p Structure counts in this turn.
  double factor(uint32_t Structure) const {
    return Structure < Rows.size() && Period != 0 ? factor(Rows[Structure]) : 1;
  }

private:
  struct Row {
    double Owed = 0; ///< accesses that no visited turn has stood for yet
    /// Sums over visited turns since the structure's first one.
    double Accesses = 0, Misses = 0;
    double AccessSquares = 0, MissSquares = 0, Products = 0;
    uint64_t FirstVisit = 0;
    uint64_t TurnAccesses = 0, TurnMisses = 0; ///< of this turn
  };

  /// Returns the row of a structure that is used in this turn.
  Row &usedRow(uint32_t Structure) {
    if (Structure >= Rows.size())
      Rows.resize(Structure + Structure / 2 + 1);
    Row &R = Rows[Structure];
    if (R.TurnAccesses == 0 && R.TurnMisses == 0)
      Used.push_back(Structure);
    return R;
  }
  double factor(const Row &R) const;
  void learn(Row &R, double Accesses, double Misses) const;
  double dependence(const Row &R) const;

  std::vector<Row> Rows;
  std::vector<uint32_t> Used; ///< structures of this turn, perhaps twice
  uint32_t Period = 0;        ///< of this turn
  uint64_t Visits = 0;        ///< turns that had one, without this turn
};

} // namespace memfacet::caches

#endif
