//===- IntervalSites.cpp - misses by site and interval --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/IntervalSites.h"
#include <algorithm>
#include <tuple>

namespace memfacet::caches {

void IntervalSites::keep(ThreadId Thread, const Interval &I,
                         std::vector<Row> &Rows) {
  std::vector<Row> Sorted;
  for (auto [Site, Misses] : I.Misses)
    Sorted.push_back({Thread, I.Number, Site, Misses});
  std::ranges::sort(Sorted, {},
                    [](const Row &R) { return std::tuple(~R.Misses, R.Site); });
  uint64_t Rest = 0;
  for (size_t Number = Most; Number < Sorted.size(); ++Number)
    Rest += Sorted[Number].Misses;
  Sorted.resize(std::min(Sorted.size(), Most));
  Rows.insert(Rows.end(), Sorted.begin(), Sorted.end());
  if (Rest != 0)
    Rows.push_back({Thread, I.Number, Others, Rest});
}

void IntervalSites::enter(ThreadId Thread, IntervalId Number) {
  auto [It, New] = Threads.try_emplace(Thread.Value);
  Open = &It->second;
  if (!New && Open->Number != Number) {
    keep(Thread, *Open, ClosedRows);
    Open->Misses.clear();
  }
  Open->Number = Number;
}

void IntervalSites::clear() {
  ClosedRows.clear();
  for (auto &[Thread, I] : Threads)
    I.Misses.clear();
}

std::vector<IntervalSites::Row> IntervalSites::rows() const {
  std::vector<Row> Result = ClosedRows;
  for (const auto &[Thread, I] : Threads)
    keep(ThreadId(Thread), I, Result);
  std::ranges::sort(Result, {}, [](const Row &R) {
    return std::tuple(R.Thread.Value, R.Interval.Value, R.Site == Others,
                      ~R.Misses, R.Site);
  });
  return Result;
}

} // namespace memfacet::caches
