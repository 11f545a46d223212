//===- SampledCurves.cpp - miss curves from samples -----------------------===//

#include "analysis/reuse/SampledCurves.h"

namespace memfacet {

SampledCurves::SampledCurves(uint64_t Seed)
    : Samplers({[this, Seed](ThreadId Thread) {
                  ReuseSampler S(Seed + Thread.Value);
                  S.count(Counting);
                  return S;
                },
                [] {}, [this](ReuseSampler &S) { Ended.add(S.samples()); }}) {}

void SampledCurves::touch(ThreadId Thread, const Touches &T) {
  Samplers.enter(Thread).touch(T);
  if (ReuseSampler *All = Samplers.shared())
    All->touch(T);
}

void SampledCurves::count(bool Wanted) {
  Counting = Wanted;
  Samplers.forEach([&](ReuseSampler &S) { S.count(Wanted); });
}

void SampledCurves::forgetCounts() {
  Ended = {};
  Samplers.forEach([](ReuseSampler &S) { S.forgetCounts(); });
}

void SampledCurves::fill(const std::vector<uint64_t> &Touches, MissCurves &To) {
  CurveEstimate Private = Ended, Shared;
  Samplers.forEachOwn([&](ReuseSampler &S) { Private.add(S.samples()); });
  Private.fill(CurveScope::Private, Touches, To);
  ReuseSampler *All = Samplers.shared();
  if (All)
    Shared.add(All->samples());
  (All ? Shared : Private).fill(CurveScope::Shared, Touches, To);
}

} // namespace memfacet
