//===- OtherOrders.cpp - the same touches in other orders -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/OtherOrders.h"
#include <algorithm>
#include <queue>
#include <tuple>

namespace memfacet::threads {

void OtherOrders::share(const OwnedLine &Line, uint32_t Cache) {
  Holders H;
  if (Line.Section != Section) {
    H.Present.add(Cache);
    H.EverPresent.add(Cache);
  }
  Coarse.push_back(H);
  Fine.push_back(std::move(H));
}

bool OtherOrders::misses(Lines &LineHolders, const SharedTouch &T,
                         uint32_t Cache) {
  Holders &H = LineHolders[T.Line];
  bool Lost = false;
  if (!H.Present.has(Cache)) {
    Lost = H.EverPresent.has(Cache);
    H.EverPresent.add(Cache);
    H.Present.add(Cache);
  }
  if (T.Writes) {
    H.Present.clear();
    H.Present.add(Cache);
  }
  return Lost;
}

void OtherOrders::doCoarse() {
  for (uint32_t Number : Active) {
    const Turn &T = Threads[Number];
    for (const SharedTouch &S : T.SharedTouches)
      if (misses(Coarse, S, T.Cache) && Tally.counting())
        ++Tally[S.Vertex].Coarse;
  }
}

/// Simulates as many rounds as the longest thread has touches. Each thread does
/// its share in each round: of N touches, those before touch R * N / rounds are
/// done after round R.
void OtherOrders::doFine() {
  uint64_t Rounds = 0;
  for (uint32_t Number : Active)
    Rounds = std::max<uint64_t>(Rounds, Threads[Number].Touches.size());
  auto RoundOf = [&](const Turn &T, size_t Next) {
    uint64_t N = T.Touches.size();
    return ((T.SharedTouches[Next].Position + uint64_t(1)) * Rounds + N - 1) /
           N;
  };
  /// Round, index into Active, shared touch.
  using Place = std::tuple<uint64_t, uint32_t, size_t>;
  std::priority_queue<Place, std::vector<Place>, std::greater<Place>> Places;
  for (uint32_t I = 0; I != Active.size(); ++I)
    if (const Turn &T = Threads[Active[I]]; !T.SharedTouches.empty())
      Places.push({RoundOf(T, 0), I, 0});
  while (!Places.empty()) {
    auto [Round, Order, Next] = Places.top();
    Places.pop();
    const Turn &T = Threads[Active[Order]];
    // Goes on while the round lasts, or to the end if no other thread is left.
    do {
      const SharedTouch &S = T.SharedTouches[Next++];
      if (misses(Fine, S, T.Cache) && Tally.counting())
        ++Tally[S.Vertex].Fine;
    } while (Next != T.SharedTouches.size() &&
             (Places.empty() || RoundOf(T, Next) == Round));
    if (Next != T.SharedTouches.size())
      Places.push({RoundOf(T, Next), Order, Next});
  }
}

void OtherOrders::close() {
  for (uint32_t Number : Active) {
    Turn &T = Threads[Number];
    for (uint32_t I = 0; I != T.Touches.size(); ++I)
      if (T.Touches[I].Line->SharedIndex != OwnedLine::None)
        T.SharedTouches.push_back({I, T.Touches[I].Line->SharedIndex,
                                   T.Touches[I].Vertex, T.Touches[I].Writes});
  }
  doCoarse();
  doFine();
  for (uint32_t Number : Active) {
    Threads[Number].Touches.clear();
    Threads[Number].SharedTouches.clear();
  }
  Active.clear();
  Touches = 0;
  ++Section;
}

} // namespace memfacet::threads
