//===- ChosenLines.cpp - what is left of accesses -------------------------===//

#include "analysis/counts/ChosenLines.h"
#include "analysis/cache/CacheWord.h"
#include <algorithm>

namespace memfacet {

/// Goes on with the accesses of \p B, until Kept is full. False: nothing came.
bool ChosenLines::fill(const BatchPart &B, Position &At) {
  if (!Kept)
    Kept = std::make_unique<AccessBatch>();
  AccessBatch &To = *Kept;
  To.clear();
  static_cast<BatchPlace &>(To) = B.Of;
  const uint64_t Mask = lineMask(Bits), Below = (Mask & -Mask) - 1;
  while (At.Access != B.End && To.Count != AccessBatch::Capacity) {
    AccessInfo Info = B.Of.Info[At.Access];
    uint64_t First = B.Of.Address[At.Access] & AddressMask;
    uint64_t Begin = First + At.Bytes, End = First + Info.size();
    // The first chosen line from here on: this one, or the first of those that
    // come next.
    uint64_t Line = Begin >> SelectLineShift;
    if (uint64_t Place = Line - FirstChosenLine; (Place & Mask) != 0)
      Line = (Place | Mask | Below) + 1 + FirstChosenLine;
    uint64_t PartBegin = std::max(Begin, Line << SelectLineShift);
    uint64_t PartEnd = std::min(End, (Line + 1) << SelectLineShift);
    if (PartBegin < End)
      To.addInside(
          PartBegin & AddressMask,
          AccessInfo(Info.site(), uint32_t(PartEnd - PartBegin), Info.write()));
    bool IsLast = PartBegin >= End || PartEnd == End;
    At = IsLast ? Position{At.Access + 1, 0}
                : Position{At.Access, PartEnd - First};
  }
  return To.Count != 0;
}

} // namespace memfacet
