//===- communication/OtherOrders.cpp - the same touches, otherwise merged -===//

#include "analysis/communication/OtherOrders.h"
#include <algorithm>

namespace memfacet {

void OtherOrders::share(const LineEntry &Line, uint32_t Cache) {
  Holders H;
  if (Line.Window != Window) {
    H.Has.add(Cache);
    H.Had.add(Cache);
  }
  Coarse.push_back(H);
  Fine.push_back(std::move(H));
}

bool OtherOrders::misses(Lines &Of, const SharedTouch &T, uint32_t Cache) {
  Holders &H = Of[T.Line];
  bool Lost = false;
  if (!H.Has.has(Cache)) {
    Lost = H.Had.has(Cache);
    H.Had.add(Cache);
    H.Has.add(Cache);
  }
  if (T.Writes) {
    H.Has.clear();
    H.Has.add(Cache);
  }
  return Lost;
}

void OtherOrders::doCoarse() {
  for (uint32_t Number : Active) {
    const Turn &T = Threads[Number];
    for (const SharedTouch &S : T.Shared)
      if (misses(Coarse, S, T.Cache) && Tally.counting())
        ++Tally[S.Vertex].Coarse;
  }
}

/// In as many rounds as the longest thread has touches, each does its share.
void OtherOrders::doFine() {
  uint64_t Rounds = 0;
  for (uint32_t Number : Active)
    Rounds = std::max<uint64_t>(Rounds, Threads[Number].Touches.size());
  struct Place {
    const Turn *Of;
    size_t Next;
  };
  std::vector<Place> Places;
  for (uint32_t Number : Active)
    if (!Threads[Number].Shared.empty())
      Places.push_back({&Threads[Number], 0});
  for (uint64_t Round = 1; Round <= Rounds && !Places.empty(); ++Round)
    for (Place &P : Places) {
      uint64_t End = Round * P.Of->Touches.size() / Rounds;
      for (; P.Next != P.Of->Shared.size() && P.Of->Shared[P.Next].At < End;
           ++P.Next)
        if (misses(Fine, P.Of->Shared[P.Next], P.Of->Cache) && Tally.counting())
          ++Tally[P.Of->Shared[P.Next].Vertex].Fine;
    }
}

void OtherOrders::close() {
  for (uint32_t Number : Active) {
    Turn &T = Threads[Number];
    for (uint32_t I = 0; I != T.Touches.size(); ++I)
      if (T.Touches[I].Line->Shared != LineEntry::None)
        T.Shared.push_back({I, T.Touches[I].Line->Shared, T.Touches[I].Vertex,
                            T.Touches[I].Writes});
  }
  doCoarse();
  doFine();
  for (uint32_t Number : Active) {
    Threads[Number].Touches.clear();
    Threads[Number].Shared.clear();
  }
  Active.clear();
  Touches = 0;
  ++Window;
}

} // namespace memfacet
