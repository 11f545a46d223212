//===- SiteRanges.h - what sites are expected to access -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A site nearly always accesses the same object in the same thread. The sink
// says which addresses these are; the expansion compares eight sites with them
// at once and lists the accesses outside (AccessBatch::OutsideAccesses).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_SITERANGES_H
#define MEMFACET_DECODE_SITERANGES_H

#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace memfacet::decode {

/// A range of addresses for each site, in each of some views. Threads have
/// views of their own: they are in the same code, but most often at other
/// objects.
class SiteRanges {
public:
  /// At first, each range has \p InitialBytes bytes from 0 on.
  explicit SiteRanges(uint64_t InitialBytes = 0) : InitialBytes(InitialBytes) {}

  /// The range of a site in a view.
  struct Place {
    uint32_t Site, View;
    bool operator==(const Place &) const = default;
  };
  /// A range that has become another one.
  struct Change {
    Place Range;
    uint64_t Low, Bytes;
    uint64_t OldLow, OldBytes;
  };

  /// Ranges that may be read after the last one.
  static constexpr size_t Padding = 8;
  /// If there are more threads, some share a view.
  static constexpr uint32_t MaxViews = 8;
  static uint32_t viewOf(ThreadId Thread) { return Thread.Value % MaxViews; }

  void makeRoom(size_t Sites) {
    if (Sites + Padding <= NextLane.size())
      return;
    NextLane.resize(std::max(Sites + Padding, 2 * NextLane.size()));
    for (Columns &V : Views)
      if (V.exist())
        V.resize(NextLane.size(), InitialBytes);
    show(Shown);
  }
  /// The number of a site is that of its own lane. Further lanes are the same
  /// sites once more, and have the same ranges. There may be more lanes than at
  /// the call before.
  void follow(std::span<const uint32_t> SitesOfLanes) {
    makeRoom(SitesOfLanes.size());
    for (auto Lane = uint32_t(Linked); Lane < SitesOfLanes.size(); ++Lane)
      if (uint32_t Site = SitesOfLanes[Lane]; Site != Lane)
        link(Lane, Site);
    Linked = std::max(Linked, SitesOfLanes.size());
  }
  /// Sets a range. There must be room for its site.
  void set(Place Range, uint64_t Begin, uint64_t End) {
    MEMFACET_CHECK(Range.Site < NextLane.size(), "callers make room");
    MEMFACET_CHECK(Begin <= End, "an empty range ends where it begins");
    Columns &V = existing(Range.View);
    if (Keeping)
      Changes.push_back(
          {Range, Begin, End - Begin, V.Low[Range.Site], V.Bytes[Range.Site]});
    for (uint32_t Lane = Range.Site;; Lane = NextLane[Lane]) {
      V.Low[Lane] = Begin;
      V.Bytes[Lane] = End - Begin;
      if (NextLane[Lane] == 0)
        return;
    }
  }
  void clear(Place Range) {
    uint64_t Low = lowOf(Range);
    set(Range, Low, Low);
  }
  uint64_t lowOf(Place Range) { return existing(Range.View).Low[Range.Site]; }
  bool isEmpty(Place Range) {
    return existing(Range.View).Bytes[Range.Site] == 0;
  }
  /// Keeps changes from here on, so that a copy can follow them.
  void keepChanges() { Keeping = true; }
  /// Returns the changes that were kept, in order. Callers clear them once they
  /// have followed them.
  std::vector<Change> &keptChanges() { return Changes; }
  /// Makes a change of another SiteRanges here, too. There must be room for it.
  void follow(const Change &C) { set(C.Range, C.Low, C.Low + C.Bytes); }

  /// Makes the functions below answer for the view of \p Thread.
  void enter(ThreadId Thread) { show(viewOf(Thread)); }
  bool contains(uint32_t Site, uint64_t Address) const {
    return Address - Lows[Site] < Sizes[Site];
  }
  /// Return the first addresses and the sizes, by lane.
  const uint64_t *lows() const { return Lows; }
  const uint64_t *bytes() const { return Sizes; }

private:
  /// A view; index: lane. Empty until a thread has entered it.
  struct Columns {
    std::vector<uint64_t> Low, Bytes;

    bool exist() const { return !Low.empty(); }
    void resize(size_t Lanes, uint64_t InitialBytes) {
      Low.resize(Lanes);
      Bytes.resize(Lanes, InitialBytes);
    }
  };

  Columns &existing(uint32_t View) {
    Columns &V = Views[View];
    if (!V.exist()) [[unlikely]]
      V.resize(NextLane.size(), InitialBytes);
    return V;
  }
  void show(uint32_t View) {
    Shown = View;
    Lows = existing(View).Low.data();
    Sizes = Views[View].Bytes.data();
  }
  void link(uint32_t Lane, uint32_t Site) {
    MEMFACET_CHECK(Site < Lane, "lane 0 is never a further one");
    NextLane[Lane] = std::exchange(NextLane[Site], Lane);
    for (Columns &V : Views) {
      if (!V.exist())
        continue;
      V.Low[Lane] = V.Low[Site];
      V.Bytes[Lane] = V.Bytes[Site];
    }
  }

  uint64_t InitialBytes;
  std::array<Columns, MaxViews> Views;
  uint32_t Shown = 0;
  const uint64_t *Lows = nullptr, *Sizes = nullptr; ///< of the view Shown
  /// Next lane of the same site; 0: there is none. Lane 0 is never a further
  /// one.
  std::vector<uint32_t> NextLane;
  size_t Linked = 0;
  bool Keeping = false;
  std::vector<Change> Changes;
};

} // namespace memfacet::decode

#endif
