//===- cache/WideFirstLevel.cpp - a first level too wide to search --------===//

#include "analysis/cache/WideFirstLevel.h"

namespace memfacet {

void WideFirstLevel::touch(uint64_t Line, uint32_t Owner, AccessInfo Info,
                           Counted &To) {
  CacheWord Clean = cleanWord(Line);
  Touch T =
      Sets.touch(Info.write() ? Clean | writerBits(StructureId(Owner)) : Clean);
  if (!T.Hit)
    To.Misses.push_back({Miss::wanted(Line, Owner), T.Victim, Info.site()});
}

void WideFirstLevel::filter(const AccessBatch &B, OwnerSource &Owners,
                            Counted &To) {
  const uint64_t LineMask = AddressMask >> LineShift;
  for (size_t I = 0; I != B.Count; ++I) {
    AccessInfo Info = B.Info[I];
    uint64_t Address = B.Address[I] & AddressMask;
    uint64_t Line = Address >> LineShift;
    uint64_t Last = ((Address + Info.size() - 1) & AddressMask) >> LineShift;
    uint32_t Owner = Owners.owner(Address);
    AccessCounters &C = To.Counters[Owner];
    C.Operations += AccessCounters::operation(Info.write());
    C.ExtraTouches += (Last - Line) & LineMask;
    To.Touches.add(Info.site(), (Last - Line) & LineMask);
    touch(Line, Owner, Info, To);
    while (Line != Last) {
      Line = (Line + 1) & LineMask;
      touch(Line, Owner, Info, To);
      To.relieve();
    }
  }
}

void WideFirstLevel::takeDirty(std::vector<CacheWord> &Dirty) {
  Sets.forEachDirty([&](CacheWord W) { Dirty.push_back(W); });
  Sets.clear();
}

} // namespace memfacet
