//===- Finding.h - one thing that costs, and what may help ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/changes.md has the changes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_FINDING_H
#define MEMFACET_REPORT_FINDINGS_FINDING_H

#include "analysis/result/stalls/StallModel.h"
#include "analysis/support/Names.h"
#include "tools/report/common/LostLines.h"
#include <array>
#include <string>
#include <vector>

namespace memfacet::report {

/// A change that may help.
enum class Change {
  Split,     ///< move members that are seldom used elsewhere
  Pack,      ///< leave out padding
  Pool,      ///< allocate objects one after the other
  Traverse,  ///< walk along the elements, not across them
  Order,     ///< order elements as pointers and indices reach them
  Tile,      ///< work in tiles: the structure is read from end to end
  KeepApart, ///< others evict what is used again and again
  Fill,      ///< do not fill or clear what is hardly read
  Swap,      ///< let two arrays change places instead of copying one
  Join,      ///< join arrays that are accessed with the same index
  Widen,     ///< give a hash table more lists, or a better hash
  Unshare,   ///< threads write different bytes of one line
  MayShare,  ///< threads may do so in another order
  HandOver,  ///< threads write and read the same bytes in turn
  Annotate,  ///< the program says what its own allocator hands out
  None
};
} // namespace memfacet::report

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::report::Change> = {
    "split",      "pack",      "pool",     "traverse", "order", "tile",
    "keep-apart", "fill",      "swap",     "join",     "widen", "unshare",
    "may-share",  "hand-over", "annotate", "none"};

namespace memfacet::report {

/// Gains below this share of the time are said to be small, and come last.
constexpr double SmallGain = 0.02;

struct Finding {
  StructureId Structure;
  /// Companions that the finding is about as well: stacks of threads, arrays to
  /// join.
  std::vector<StructureId> Companions = {};
  /// The share of the cycles that the program's misses cost (missCycles), 0
  /// to 1.
  double Share = 0;
  Change Remedy = Change::None;
  /// The share of the same cycles that the change saves, about; 0: not known.
  double Saves = 0;
  /// The part of the program's time that the change saves, for the order of
  /// findings. Of a bound, the most that can be saved is Gain.High. Without a
  /// change, the part that the structure's stalls take.
  result::TimeShare Gain = {};
  /// Lost lines, for Unshare, MayShare and HandOver: in any run, and in this
  /// one.
  LostRange Lost = {}, LostInRun = {};
  std::string Cause = {};  ///< "pointer chasing 74.4 %"
  std::string Place = {};  ///< where to act, "main.c:12"; may be empty
  std::string Advice = {}; ///< a sentence without a full stop
  std::vector<std::string> More = {}; ///< further ones: costs, what also helps

  /// Returns whether no figure says which part of Gain.High can be saved.
  bool isBound() const {
    return Saves == 0 && Remedy != Change::Unshare && Remedy != Change::None;
  }
  /// Returns whether the gain is below SmallGain.
  bool isSmall() const {
    return (isBound() ? Gain.High : Gain.Likely) < SmallGain;
  }
};

} // namespace memfacet::report

#endif
