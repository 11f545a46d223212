//===- Padding.cpp - trials of moving data into lines of its own ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Padding.h"
#include "analysis/advise/ElementShape.h"
#include <algorithm>
#include <set>

namespace memfacet::advise {

namespace {

constexpr uint64_t LineBytes = 64;

PaddingCandidate candidate(StructureId Id, result::PaddingKind Kind,
                           ElementLayout L) {
  PaddingCandidate C;
  C.Kind = Kind;
  C.Change.Kind = AdviceKind::Separate;
  C.Change.Structure = Id;
  C.Change.Layout = std::move(L);
  return C;
}

/// Returns the units of \p Shape whose writes made other threads miss other
/// units.
std::set<size_t> writtenUnits(const result::SharingTable &S, StructureId Id,
                              const ElementShape &Shape) {
  std::set<size_t> Result;
  for (const result::SharingFight &F : S.Fights) {
    if (S.Vertices[F.Writer].Structure != Id ||
        F.WriterOffset == result::SharingFight::Other)
      continue;
    uint64_t Offset = F.WriterOffset % Shape.Bytes;
    for (size_t U = 0; U != Shape.Units.size(); ++U)
      if (Offset >= Shape.Units[U].Begin && Offset < Shape.Units[U].end())
        Result.insert(U);
  }
  return Result;
}

/// Returns a layout with the units of \p Separated in lines of their own, after
/// all others.
ElementLayout apartLayout(const ElementShape &Shape,
                          const std::set<size_t> &Separated) {
  ElementLayout L;
  L.ElementBytes = Shape.Bytes;
  L.Align = LineBytes;
  std::vector<uint64_t> NewOffsets(Shape.Units.size());
  uint64_t End = 0;
  for (size_t U = 0; U != Shape.Units.size(); ++U)
    if (!Separated.contains(U)) {
      NewOffsets[U] = roundUp(End, Shape.Units[U].Align);
      End = NewOffsets[U] + Shape.Units[U].Bytes;
    }
  for (size_t U : Separated) {
    NewOffsets[U] = roundUp(End, LineBytes);
    End = NewOffsets[U] + Shape.Units[U].Bytes;
  }
  for (size_t U = 0; U != Shape.Units.size(); ++U) {
    const ElementUnit &Unit = Shape.Units[U];
    L.Pieces.push_back({Unit.Begin, Unit.Bytes, 0, NewOffsets[U], Unit.Bytes});
  }
  L.Strides = {std::max(roundUp(End, LineBytes), LineBytes)};
  return L;
}

void addPaddings(const result::Profile &P, StructureId Id,
                 std::vector<PaddingCandidate> &Candidates) {
  const result::Structure &S = P.Structures[Id.Value];
  Candidates.push_back(
      candidate(Id, result::PaddingKind::Objects,
                spacedLayout(LineBytes, LineBytes, LineBytes)));
  std::optional<ElementShape> Shape = shapeOf(P, Id);
  uint64_t Bytes = S.ElementBytes ? S.ElementBytes : Shape ? Shape->Bytes : 0;
  if (Bytes == 0)
    return;
  if (S.Objects * Bytes < S.Bytes)
    Candidates.push_back(
        candidate(Id, result::PaddingKind::Elements,
                  spacedLayout(Bytes, roundUp(Bytes, LineBytes), LineBytes)));
  if (!Shape || Shape->Bytes != Bytes || Shape->Units.size() < 2)
    return;
  std::set<size_t> Separated = writtenUnits(P.Sharing, Id, *Shape);
  if (!Separated.empty())
    Candidates.push_back(candidate(Id, result::PaddingKind::Members,
                                   apartLayout(*Shape, Separated)));
}

} // namespace

std::vector<PaddingCandidate> findPaddings(const result::Profile &P,
                                           size_t Most) {
  std::vector<uint64_t> FalseMisses(P.Structures.size());
  // Count the writer, too: its victim may be another structure.
  for (const result::SharingFight &F : P.Sharing.Fights) {
    uint32_t Writer = P.Sharing.Vertices[F.Writer].Structure.Value;
    uint32_t Victim = P.Sharing.Vertices[F.Victim].Structure.Value;
    FalseMisses[Victim] += F.Misses;
    if (Writer != Victim)
      FalseMisses[Writer] += F.Misses;
  }
  std::vector<uint32_t> Order;
  for (uint32_t Id = 0; Id != FalseMisses.size(); ++Id) {
    result::StructureKind Kind = P.Structures[Id].Kind;
    if (FalseMisses[Id] != 0 && (Kind == result::StructureKind::Heap ||
                                 Kind == result::StructureKind::Global ||
                                 Kind == result::StructureKind::Local))
      Order.push_back(Id);
  }
  std::ranges::sort(Order, [&](uint32_t A, uint32_t B) {
    return std::pair(FalseMisses[B], A) < std::pair(FalseMisses[A], B);
  });
  std::vector<PaddingCandidate> Result;
  for (uint32_t Id : Order) {
    if (Most-- == 0)
      break;
    addPaddings(P, StructureId(Id), Result);
  }
  return Result;
}

void PaddingTrial::event(const ReplayEvent &E) {
  using Kind = ReplayEvent::Kind;
  switch (E.Type) {
  case Kind::Thread:
    Thread = E.Number;
    return;
  case Kind::ObjectBegin:
  case Kind::ObjectEnd:
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
              UsedBytes Used = Changed.isChanged(A) ? UsedBytes() : A.Used;
              Changed.map(A, [&](uint64_t Address, uint64_t Bytes, bool Write) {
                Caches.access({Thread, A.Info.site(), A.Structure, Address,
                               Bytes, !Write, Write, Used});
              });
            });
}

PaddingTrial::Counts PaddingTrial::counts(StructureId Structure) {
  Caches.finish();
  result::SharingTable T;
  Caches.fill(T, [](SiteId) { return result::PairSite(); });
  Counts Result;
  for (const result::SharingVertex &V : T.Vertices) {
    Result.All += V.misses(), Result.Cold += V.Cold;
    if (V.Structure == Structure)
      Result.Structure += V.misses();
  }
  return Result;
}

} // namespace memfacet::advise
