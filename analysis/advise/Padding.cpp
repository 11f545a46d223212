//===- Padding.cpp - trials of moving data into lines of its own ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Padding.h"
#include "analysis/advise/ElementShape.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <set>
#include <tuple>

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
  MEMFACET_CHECK(Shape.Bytes != 0, "an element has a byte");
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

namespace {

/// A byte of an object, in a line that two threads fight for.
struct FoughtByte {
  StructureId Structure;
  uint64_t Offset = 0; ///< in the object
  uint64_t Byte = 0;   ///< in the line

  /// Returns the same for all bytes of an object that are in one line.
  uint64_t object() const { return Byte - Offset; }
};

/// Returns the offset of a byte in an object that is laid out anew.
uint64_t newOffset(const ElementLayout &L, uint64_t Offset) {
  uint64_t Result = Offset;
  L.map(Offset, 1, [&](uint32_t, uint64_t New, uint64_t) { Result = New; });
  return Result;
}

/// Returns whether \p Change takes \p A and \p B, of one line, apart.
bool separates(const Candidate &Change, const FoughtByte &A,
               const FoughtByte &B) {
  bool HasA = A.Structure == Change.Structure;
  bool HasB = B.Structure == Change.Structure;
  if (!HasA || !HasB)
    return HasA || HasB;
  return A.object() != B.object() ||
         newOffset(Change.Layout, A.Offset) / LineBytes !=
             newOffset(Change.Layout, B.Offset) / LineBytes;
}

/// Returns what \p C leaves of the misses.
result::SharingPadding predicted(const result::SharingTable &S,
                                 const PaddingCandidate &C) {
  result::SharingPadding R;
  R.Structure = C.Change.Structure, R.Kind = C.Kind;
  MEMFACET_CHECK(!C.Change.Layout.Strides.empty(), "a padding has a stride");
  R.Stride = C.Change.Layout.Strides.front();
  for (const result::SharingVertex &V : S.Vertices) {
    R.AllBefore += V.misses();
    R.MissesBefore += V.Structure == R.Structure ? V.misses() : 0;
  }
  R.AllAfter = R.AllBefore, R.MissesAfter = R.MissesBefore;
  for (const result::SharingFight &F : S.Fights) {
    FoughtByte Written = {S.Vertices[F.Writer].Structure, F.WriterOffset,
                          F.WriterByte};
    FoughtByte Wanted = {S.Vertices[F.Victim].Structure, F.VictimOffset,
                         F.VictimByte};
    if (F.WriterOffset == result::SharingFight::Other ||
        F.VictimOffset == result::SharingFight::Other ||
        !separates(C.Change, Written, Wanted))
      continue;
    R.AllAfter -= F.Misses;
    R.MissesAfter -= Wanted.Structure == R.Structure ? F.Misses : 0;
  }
  return R;
}

} // namespace

std::vector<result::SharingPadding> predictPaddings(const result::Profile &P,
                                                    size_t Most) {
  std::vector<result::SharingPadding> Result;
  for (const PaddingCandidate &C : findPaddings(P, Most))
    Result.push_back(predicted(P.Sharing, C));
  std::ranges::sort(Result, {}, [](const result::SharingPadding &S) {
    return std::tuple(S.AllAfter, S.Structure.Value, S.Kind);
  });
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
  case Kind::Interval:
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
