//===- VisitedSets.cpp - a first level's sets for a while -----------------===//

#include "analysis/cache/VisitedSets.h"
#include <algorithm>
#include <cassert>
#include <utility>

namespace memfacet {

VisitedSets::VisitedSets(const CacheLevel &Level)
    : Count(Level.sets(SelectLineBytes)), Ways(Level.Ways), Sets(Count),
      Words(Count * Ways, EmptyWord) {
  assert(Count % SelectResidues == 0);
}

/// What waits of set \p Index are misses.
void VisitedSets::credit(uint64_t Index, std::vector<Miss> &To) {
  const CacheWord *Its = &Words[Index * Ways];
  CacheWord Before = Its[Ways - 1];
  auto IsHere = [&](const Miss &M) { return M.line() % Count == Index; };
  for (const Miss &M : Waiting)
    if (IsHere(M)) {
      To.push_back({M.Wanted, Before, M.Site});
      auto Now = std::find_if(
          Its, Its + Ways, [&](CacheWord W) { return sameLine(W, M.Wanted); });
      assert(Now != Its + Ways && "nothing has left the set yet");
      Before = *Now;
    }
  std::erase_if(Waiting, IsHere);
}

/// Whose line it is does not matter where it is read and is there.
void VisitedSets::touch(uint64_t Address, AccessInfo Info, OwnerSource &Owners,
                        std::vector<Miss> &To) {
  uint64_t Line = Address >> SelectLineShift, Index = Line % Count;
  Set &S = Sets[Index];
  CacheWord *Its = &Words[Index * Ways];
  CacheWord *Found = std::find_if(Its, Its + S.Lines, [&](CacheWord W) {
    return sameLine(W, cleanWord(Line));
  });
  bool IsMiss = Found == Its + S.Lines;
  uint32_t Owner = IsMiss || Info.write() ? Owners.owner(Address) : 0;
  CacheWord Wanted = Miss::wanted(Line, Owner);
  CacheWord Now = IsMiss ? Wanted : *Found;
  if (IsMiss && S.Lines != Ways) {
    ++S.Lines;
    Waiting.push_back({Wanted, EmptyWord, Info.site()});
  } else if (IsMiss) {
    if (!std::exchange(S.Counts, true))
      credit(Index, To);
    --Found;
    To.push_back({Wanted, *Found, Info.site()});
  }
  if (Info.write())
    Now = cleanWord(Line) | writerBits(StructureId(Owner));
  std::copy_backward(Its, Found, Found + 1);
  *Its = Now;
}

void VisitedSets::take(const BatchPart &B, OwnerSource &Owners,
                       std::vector<Miss> &To) {
  if (std::exchange(Lines, B.Of.Lines) != B.Of.Lines)
    Waiting.clear();
  for (size_t I = B.Begin; I != B.End; ++I)
    touch(B.Of.Address[I], B.Of.Info[I], Owners, To);
}

} // namespace memfacet
