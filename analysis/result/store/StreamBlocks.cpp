//===- StreamBlocks.cpp - packed rows, block by block ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamBlocks.h"
#include "analysis/support/Varint.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::result {

StreamBlocks::StreamBlocks(std::span<const Measure> Kinds)
    : Kinds(Kinds), Columns(Kinds.size()), Row(Kinds.size() - 1) {
  MEMFACET_CHECK(Kinds.front() == intervalsOf(Kinds.front()),
                 "the first column says which intervals follow");
}

void StreamBlocks::more(std::span<const std::string> Packed) {
  MEMFACET_CHECK(Packed.size() == Kinds.size(),
                 "there is a string for each measure");
  Rest.clear();
  for (const std::string &Bytes : Packed)
    Rest.push_back(bytesOf(Bytes));
}

void StreamBlocks::restart() {
  Rest.clear();
  Next = 0;
}

/// Unpacks column \p Index. The source of a column stands before it.
bool StreamBlocks::unpack(size_t Index) {
  std::optional<StreamColumn> Head = takeColumn(Rest[Index]);
  if (!Head)
    return false;
  std::span<const uint64_t> Source;
  if (Head->Source) {
    auto Found = std::ranges::find(Kinds.first(Index), *Head->Source);
    if (Found == Kinds.begin() + ptrdiff_t(Index))
      return false;
    Source = Columns[size_t(Found - Kinds.begin())];
  }
  Columns[Index].resize(Intervals.size());
  return Unpacker.unpack(*Head, Source, Columns[Index]);
}

bool StreamBlocks::next() {
  Intervals.clear();
  if (Rest.empty() || Rest[0].empty())
    return false;
  std::optional<uint64_t> Rows = takeVarint(Rest[0]);
  if (!Rows || *Rows > MaxStreamRows)
    return false;
  Intervals.resize(*Rows);
  for (size_t C = 0; C != Kinds.size(); ++C)
    if (!unpack(C)) {
      Intervals.clear();
      return false;
    }
  for (size_t I = 0; I != Intervals.size(); ++I) {
    Intervals[I] = Next + uint32_t(Columns[0][I]);
    Next = Intervals[I] + 1;
  }
  return true;
}

std::span<const uint64_t> StreamBlocks::row(size_t Number) {
  MEMFACET_CHECK(Number < Intervals.size(), "the block has no more rows");
  for (size_t C = 0; C != Row.size(); ++C)
    Row[C] = Columns[C + 1][Number];
  return Row;
}

} // namespace memfacet::result
