//===- FirstTouches.h - the first touch of each line ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program goes a thousand times over a table of 10,000 lines; a hundredth of
// it is simulated. The first touch of each line is a miss of every level. It
// happens once, in the part as in the whole, so it must not be counted a
// hundred times. Where a program goes once over 1 GB, each touch is the first
// one, in the part as in the whole: these must be. What tells them apart is
// whether first touches still come when the part is at its end.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_FIRSTTOUCHES_H
#define MEMFACET_ADVISE_FIRSTTOUCHES_H

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace memfacet::advise {

/// Not synchronised: one thread at a time.
class FirstTouches {
public:
  /// Takes a touch of \p Line by \p Structure. Touches in between may be left
  /// out if they are to lines that were touched before.
  void touch(uint32_t Structure, uint64_t Line);
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets the counts, not which lines were touched.
  void forgetCounts();

  /// Returns the first touches of \p Structure.
  uint64_t seen(uint32_t Structure) const { return at(Current, Structure); }
  /// Returns how many there would be in a run \p Factor times as long: those
  /// that were seen, and then as many in each part as in the later half.
  double ofWhole(uint32_t Structure, double Factor) const;

private:
  /// Counts at one time.
  struct Counts {
    uint64_t Touches = 0;
    std::vector<uint64_t> First; ///< by structure
  };
  /// 64 neighbouring lines, a bit for each.
  struct Group {
    uint64_t Number = ~uint64_t(0);
    uint64_t *Touched = nullptr;
  };

  static uint64_t at(const Counts &C, uint32_t Structure) {
    return Structure < C.First.size() ? C.First[Structure] : 0;
  }

  std::unordered_map<uint64_t, uint64_t> Groups; ///< references stay valid
  std::array<Group, 256> Recent;
  /// Middle was when half as many or fewer touches had been made as now, and a
  /// quarter or more; Later when half as many or more had been.
  Counts Middle, Later, Current;
  bool Counting = true;
};

} // namespace memfacet::advise

#endif
