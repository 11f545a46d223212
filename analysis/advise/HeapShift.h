//===- HeapShift.h - a heap whose blocks change their sizes ---------------===//
//
// Where blocks of one structure become smaller or larger, or leave the heap,
// all that was allocated behind them moves. As long as no such block is
// released, that is one step at each of them: nobody else comes to lie where
// one was.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_HEAPSHIFT_H
#define MEMFACET_ADVISE_HEAPSHIFT_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet {

class HeapShift {
public:
  /// Whether what is behind a block at \p Address can move: only where no such
  /// block is behind it already.
  bool canMove(uint64_t Address) const {
    return Steps.empty() || Address > Steps.back().Address;
  }
  /// The block at \p Address takes \p Less bytes less, if it can.
  void add(uint64_t Address, int64_t Less) {
    if (!canMove(Address))
      return;
    Steps.push_back({Address, (Steps.empty() ? 0 : Steps.back().Less) + Less});
  }
  /// Where what was at \p Address, of the heap, is now.
  uint64_t operator()(uint64_t Address) const {
    // Large blocks have pages of their own, far away.
    if (Steps.empty() || Address <= Steps.front().Address ||
        Address > Steps.back().Address + Reach)
      return Address;
    auto Behind = std::ranges::lower_bound(Steps, Address, {}, &Step::Address);
    return Address - uint64_t(std::prev(Behind)->Less);
  }

private:
  static constexpr uint64_t Reach = 16 << 20;
  struct Step {
    uint64_t Address;
    int64_t Less; ///< of all up to here
  };
  std::vector<Step> Steps;
};

} // namespace memfacet

#endif
