//===- LineTable.h - what is known of each line ---------------------------===//

#ifndef MEMFACET_COMMUNICATION_LINETABLE_H
#define MEMFACET_COMMUNICATION_LINETABLE_H

#include "analysis/cache/LineMap.h"
#include "memfacet/ReusePairs.h"
#include <array>
#include <memory>

namespace memfacet {

/// A line, as long as one thread alone touches it; then where the rest is, and
/// which loads change nothing of that.
struct LineEntry {
  static constexpr uint32_t None = ~uint32_t(0);

  /// Bytes that were written; of a shared line, those that Thread may read in
  /// silence.
  uint64_t Written = 0;
  uint32_t Thread = None;     ///< that touched it last; None: nobody did
  uint32_t LastWriter = None; ///< vertex; while it is one thread's
  /// Of the last touch; of a shared line, HappensBefore::State::Changes then,
  /// modulo 2^32.
  uint32_t Epoch = 0;
  uint32_t Window = 0;       ///< of its first touch: see OtherOrders.h
  uint32_t Shared = None;    ///< number of what several threads touched
  uint32_t Structure = None; ///< that was touched in it last
  uint32_t Units = 0;        ///< accesses to that, since another one was
};

/// By line, in pages, since programs touch neighbours: a look-up is mostly one
/// of a small table of pages. References stay valid.
class LineTable {
public:
  LineEntry &operator[](uint64_t Line) {
    uint64_t Number = Line >> PageShift;
    Recent &R = Pages[Number % RecentPages];
    if (R.Number != Number) [[unlikely]]
      R = {Number, pageOf(Number)};
    return (*R.Lines)[Line % PageLines];
  }
  /// Calls \p Visit(line, entry) for all lines that were touched, in any order.
  template <typename Visitor> void forEach(Visitor Visit) {
    All.forEach([&](uint64_t Number, std::unique_ptr<Page> &P) {
      for (uint64_t I = 0; I != PageLines; ++I)
        if ((*P)[I].Thread != LineEntry::None)
          Visit(Number << PageShift | I, (*P)[I]);
    });
  }

private:
  static constexpr unsigned PageShift = 6;
  static constexpr uint64_t PageLines = uint64_t(1) << PageShift;
  static constexpr size_t RecentPages = 1024;
  using Page = std::array<LineEntry, PageLines>;
  struct Recent {
    uint64_t Number = ~uint64_t(0);
    Page *Lines = nullptr;
  };

  Page *pageOf(uint64_t Number) {
    std::unique_ptr<Page> &P = All[Number];
    if (!P)
      P = std::make_unique<Page>();
    return P.get();
  }

  std::array<Recent, RecentPages> Pages;
  LineMap<std::unique_ptr<Page>> All;
};

} // namespace memfacet

#endif
