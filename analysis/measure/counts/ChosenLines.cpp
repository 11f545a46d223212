//===- ChosenLines.cpp - what is left of accesses -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/ChosenLines.h"
#include "analysis/caches/cache/CacheWord.h"
#include <algorithm>

namespace memfacet::measure {

/// Nothing is kept but whose accesses \p B has.
void ChosenLines::begin(const decode::BatchPart &B) {
  if (!Kept)
    Kept = std::make_unique<decode::AccessBatch>();
  Kept->clear();
  static_cast<decode::BatchPlace &>(*Kept) = B.Of;
}

/// Goes on with the accesses of \p B to \p Lines, until Kept is full. False:
/// nothing came.
bool ChosenLines::fill(const decode::BatchPart &B, ResidueSet Lines,
                       Position &At) {
  begin(B);
  decode::AccessBatch &To = *Kept;
  while (At.Access != B.End && To.Count != decode::AccessBatch::Capacity) {
    decode::AccessInfo Info = B.Of.Info[At.Access];
    uint64_t First = B.Of.Address[At.Access] & caches::AddressMask;
    uint64_t Begin = First + At.Bytes, End = First + Info.size();
    uint64_t Line = nextLineOf(Lines, Begin >> SelectLineShift);
    uint64_t PartBegin = std::max(Begin, Line << SelectLineShift);
    uint64_t PartEnd = std::min(End, (Line + 1) << SelectLineShift);
    if (PartBegin < End)
      To.addInside(PartBegin & caches::AddressMask,
                   decode::AccessInfo(Info.site(),
                                      uint32_t(PartEnd - PartBegin),
                                      Info.write()));
    bool IsLast = PartBegin >= End || PartEnd == End;
    At = IsLast ? Position{At.Access + 1, 0}
                : Position{At.Access, PartEnd - First};
  }
  return To.Count != 0;
}

} // namespace memfacet::measure
