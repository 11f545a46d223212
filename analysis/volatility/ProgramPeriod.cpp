//===- ProgramPeriod.cpp - one period for several curves ------------------===//

#include "analysis/volatility/ProgramPeriod.h"

namespace memfacet {

ProgramPeriod programPeriod(std::span<const WeightedPeriods> Curves,
                            double Threshold) {
  ProgramPeriod Result;
  Result.Agrees.resize(Curves.size());
  size_t Longest = 0;
  double All = 0;
  for (const WeightedPeriods &C : Curves) {
    if (C.Weight <= 0 || C.Of->Profile.longest() == 0)
      continue;
    size_t Of = C.Of->Profile.longest();
    Longest = Longest == 0 ? Of : std::min(Longest, Of);
    All += C.Weight;
    Result.Components.insert(Result.Components.end(), C.Of->Components.begin(),
                             C.Of->Components.end());
  }
  if (Longest == 0)
    return Result;
  auto IsCalm = [&](const WeightedPeriods &C, size_t Period) {
    return C.Weight > 0 && C.Of->Profile.longest() >= Period &&
           C.Of->Profile.at(Period) <= Threshold;
  };
  size_t Best = 0;
  double Most = 0;
  for (size_t P = 1; P <= Longest; ++P) {
    double Calm = 0;
    for (const WeightedPeriods &C : Curves)
      Calm += IsCalm(C, P) ? C.Weight : 0;
    // Not for the rounding of a sum.
    if (Calm > Most * (1 + 1e-12))
      Best = P, Most = Calm;
  }
  Result.AgreeingWeight = Most / All;
  if (Result.AgreeingWeight < LeastAgreement)
    Best = 0;
  Result.Envelope.Values.resize(Longest);
  for (size_t I = 0; I != Curves.size(); ++I) {
    if (Best != 0 && !IsCalm(Curves[I], Best))
      continue;
    if (Curves[I].Weight <= 0 || Curves[I].Of->Profile.longest() == 0)
      continue;
    Result.Agrees[I] = Best != 0;
    Result.Envelope.Percentile = Curves[I].Of->Profile.Percentile;
    for (size_t P = 1; P <= Longest; ++P)
      Result.Envelope.Values[P - 1] =
          std::max(Result.Envelope.Values[P - 1], Curves[I].Of->Profile.at(P));
  }
  Result.Choice = choosePeriod(Result.Envelope, Result.Components, Threshold);
  return Result;
}

} // namespace memfacet
