//===- Gains.cpp - the time that findings save ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Gains.h"
#include <algorithm>

namespace memfacet::report {

/// The part of a structure's stalls that counts, in the order of findings, if
/// it is not known what a change saves.
static constexpr double UnboundedWeight = 0.1;
/// The part that is likely of what threads may lose in another order. While a
/// line goes from one core to another (100 cycles), its owner makes some 25
/// accesses to it, of 4 cycles each.
static constexpr double PossibleWeight = 0.04;

/// Returns the lines that threads lose most probably.
static double likelyLines(LostRange InRun, LostRange Any) {
  return std::max(double(InRun.Low), PossibleWeight * double(Any.High));
}

static result::TimeSum contestTime(double Lines) {
  result::TimeSum Sum;
  Sum[result::TimePart::Contest] = lostCycles(Lines);
  return Sum;
}

/// What a sample predicts is not in the time of this run.
Gains::Gains(const result::Profile &P) : P(P), Time(result::programTime(P)) {
  for (const LostLines &L : lostLines(P)) {
    LostRange All = L.FalseSharing, InRun = L.FalseInRun;
    All += L.TrueSharing, InRun += L.TrueInRun;
    result::TimeSum More = contestTime(likelyLines(InRun, All));
    More[result::TimePart::Contest] -=
        Time.Structures[L.Structure.Value][result::TimePart::Contest];
    if (More[result::TimePart::Contest] > 0)
      Time.Whole += More;
  }
}

/// What is walked in the order of memory misses as sequential accesses do.
result::TimeShare Gains::ofChange(std::span<const StructureId> Ids,
                                  Change Remedy, double Saves) const {
  result::TimeSum Stalls;
  result::Counts Total;
  for (StructureId Id : Ids) {
    Stalls += Time.Structures[Id.Value];
    Total += P.Structures[Id.Value].Total;
  }
  Stalls[result::TimePart::Contest] = 0; // a finding of its own
  double Whole = Time.Whole.total();
  double Error = Whole > 0 ? result::OwnError * Stalls.total() / Whole : 0;
  if (Saves == 0) {
    result::TimeShare Most = result::shareOf(Stalls, Time.Whole, Error);
    if (Remedy == Change::None)
      return Most;
    return {UnboundedWeight * Most.Likely, 0, Most.High};
  }
  bool KeepsOrder = Remedy == Change::Split || Remedy == Change::Pack ||
                    Remedy == Change::Join || Remedy == Change::Widen ||
                    Remedy == Change::Swap;
  result::TimeSum Left = KeepsOrder ? Stalls : result::streamTime(Total);
  Left *= 1 - Saves;
  Stalls -= Left;
  return result::shareOf(Stalls, Time.Whole, Error);
}

/// Takes the likely lines of the structure out of the time, which has them.
result::TimeShare Gains::ofLost(LostRange InRun, LostRange Lost) const {
  double Likely = likelyLines(InRun, Lost);
  auto ShareOf = [&](double Lines) {
    result::TimeSum Whole = Time.Whole;
    Whole += contestTime(Lines);
    Whole -= contestTime(Likely);
    return result::shareOf(contestTime(Lines), Whole);
  };
  return {ShareOf(Likely).Likely, ShareOf(double(Lost.Low)).Low,
          ShareOf(double(Lost.High)).High};
}

} // namespace memfacet::report
