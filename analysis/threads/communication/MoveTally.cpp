//===- MoveTally.cpp - lines that went from thread to thread --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/MoveTally.h"
#include "analysis/threads/communication/ScaledLosses.h"
#include <cmath>
#include <utility>

namespace memfacet::threads {

static constexpr uint64_t LineBytesMask = SelectLineBytes - 1;

std::optional<StructureId> MoveTally::ownerSoFar(uint64_t Address) const {
  auto Entry = Owners.find(Address >> SelectLineShift);
  return Entry == Owners.end() ? std::nullopt : Entry->second;
}

/// Returns whether \p M, a miss, is the thread's first one of the line in its
/// turn. \p LineMoves: those of the line, M among them.
bool MoveTally::beginsTurn(const decode::LineMovement &M,
                           const Moves &LineMoves) {
  RecentMisses &R = Recent[M.Move.Thread];
  if (R.Meetings != M.Meetings)
    R = {.Meetings = M.Meetings};
  MostBits = std::max<uint32_t>(MostBits, M.Move.Bits);
  // Where one line in 2^k is followed, it stands for others.
  size_t Others = std::max<size_t>(MostOfTurn >> MostBits, 1);
  uint64_t Name = (M.Address >> SelectLineShift) + 1;
  bool IsRepeat = false;
  for (size_t I = 1; I <= Others; ++I)
    IsRepeat |= R.Lines[(R.Next + MostOfTurn - I) % MostOfTurn] == Name;
  R.Lines[R.Next++ % MostOfTurn] = Name;
  // The thread had the line before, at first since its begin.
  auto [Last, IsFirst] =
      LastMeetings.try_emplace({Name, M.Move.Thread}, uint64_t(0));
  bool HasMet = std::exchange(Last->second, M.Meetings) != M.Meetings;
  bool IsHandedOver =
      M.Move.Kind == MoveKind::True && !LineMoves.SeveralWriters;
  return !IsRepeat && (HasMet || IsHandedOver);
}

void MoveTally::add(const decode::LineMovement &M, StructureId Victim,
                    StructureId Writer) {
  auto [Owner, IsNew] =
      Owners.try_emplace(M.Address >> SelectLineShift, Victim);
  if (!IsNew && Owner->second != Victim)
    Owner->second = std::nullopt;
  if (!Tally.counting())
    return;
  uint32_t VictimVertex = Tally.vertex(M.Move.Thread, M.Site, Victim.Value);
  uint32_t WriterVertex = Tally.vertex(M.Origin.Thread, M.Writer, Writer.Value);
  uint64_t Count = uint64_t(1) << M.Move.Bits;
  result::SharingVertex &V = Tally[VictimVertex];
  SharingTally::Ends &E = Tally.between(WriterVertex, VictimVertex);
  if (M.Move.Kind == MoveKind::Cold) {
    V.Cold += Count, E.Cold += Count;
    return;
  }
  bool True = M.Move.Kind == MoveKind::True;
  (True ? V.True : V.False) += Count;
  (True ? E.True : E.False) += Count;
  ++V.Certain;
  V.Fine += Count;
  uint64_t Line = M.Address >> SelectLineShift;
  auto Place = [&](uint64_t Address) {
    return Tally.fights().placeOf(Line, uint32_t(Address & LineBytesMask));
  };
  if (!True)
    Tally.fights().add(
        {WriterVertex, VictimVertex, Place(M.WriteAddress), Place(M.Address)},
        Count, 1);
  Cohorts.add(Line, Victim.Value, M.Move.Bits, M.Move.IsWatched);
  Moves &LineMoves = Uses[{Line, Victim.Value}];
  (True ? LineMoves.True : LineMoves.False) += Count;
  ++LineMoves.Observed;
  LineMoves.Updates += M.Origin.Updates;
  LineMoves.SeveralWriters |=
      LineMoves.Writer != NoThread && LineMoves.Writer != M.Origin.Thread;
  LineMoves.Writer = M.Origin.Thread;
  V.Coarse += beginsTurn(M, LineMoves) ? Count : 0;
}

void MoveTally::forgetCounts() {
  Tally.forget();
  Uses.clear();
  Cohorts.forgetCounts();
  Recent.clear();
  LastMeetings.clear();
}

/// docs/internals/sharing.md has the definitions.
result::SharingClass MoveTally::classOf(const Moves &M) {
  if (M.False > M.True)
    return result::SharingClass::FalselyShared;
  if (!M.SeveralWriters)
    return result::SharingClass::ProducerConsumer;
  return 2 * M.Updates > M.Observed ? result::SharingClass::Migratory
                                    : result::SharingClass::Mixed;
}

/// Returns for how many lines this line stands, as estimated from its moves.
uint64_t MoveTally::linesOf(const Moves &M) {
  return std::max<uint64_t>((M.True + M.False) / M.Observed, 1);
}

/// Makes estimates of the counts and fills in their 95 % intervals.
void MoveTally::estimate(result::SharingTable &Table) const {
  std::map<uint32_t, double> Weighted, Factors;
  for (const auto &[U, M] : Uses)
    Weighted[U.Structure] += double(M.True + M.False);
  Table.Estimates.clear();
  for (const auto &[Structure, E] : Cohorts.estimates()) {
    if (std::llround(E.Value) != std::llround(Weighted[Structure]))
      Factors[Structure] = E.Value / Weighted[Structure];
    Table.Estimates.push_back({StructureId(Structure),
                               uint64_t(std::floor(E.Low)),
                               uint64_t(std::ceil(E.High))});
  }
  scaleLosses(Table, Factors);
}

void MoveTally::fill(
    result::SharingTable &Table,
    const std::function<result::PairSite(SiteId)> &Describe) const {
  Tally.fill(Table, Describe);
  std::map<std::pair<uint32_t, result::SharingClass>, result::SharingClassCount>
      All;
  for (const auto &[U, M] : Uses) {
    result::SharingClass Class = classOf(M);
    result::SharingClassCount &C = All[{U.Structure, Class}];
    C.Structure = StructureId(U.Structure), C.Class = Class;
    C.Lines += linesOf(M);
    C.True += M.True, C.False += M.False;
  }
  Table.Classes.clear();
  for (const auto &[Key, C] : All)
    Table.Classes.push_back(C);
  estimate(Table);
}

} // namespace memfacet::threads
