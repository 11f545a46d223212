//===- SignaturePoints.cpp - intervals as points to cluster ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/SignaturePoints.h"
#include "analysis/study/clustering/PrincipalAxes.h"
#include "analysis/support/Text.h"
#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace memfacet::study {

static Expected<SignatureTerm> parseTerm(std::string_view Word) {
  SignatureTerm Term;
  std::string_view Name = Word.substr(0, Word.find(':'));
  if (Name.size() != Word.size()) {
    std::string_view Number = Word.substr(Name.size() + 1);
    if (!readNumber(Number, Term.Weight) || !(Term.Weight > 0) ||
        !std::isfinite(Term.Weight))
      return usageError("'{}' is no weight of a signature; write for instance "
                        "blocks:1+reuse:0.5",
                        Number);
  }
  if (auto Found = valueNamed<PhaseSignature>(Name)) {
    Term.Signature = *Found;
    return Term;
  }
  return usageError("'{}' is no signature; there are {}", Name,
                    fmt::join(NamesOf<PhaseSignature>, ", "));
}

Expected<std::vector<SignatureTerm>> parseSignatures(std::string_view Text) {
  std::vector<SignatureTerm> Terms;
  do {
    Expected<SignatureTerm> Term = parseTerm(takeUntil(Text, '+'));
    if (!Term)
      return Term.error();
    Terms.push_back(*Term);
  } while (!Text.empty());
  return Terms;
}

namespace {

/// Coordinates row by row, with a row for each span.
struct Coordinates {
  size_t Dimensions = 0;
  std::vector<float> All;
};

Expected<Coordinates> wavelets(std::span<const result::Profile> Runs,
                               std::span<const IntervalSpan> Spans,
                               result::SignatureKind Kind,
                               const SignatureOptions &Options) {
  Coordinates Result;
  Result.Dimensions = Options.Wavelets.Size * Options.Wavelets.Size;
  Result.All.resize(Result.Dimensions * Spans.size());
  for (uint32_t Run = 0; Run != Runs.size(); ++Run) {
    auto Add = [&](size_t Span, const SpanPicture &P) {
      std::vector<float> Signature =
          waveletSignature(P.Dots, P.Rows, P.Columns, Options.Wavelets);
      std::ranges::copy(Signature, Result.All.begin() +
                                       ptrdiff_t(Span * Result.Dimensions));
    };
    if (Status Visited =
            visitPictures(Runs[Run], Run, Spans, Kind, Options.Modulo, Add);
        !Visited)
      return Visited.error();
  }
  if (Options.Dimensions != 0 && Options.Dimensions < Result.Dimensions) {
    Result.All =
        principalComponents(Result.All, Result.Dimensions, Options.Dimensions);
    Result.Dimensions = Options.Dimensions;
  }
  return Result;
}

/// Returns coordinates with a column for each id.
Coordinates unprojected(const std::vector<SparseVector> &Vectors,
                        const IntervalTable &Table) {
  std::map<uint64_t, size_t> Columns;
  for (const SparseVector &V : Vectors)
    for (const VectorEntry &E : V)
      Columns.try_emplace(E.Id);
  Coordinates Result;
  for (auto &[Id, Column] : Columns)
    Column = Result.Dimensions++;
  Result.Dimensions = std::max<size_t>(Result.Dimensions, 1);
  Result.All.resize(Result.Dimensions * Vectors.size());
  for (size_t I = 0; I != Vectors.size(); ++I)
    for (const VectorEntry &E : Vectors[I])
      Result.All[I * Result.Dimensions + Columns[E.Id]] =
          float(E.Count / double(Table.Intervals[I].Instructions));
  return Result;
}

Coordinates projected(const std::vector<SparseVector> &Vectors,
                      const IntervalTable &Table,
                      const SignatureOptions &Options) {
  Coordinates Result;
  Result.Dimensions = Options.Dimensions;
  Result.All.resize(Result.Dimensions * Vectors.size());
  Projection Projector(Options.Dimensions, Options.Seed);
  for (size_t I = 0; I != Vectors.size(); ++I) {
    std::span Row(&Result.All[I * Result.Dimensions], Result.Dimensions);
    // project() divides by the sum; coordinates are counts per instruction.
    double Sum = Projector.project(Vectors[I], Row);
    double PerInstruction = Sum / double(Table.Intervals[I].Instructions);
    for (float &X : Row)
      X = float(X * PerInstruction);
  }
  return Result;
}

/// Returns the first dimensions of vectors that were projected while recorded.
Expected<Coordinates> asRecorded(const std::vector<SparseVector> &Vectors,
                                 const IntervalTable &Table,
                                 const SignatureOptions &Options) {
  // After the last dimension comes the number of instructions, which is not 0.
  std::set<uint64_t> Recorded;
  for (const SparseVector &V : Vectors)
    if (!V.empty())
      Recorded.insert(V.back().Id);
  size_t Least = Recorded.empty() ? 1 : *Recorded.begin();
  size_t Wanted = Options.Dimensions != 0 ? Options.Dimensions : Least;
  if (Recorded.size() > 1 && (Options.Dimensions == 0 || Wanted > Least))
    return makeError("block vectors are projected to {} dimensions in these "
                     "profiles; type: --dimensions {}",
                     fmt::join(Recorded, " and "), Least);
  Coordinates Result;
  // A damaged profile may have the number of instructions only.
  Result.Dimensions = std::max<size_t>(std::min(Wanted, Least), 1);
  Result.All.resize(Result.Dimensions * Vectors.size());
  for (size_t I = 0; I != Vectors.size(); ++I) {
    if (Vectors[I].empty())
      continue;
    // Rounds as projected() does.
    double Sum = Vectors[I].back().Count, Scale = 1 / Sum;
    double PerInstruction = Sum / double(Table.Intervals[I].Instructions);
    for (const VectorEntry &E : Vectors[I])
      if (E.Id < Result.Dimensions)
        Result.All[I * Result.Dimensions + E.Id] =
            float(float(E.Count * gauges::ProjectionMatrix::Unit * Scale) *
                  PerInstruction);
  }
  return Result;
}

/// Returns the mean squared distance from the mean; all rows count the same.
double spread(const Coordinates &C) {
  size_t Rows = C.All.size() / C.Dimensions;
  double Sum = 0;
  for (size_t D = 0; D != C.Dimensions; ++D) {
    double First = 0, Second = 0;
    for (size_t R = 0; R != Rows; ++R) {
      double X = C.All[R * C.Dimensions + D];
      First += X, Second += X * X;
    }
    Sum += std::max(Second / double(Rows) -
                        First / double(Rows) * First / double(Rows),
                    0.0);
  }
  return Sum;
}

/// Scales \p C to a spread of \p Wanted, unless the spread is 0.
void scaleTo(Coordinates &C, double Wanted) {
  if (double S = spread(C); S > 0)
    for (float &X : C.All)
      X = float(X * std::sqrt(Wanted / S));
}

Coordinates missRates(const IntervalTable &Table) {
  Coordinates Result;
  Result.Dimensions = Table.Levels;
  Result.All.resize(Table.Intervals.size() * Table.Levels);
  for (size_t L = 0; L != Table.Levels; ++L) {
    Coordinates Level{1, {}};
    for (const IntervalFacts &I : Table.Intervals)
      Level.All.push_back(
          float(std::sqrt(double(I.Levels[L].Misses) /
                          double(std::max<uint64_t>(I.Instructions, 1)))));
    scaleTo(Level, 1);
    for (size_t I = 0; I != Level.All.size(); ++I)
      Result.All[I * Result.Dimensions + L] = Level.All[I];
  }
  return Result;
}

Expected<Coordinates> coordinates(std::span<const result::Profile> Runs,
                                  std::span<const IntervalSpan> Spans,
                                  const IntervalTable &Table, PhaseSignature S,
                                  const SignatureOptions &Options) {
  for (const result::Profile &P : Runs)
    if (!hasSignature(P, S))
      return makeError("the profile of '{}' has no {}; record it with --phases",
                       P.Program, phaseSignatureText(S));
  if (S == PhaseSignature::Wavelet)
    return wavelets(Runs, Spans, result::SignatureKind::Image, Options);
  if (S == PhaseSignature::MissWavelet)
    return wavelets(Runs, Spans, result::SignatureKind::MissImage, Options);
  if (S == PhaseSignature::MissRates)
    return missRates(Table);
  std::vector<SparseVector> Vectors(Spans.size());
  for (uint32_t Run = 0; Run != Runs.size(); ++Run) {
    Expected<std::vector<SparseVector>> RunVectors =
        signatureVectors(Runs[Run], Run, Spans, S);
    if (!RunVectors)
      return RunVectors.error();
    for (size_t I = 0; I != Spans.size(); ++I)
      if (Spans[I].Run == Run)
        Vectors[I] = std::move((*RunVectors)[I]);
  }
  if (S == PhaseSignature::ProjectedBlocks)
    return asRecorded(Vectors, Table, Options);
  return Options.Dimensions == 0 ? unprojected(Vectors, Table)
                                 : projected(Vectors, Table, Options);
}

} // namespace

Expected<PointSet> signaturePoints(std::span<const result::Profile> Runs,
                                   std::span<const IntervalSpan> Spans,
                                   const IntervalTable &Table,
                                   const SignatureOptions &Options) {
  std::vector<Coordinates> Parts;
  size_t Dimensions = 0;
  for (const SignatureTerm &Term : Options.Terms) {
    Expected<Coordinates> C =
        coordinates(Runs, Spans, Table, Term.Signature, Options);
    if (!C)
      return C.error();
    if (Options.Terms.size() > 1)
      scaleTo(*C, Term.Weight);
    Dimensions += C->Dimensions;
    Parts.push_back(std::move(*C));
  }
  PointSet Points(Dimensions);
  std::vector<float> Point;
  for (size_t I = 0; I != Spans.size(); ++I) {
    Point.clear();
    for (const Coordinates &C : Parts)
      Point.insert(Point.end(), &C.All[I * C.Dimensions],
                   &C.All[I * C.Dimensions] + C.Dimensions);
    Points.add(Point, double(Table.Intervals[I].Instructions));
  }
  return Points;
}

} // namespace memfacet::study
