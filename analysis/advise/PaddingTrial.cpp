//===- PaddingTrial.cpp - a padded structure, tried on the stream ---------===//

#include "analysis/advise/PaddingTrial.h"

namespace memfacet {

void PaddingTrial::event(const ReplayEvent &E) {
  using Kind = ReplayEvent::Kind;
  switch (E.Is) {
  case Kind::Thread:
    Thread = E.Number;
    return;
  case Kind::Born:
  case Kind::Died:
    return Changed.follow(E);
  case Kind::Count:
    return Caches.count(E.Number != 0);
  case Kind::Forget:
    return Caches.forgetCounts();
  case Kind::ThreadEnd:
    return;
  }
}

void PaddingTrial::take(const ReplayBlock &B) {
  B.forEach([&](const ReplayEvent &E) { event(E); },
            [&](const ReplayAccess &A) {
              Changed.map(A, [&](uint64_t Address, uint64_t Bytes, bool Write) {
                Caches.access({Thread, A.Info.site(), A.Structure, Address,
                               Bytes, !Write, Write});
              });
            });
}

PaddingTrial::Counts PaddingTrial::counts(StructureId Of) {
  Caches.finish();
  SharingTable T;
  Caches.fill(T, [](SiteId) { return PairSite(); });
  Counts Result;
  for (const SharingVertex &V : T.Vertices) {
    Result.All += V.misses(), Result.Cold += V.Cold;
    if (V.Structure == Of)
      Result.Structure += V.misses();
  }
  return Result;
}

} // namespace memfacet
