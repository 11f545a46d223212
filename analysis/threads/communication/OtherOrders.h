//===- OtherOrders.h - the same touches in other orders -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between two ordered events of the process, it is not known which of two
// threads' touches came first. A section is such a piece of the run, or a part
// of it where it is long. The touches of a section are simulated in two more
// orders than the recorded one:
//
//   coarse   all of one thread, then all of the next
//   fine     one of each in turn, in proportion to how many each has
//
// Only misses of lines that writes of other caches took are counted. So it is
// enough to know for each line which caches have it and which had it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_OTHERORDERS_H
#define MEMFACET_THREADS_COMMUNICATION_OTHERORDERS_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "analysis/threads/communication/SharingTally.h"
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace memfacet::threads {

/// A line that one thread alone has touched. Once several threads touch it:
/// where the rest is kept, and which loads change nothing there.
struct OwnedLine {
  static constexpr uint32_t None = ~uint32_t(0);

  /// Bytes that were written. Of a shared line: those that Thread may read
  /// without any change.
  uint64_t Written = 0;
  uint32_t Thread = None; ///< that touched the line last; None: no touch yet
  /// Vertex; used until several threads touch the line.
  uint32_t LastWriter = None;
  /// Epoch of the last touch. Of a shared line: HappensBefore::State::Changes
  /// at the last touch, modulo 2^32.
  uint32_t Epoch = 0;
  uint32_t Section = 0; ///< of the line's first touch
  /// Index among the lines that several threads touched.
  uint32_t SharedIndex = None;
  uint32_t Structure = None; ///< that was touched in the line last
  uint32_t Units = 0; ///< accesses to Structure since another one was touched
};

/// Entries by line, in pages, because programs touch neighbouring lines: most
/// look-ups only need a small table of pages. References stay valid.
class LineTable {
public:
  OwnedLine &operator[](uint64_t Line) {
    uint64_t Number = Line >> PageShift;
    RecentPage &R = Pages[Number % RecentPages];
    if (R.Number != Number) [[unlikely]]
      R = {Number, pageOf(Number)};
    return (*R.Lines)[Line % PageLines];
  }
  /// Calls \p Visit(line, entry) for all lines that were touched, in any order.
  template <typename Visitor> void forEach(Visitor Visit) {
    All.forEach([&](uint64_t Number, std::unique_ptr<Page> &P) {
      for (uint64_t I = 0; I != PageLines; ++I)
        if ((*P)[I].Thread != OwnedLine::None)
          Visit(Number << PageShift | I, (*P)[I]);
    });
  }

private:
  static constexpr unsigned PageShift = 6;
  static constexpr uint64_t PageLines = uint64_t(1) << PageShift;
  static constexpr size_t RecentPages = 1024;
  using Page = std::array<OwnedLine, PageLines>;
  struct RecentPage {
    uint64_t Number = ~uint64_t(0);
    Page *Lines = nullptr;
  };

  Page *pageOf(uint64_t Number) {
    std::unique_ptr<Page> &P = All[Number];
    if (!P)
      P = std::make_unique<Page>();
    return P.get();
  }

  std::array<RecentPage, RecentPages> Pages;
  caches::LineMap<std::unique_ptr<Page>> All;
};

/// A set of caches, which are numbered from 0. The first 64 need no further
/// memory.
class CacheSet {
public:
  bool has(uint32_t Cache) const {
    if (Cache < 64) [[likely]]
      return FirstWord >> Cache & 1;
    size_t Index = Cache / 64 - 1;
    return Index < MoreWords.size() && MoreWords[Index] >> Cache % 64 & 1;
  }
  void add(uint32_t Cache) {
    if (Cache < 64) [[likely]] {
      FirstWord |= uint64_t(1) << Cache;
      return;
    }
    size_t Index = Cache / 64 - 1;
    if (MoreWords.size() <= Index)
      MoreWords.resize(Index + 1);
    MoreWords[Index] |= uint64_t(1) << Cache % 64;
  }
  void clear() {
    FirstWord = 0;
    MoreWords.clear();
  }

private:
  uint64_t FirstWord = 0;
  std::vector<uint64_t> MoreWords;
};

class OtherOrders {
public:
  /// The most touches of a section, of all threads.
  static constexpr size_t MaxTouches = 64 * 1024;

  explicit OtherOrders(SharingTally &Tally) : Tally(Tally) {}

  /// Takes the next touch in the recorded order, after \p Line was updated.
  /// \p Number: that of the thread, from 0. Ignores a load that repeats the
  /// thread's previous touch: how often a waiting thread reads a value depends
  /// on time only.
  void touch(OwnedLine &Line, uint32_t Number, uint32_t Cache, uint32_t Vertex,
             bool Writes) {
    if (Number >= Threads.size()) [[unlikely]]
      Threads.resize(Number + size_t(1));
    Turn &T = Threads[Number];
    if (T.Touches.empty())
      Active.push_back(Number);
    else if (!Writes && T.Touches.back().Line == &Line &&
             T.Touches.back().Vertex == Vertex)
      return;
    T.Cache = Cache;
    T.Touches.push_back({&Line, Vertex, Writes});
    if (++Touches >= MaxTouches) [[unlikely]]
      close();
  }
  /// Adds a line that several threads touch from now on, at index
  /// OwnedLine::SharedIndex. If the line was touched before this section,
  /// \p Cache had it.
  void share(const OwnedLine &Line, uint32_t Cache);
  /// Ends the section.
  void close();
  /// Returns the number of the section.
  uint32_t section() const { return Section; }

private:
  struct Touch {
    OwnedLine *Line;
    uint32_t Vertex;
    bool Writes;
  };
  /// A touch of a line that several threads touch.
  struct SharedTouch {
    uint32_t Position; ///< touches of the thread before it
    uint32_t Line;
    uint32_t Vertex;
    bool Writes;
  };
  /// The touches of a thread in the section.
  struct Turn {
    std::vector<Touch> Touches;
    std::vector<SharedTouch> SharedTouches;
    uint32_t Cache = 0;
  };
  struct Holders {
    CacheSet Present, EverPresent;
  };
  using Lines = std::deque<Holders>;

  /// Applies \p T. Returns whether it misses a line that \p Cache had before.
  static bool misses(Lines &LineHolders, const SharedTouch &T, uint32_t Cache);
  void doCoarse();
  void doFine();

  SharingTally &Tally;
  std::vector<Turn> Threads; ///< by number
  /// Threads with touches, in the order of their first ones.
  std::vector<uint32_t> Active;
  size_t Touches = 0;
  uint32_t Section = 0;
  Lines Coarse, Fine; ///< by OwnedLine::SharedIndex
};

} // namespace memfacet::threads

#endif
