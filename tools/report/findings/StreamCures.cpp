//===- StreamCures.cpp - what is filled or copied from end to end ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/TableNames.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

/// Handles what is written from end to end, again and again, and hardly read.
/// No byte can be read more often than there are reads.
Cure fillCure(const Subject &T) {
  constexpr double MostRead = 0.25, LeastRounds = 2;
  double Filled = T.Traffic.FilledBytes, Read = T.Traffic.ReadBytes;
  double Part = T.Traffic.FillCycles / missCost(T.S.Total);
  if (T.S.PeakBytes == 0 || Filled < LeastRounds * double(T.S.PeakBytes) ||
      Read > MostRead * Filled || Part < NotableShare)
    return {};
  Cure C;
  C.Remedy = Change::Fill;
  C.Saves = Part * (1 - Read / Filled);
  C.Site = T.Traffic.FillSite;
  C.Advice = fmt::format(
      "it is filled or cleared {} times ({} in all), but at most {} of that is "
      "read before the next time: clear only what was touched, or do not clear "
      "it",
      humanCount(uint64_t(std::llround(Filled / double(T.S.PeakBytes)))),
      humanBytes(uint64_t(Filled)),
      humanRate(uint64_t(std::llround(Read)), uint64_t(Filled)));
  C.More = {"Costs a list of what was touched, or the number of the round in "
            "each element",
            "Reads by code that is not instrumented are not seen"};
  return C;
}

/// Returns whether \p C is a call that accesses a range, as memcpy.
static bool isRange(const result::Profile &P, const result::SiteCounts &C) {
  return P.Sites[C.Site].Field.Bytes == 0 && C.Accesses != 0;
}

/// Returns where a call that reads \p From writes; null: it only reads, or it
/// writes to the same structure.
static const result::SiteCounts *copyOf(const result::Profile &P,
                                        const result::SiteCounts &From) {
  uint32_t Block = P.Sites[From.Site].Field.Block;
  const result::SiteCounts *Found = nullptr;
  for (const result::SiteCounts &Store : P.BySite)
    if (P.Sites[Store.Site].Write && P.Sites[Store.Site].Field.Block == Block &&
        isRange(P, Store) && Store.Structure != From.Structure &&
        (!Found || Store.Accesses > Found->Accesses))
      Found = &Store;
  return Found;
}

/// Returns the bytes that stores write which are no copies, about.
static double storedBytes(const Subject &T) {
  double Sum = 0;
  for (uint32_t Use : T.Traffic.Uses) {
    const result::SiteCounts &C = T.P.BySite[Use];
    if (T.P.Sites[C.Site].Write)
      Sum += double(C.Accesses) * double(T.P.Sites[C.Site].Field.Bytes);
  }
  return Sum;
}

/// Handles an array that code writes and then copies as a whole to another one,
/// round after round: two buffers may change places instead.
Cure swapCure(const Subject &T) {
  constexpr double LeastCopies = 3, LeastPart = 0.75;
  double Line = double(T.P.Caches.LineBytes);
  uint64_t Objects = std::max<uint64_t>(T.S.Lives.PeakObjects, 1);
  double Whole = double(T.S.PeakBytes) / double(Objects);
  Cure Best;
  for (uint32_t Use : T.Traffic.Uses) {
    const result::SiteCounts &C = T.P.BySite[Use];
    const result::CodeSite &Site = T.P.Sites[C.Site];
    if (Site.Write || !isRange(T.P, C) || C.Misses.empty())
      continue;
    // Where lines are chosen, a miss stands for the touches of others.
    double Lines = std::max(double(Site.Touches) * double(C.Accesses) /
                                double(std::max<uint64_t>(Site.Accesses, 1)),
                            double(C.Misses.front()));
    double Copied = Lines * Line, Copies = Copied / std::max(Whole, Line);
    double Saves = missCost(C.Misses) / missCost(T.S.Total);
    bool Applies = Copies >= LeastCopies && Saves >= NotableShare &&
                   Copied >= LeastPart * Whole * double(C.Accesses) &&
                   storedBytes(T) >= LeastPart * Copied;
    const result::SiteCounts *Copy = Applies ? copyOf(T.P, C) : nullptr;
    if (!Copy || Saves <= Best.Saves)
      continue;
    Best.Remedy = Change::Swap;
    Best.Saves = Saves;
    Best.Advice = fmt::format(
        "it is written and then copied as a whole to {}, {} times: let the two "
        "change places (swap the pointers or vectors)",
        tableName(T.P, Copy->Structure), humanCount(C.Accesses));
    Best.More = {"That saves the misses of the other one there, too. What a "
                 "round does not write must be the same in both"};
  }
  return Best;
}

} // namespace memfacet::report
