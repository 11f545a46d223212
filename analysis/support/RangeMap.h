//===- RangeMap.h - values of disjoint address ranges ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_RANGEMAP_H
#define MEMFACET_SUPPORT_RANGEMAP_H

#include <cstdint>
#include <map>
#include <optional>

namespace memfacet {

/// Maps half-open ranges to values; a later range replaces what it covers.
template <typename T> class RangeMap {
public:
  /// The range or the gap around an address.
  struct Segment {
    uint64_t Low, High;
    std::optional<T> Value; ///< none: a gap
  };

  void assign(uint64_t Low, uint64_t High, T Value) {
    assign(Low, High, Value, [](uint64_t, uint64_t, T) {});
  }
  void erase(uint64_t Low, uint64_t High) {
    erase(Low, High, [](uint64_t, uint64_t, T) {});
  }

  /// Calls \p Removed(low, high, value) for each piece that is replaced.
  template <typename Visitor>
  void assign(uint64_t Low, uint64_t High, T Value, Visitor Removed) {
    if (Low >= High)
      return;
    erase(Low, High, Removed);
    Ranges.emplace(Low, Range{High, Value});
  }

  /// Cuts the range out of all ranges that cover it.
  template <typename Visitor>
  void erase(uint64_t Low, uint64_t High, Visitor Removed) {
    if (Low >= High)
      return;
    split(Low);
    split(High);
    auto It = Ranges.lower_bound(Low);
    while (It != Ranges.end() && It->first < High) {
      Removed(It->first, It->second.High, It->second.Value);
      It = Ranges.erase(It);
    }
  }

  Segment find(uint64_t Address) const {
    auto Next = Ranges.upper_bound(Address);
    uint64_t High = Next == Ranges.end() ? UINT64_MAX : Next->first;
    if (Next == Ranges.begin())
      return {0, High, std::nullopt};
    auto Found = std::prev(Next);
    if (Address < Found->second.High)
      return {Found->first, Found->second.High, Found->second.Value};
    return {Found->second.High, High, std::nullopt};
  }

private:
  struct Range {
    uint64_t High;
    T Value;
  };

  /// Makes \p Address the start of a range if it lies inside of one.
  void split(uint64_t Address) {
    auto Next = Ranges.lower_bound(Address);
    if (Next == Ranges.begin())
      return;
    Range &Lower = std::prev(Next)->second;
    if (Lower.High <= Address)
      return;
    Range Rest = Lower;
    Lower.High = Address;
    Ranges.emplace_hint(Next, Address, Rest);
  }

  std::map<uint64_t, Range> Ranges;
};

} // namespace memfacet

#endif
