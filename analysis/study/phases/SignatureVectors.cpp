//===- SignatureVectors.cpp - signatures of spans as vectors --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/SignatureVectors.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <bit>
#include <map>

namespace memfacet::study {

namespace {

/// The record that a signature is made from, and how it is used.
struct RecordedSource {
  result::SignatureKind Kind;
  uint64_t Dimensions = result::SignatureBound; ///< only dimensions below this
  bool Bits = false;   ///< entries are 1 in place of counts
  bool Signed = false; ///< counts are sums in two's complement
};

constexpr uint64_t ShortStrides = 100;

std::optional<RecordedSource> recordedFor(PhaseSignature S) {
  switch (S) {
  case PhaseSignature::SampledBlocks:
    return RecordedSource{result::SignatureKind::SampledBlocks};
  case PhaseSignature::Addresses:
    return RecordedSource{result::SignatureKind::Addresses};
  case PhaseSignature::Wavelet:
    return RecordedSource{result::SignatureKind::Image};
  case PhaseSignature::MissWavelet:
    return RecordedSource{result::SignatureKind::MissImage};
  case PhaseSignature::LocalStride:
    return RecordedSource{result::SignatureKind::LocalStride, ShortStrides};
  case PhaseSignature::LongLocalStride:
    return RecordedSource{result::SignatureKind::LocalStride};
  case PhaseSignature::LocalStrideSite:
    return RecordedSource{result::SignatureKind::LocalStrideSite};
  case PhaseSignature::GlobalStride:
    return RecordedSource{result::SignatureKind::GlobalStride};
  case PhaseSignature::GlobalStrideSite:
    return RecordedSource{result::SignatureKind::GlobalStrideSite};
  case PhaseSignature::WorkingSet:
    return RecordedSource{result::SignatureKind::WorkingSet};
  case PhaseSignature::WorkingSetBits:
    return RecordedSource{result::SignatureKind::WorkingSet,
                          result::SignatureBound, true};
  case PhaseSignature::Reuse:
    return RecordedSource{result::SignatureKind::Reuse};
  case PhaseSignature::ProjectedBlocks:
    return RecordedSource{result::SignatureKind::ProjectedBlocks,
                          result::SignatureBound, false, true};
  default:
    return std::nullopt;
  }
}

uint64_t hashOf(std::string_view Text, uint64_t State = 0) {
  for (char C : Text)
    State = mixBits(State + uint8_t(C) + 1);
  return mixBits(State + 0x100);
}

/// Maps an index into Places of a run to the span with that interval.
class SpanIndex {
public:
  SpanIndex(uint32_t Run, std::span<const IntervalSpan> Spans) {
    for (size_t S = 0; S != Spans.size(); ++S)
      if (Spans[S].Run == Run)
        for (size_t I = Spans[S].First; I != Spans[S].End; ++I)
          SpanByPlace[I] = S;
  }
  std::optional<size_t> at(size_t Place) const {
    auto Entry = SpanByPlace.find(Place);
    return Entry == SpanByPlace.end() ? std::nullopt
                                      : std::optional(Entry->second);
  }

private:
  std::map<size_t, size_t> SpanByPlace;
};

/// Returns the index of an interval in the profile's Places, which are sorted
/// by thread and interval.
std::optional<size_t> placeOf(const result::Profile &P, uint32_t Thread,
                              uint32_t Interval) {
  const std::vector<result::IntervalPlace> &Places = P.Signatures.Places;
  auto Key = [](const result::IntervalPlace &I) {
    return std::pair(I.Thread, I.Interval);
  };
  auto Entry =
      std::ranges::lower_bound(Places, std::pair(Thread, Interval), {}, Key);
  if (Entry == Places.end() || Key(*Entry) != std::pair(Thread, Interval))
    return std::nullopt;
  return size_t(Entry - Places.begin());
}

/// Adds up entries by span.
class Sums {
public:
  explicit Sums(size_t Spans) : BySpan(Spans), Limits(Spans, FirstLimit) {}
  void add(size_t Span, uint64_t Id, double Count) {
    BySpan[Span].push_back({Id, Count});
    // A span of many intervals has each id many times.
    if (BySpan[Span].size() >= Limits[Span]) {
      merge(BySpan[Span]);
      Limits[Span] = 2 * BySpan[Span].size() + FirstLimit;
    }
  }
  std::vector<SparseVector> take() {
    for (SparseVector &V : BySpan)
      merge(V);
    return std::move(BySpan);
  }

private:
  static constexpr size_t FirstLimit = 4096;

  static void merge(SparseVector &V) {
    std::ranges::stable_sort(V, {}, &VectorEntry::Id);
    SparseVector Merged;
    for (const VectorEntry &E : V)
      if (!Merged.empty() && Merged.back().Id == E.Id)
        Merged.back().Count += E.Count;
      else if (E.Count != 0)
        Merged.push_back(E);
    V = std::move(Merged);
  }

  std::vector<SparseVector> BySpan;
  std::vector<size_t> Limits; ///< entries at which a span's are merged
};

std::vector<SparseVector> codeVectors(const result::Profile &P,
                                      const SpanIndex &Index, size_t Spans,
                                      PhaseSignature S) {
  std::vector<uint64_t> Ids;
  for (const result::CodeBlock &B : P.Vectors.Blocks)
    Ids.push_back(S == PhaseSignature::Blocks
                      ? B.Number
                      : hashOf(B.File, hashOf(B.Function)) +
                            (S == PhaseSignature::Loops ? B.Loop : 0));
  Sums Total(Spans);
  for (const result::BlockInterval &I : P.Vectors.Intervals) {
    std::optional<size_t> Place = placeOf(P, I.Thread, I.Interval);
    std::optional<size_t> Span = Place ? Index.at(*Place) : std::nullopt;
    if (!Span)
      continue;
    auto Counts = *result::unpackCounts(I.Packed, Ids.size());
    for (const result::BlockCount &C : Counts)
      Total.add(*Span, Ids[C.Block],
                double(C.Count) *
                    double(P.Vectors.weight(P.Vectors.Blocks[C.Block])));
  }
  return Total.take();
}

Expected<std::vector<SparseVector>>
structureVectors(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, bool Misses) {
  result::Measure M =
      Misses ? result::levelMeasure(0, result::LevelMeasure::Misses)
             : result::Measure::Accesses;
  Sums Total(Spans.size());
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    const result::Structure &S = P.Structures[Id];
    SpanValues Values;
    if (Status Added =
            addStream(P, Run, Spans, StructureId(uint32_t(Id)), M, Values);
        !Added)
      return Added.error();
    uint64_t Name = hashOf(S.Function, hashOf(S.File, hashOf(S.Name))) + S.Line;
    for (size_t I = 0; I != Values.size(); ++I)
      if (Values[I] != 0)
        Total.add(I, Name, double(Values[I]));
  }
  return Total.take();
}

} // namespace

bool hasSignature(const result::Profile &P, PhaseSignature S) {
  if (std::optional<RecordedSource> R = recordedFor(S))
    return P.Signatures.has(R->Kind);
  if (S == PhaseSignature::Blocks || S == PhaseSignature::Procedures ||
      S == PhaseSignature::Loops)
    return !P.Vectors.empty();
  if (S == PhaseSignature::MissRates)
    return !P.Caches.Levels.empty() && !P.Streams.empty();
  return !P.Structures.empty() && !P.Streams.empty();
}

Expected<std::vector<SparseVector>>
signatureVectors(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, PhaseSignature S) {
  SpanIndex Index(Run, Spans);
  std::optional<RecordedSource> R = recordedFor(S);
  if (!R &&
      (S == PhaseSignature::Structures || S == PhaseSignature::StructureMisses))
    return structureVectors(P, Run, Spans,
                            S == PhaseSignature::StructureMisses);
  if (!R)
    return codeVectors(P, Index, Spans.size(), S);
  Expected<std::vector<result::SignatureVector>> All =
      P.Signatures.vectors(R->Kind);
  if (!All)
    return All.error();
  Sums Total(Spans.size());
  for (const result::SignatureVector &V : *All) {
    std::optional<size_t> Place = placeOf(P, V.Thread, V.Interval);
    std::optional<size_t> Span = Place ? Index.at(*Place) : std::nullopt;
    if (!Span)
      continue;
    for (const result::BlockCount &C : result::countsOf(V))
      if (C.Block < R->Dimensions)
        Total.add(*Span, C.Block,
                  R->Bits     ? 1
                  : R->Signed ? double(int64_t(C.Count))
                              : double(C.Count));
  }
  std::vector<SparseVector> Result = Total.take();
  if (R->Bits)
    for (SparseVector &V : Result)
      for (VectorEntry &E : V)
        E.Count = 1;
  return Result;
}

namespace {

/// Draws the pictures of spans, one at a time.
class PictureDrawer {
public:
  PictureDrawer(const result::Profile &P, size_t Rows) : P(P), Rows(Rows) {}

  SpanPicture draw(const IntervalSpan &Span,
                   std::span<const result::SignatureVector *const> Vectors) {
    SpanPicture Picture;
    Picture.Rows = Rows, Picture.Columns = pictureColumns(P, Span);
    Picture.Dots.resize(Rows * Picture.Columns);
    size_t Place = Span.First, Begin = 0; // a recorded interval, its columns
    for (const result::SignatureVector *V : Vectors) {
      for (size_t Own = *placeOf(P, V->Thread, V->Interval); Place < Own;
           ++Place)
        Begin += pictureColumns(P, {Span.Run, Span.Thread, Place, Place + 1});
      add(*V, Begin, Picture);
    }
    return Picture;
  }

private:
  void add(const result::SignatureVector &V, size_t Begin,
           SpanPicture &Picture) const {
    uint32_t Recorded = P.Signatures.Shape.Rows;
    for (const result::BlockCount &C : result::countsOf(V)) {
      size_t Column = Begin + C.Block / Recorded;
      if (Column < Picture.Columns)
        Picture.Dots[Column * Rows + C.Block % Recorded % Rows] +=
            float(C.Count);
    }
  }

  const result::Profile &P;
  size_t Rows;
};

} // namespace

size_t pictureColumns(const result::Profile &P, const IntervalSpan &Span) {
  const result::SignatureShape &Shape = P.Signatures.Shape;
  uint64_t Slice =
      std::max<uint64_t>(P.IntervalInstructions / Shape.Columns, 1);
  size_t Columns = 0;
  for (size_t I = Span.First; I != Span.End; ++I) {
    uint64_t Used = (P.Signatures.Places[I].Instructions + Slice - 1) / Slice;
    Columns += std::clamp<uint64_t>(Used, 1, Shape.Columns);
  }
  return Columns;
}

Status
visitPictures(const result::Profile &P, uint32_t Run,
              std::span<const IntervalSpan> Spans, result::SignatureKind Kind,
              uint64_t Modulo,
              const std::function<void(size_t, const SpanPicture &)> &Visit) {
  const result::SignatureShape &Shape = P.Signatures.Shape;
  uint64_t Fold = Modulo == 0 ? 1 : Shape.Modulo / Modulo;
  if (Fold == 0 || Shape.Rows % Fold != 0 || !std::has_single_bit(Fold) ||
      (Modulo != 0 && Shape.Modulo % Modulo != 0))
    return makeError("the pictures were recorded modulo {} in {} rows, from "
                     "which {} cannot be had; record with "
                     "--phases=all,modulo={},rows={}",
                     Shape.Modulo, Shape.Rows, Modulo, Modulo, Shape.Rows);
  Expected<std::vector<result::SignatureVector>> All =
      P.Signatures.vectors(Kind);
  if (!All)
    return All.error();
  SpanIndex Index(Run, Spans);
  // Sorted by thread and interval, as a span's places are.
  std::vector<std::vector<const result::SignatureVector *>> BySpan(
      Spans.size());
  for (const result::SignatureVector &V : *All) {
    std::optional<size_t> Place = placeOf(P, V.Thread, V.Interval);
    if (std::optional<size_t> Span = Place ? Index.at(*Place) : std::nullopt)
      BySpan[*Span].push_back(&V);
  }
  PictureDrawer Drawer(P, Shape.Rows / Fold);
  for (size_t S = 0; S != Spans.size(); ++S)
    if (Spans[S].Run == Run)
      Visit(S, Drawer.draw(Spans[S], BySpan[S]));
  return {};
}

} // namespace memfacet::study
