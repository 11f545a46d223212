//===- SignatureVectors.h - signatures of spans as vectors ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions have numbers that follow from the binary and the kind of signature
// alone, never from the order in which they were first seen. So vectors of
// different threads and runs can be compared.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_SIGNATUREVECTORS_H
#define MEMFACET_STUDY_PHASES_SIGNATUREVECTORS_H

#include "analysis/study/clustering/Projection.h"
#include "analysis/study/phases/PhaseIntervals.h"
#include "analysis/support/Names.h"
#include <array>
#include <functional>
#include <optional>

namespace memfacet::study {

// The signatures by which intervals can be distinguished.
//   enumerator, name, what it is
#define MEMFACET_PHASE_SIGNATURES(X)                                           \
  X(Blocks, "blocks", "basic block vectors")                                   \
  X(Procedures, "procedures", "procedure vectors")                             \
  X(Loops, "loops", "loop and procedure vectors")                              \
  X(SampledBlocks, "sampled-blocks", "sampled block vectors")                  \
  X(Addresses, "addresses", "sampled instruction addresses")                   \
  X(Wavelet, "wavelet", "wavelets of loads")                                   \
  X(MissWavelet, "miss-wavelet", "wavelets of misses (soft bound)")            \
  X(LocalStride, "local-stride", "local strides below 100")                    \
  X(LongLocalStride, "local-stride-long", "local strides")                     \
  X(LocalStrideSite, "local-stride-site", "local strides and sites")           \
  X(GlobalStride, "global-stride", "global strides")                           \
  X(GlobalStrideSite, "global-stride-site", "global strides and sites")        \
  X(WorkingSet, "working-set", "working set, frequencies")                     \
  X(WorkingSetBits, "working-set-bits", "working set, bits")                   \
  X(Structures, "structures", "accesses by data structure")                    \
  X(StructureMisses, "structure-misses", "misses by data structure")           \
  X(Reuse, "reuse", "reuse distances")                                         \
  X(MissRates, "miss-rates", "miss rates by level")                            \
  X(ProjectedBlocks, "projected-blocks",                                       \
    "block vectors, projected while recorded")

enum class PhaseSignature {
#define MEMFACET_ENUMERATOR(Enumerator, Name, Text) Enumerator,
  MEMFACET_PHASE_SIGNATURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

inline constexpr std::array AllPhaseSignatures = {
#define MEMFACET_ENUMERATOR(Enumerator, Name, Text) PhaseSignature::Enumerator,
    MEMFACET_PHASE_SIGNATURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

} // namespace memfacet::study

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::study::PhaseSignature> =
    {
#define MEMFACET_NAME(Enumerator, Name, Text) Name,
        MEMFACET_PHASE_SIGNATURES(MEMFACET_NAME)
#undef MEMFACET_NAME
};

namespace memfacet::study {

/// Returns the name for people: "basic block vectors".
constexpr const char *phaseSignatureText(PhaseSignature S) {
  constexpr const char *Texts[] = {
#define MEMFACET_TEXT(Enumerator, Name, Text) Text,
      MEMFACET_PHASE_SIGNATURES(MEMFACET_TEXT)
#undef MEMFACET_TEXT
  };
  return Texts[size_t(S)];
}

/// Returns whether \p P has the records that \p S is made of.
bool hasSignature(const result::Profile &P, PhaseSignature S);

/// A vector of counts for each span; no entry is 0, ids are sorted.
using SparseVector = std::vector<VectorEntry>;

/// Returns the vectors of the spans of \p Run, whose profile is \p P; those of
/// other runs stay empty. Not for Wavelet and MissWavelet, whose counts are
/// pictures, nor for MissRates, which IntervalTable has. For ProjectedBlocks,
/// entries are sums by dimension, in ProjectionMatrix::Unit, and after the last
/// one the number of instructions.
Expected<std::vector<SparseVector>>
signatureVectors(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, PhaseSignature S);

/// A picture for waveletSignature(): Rows dots for each column.
struct SpanPicture {
  size_t Rows = 0, Columns = 0;
  std::vector<float> Dots;
};

/// Returns the columns of the picture of \p Span, of \p P.
size_t pictureColumns(const result::Profile &P, const IntervalSpan &Span);

/// Calls \p Visit with the picture of each span of \p Run and the span's index,
/// in their order. The pictures are of addresses modulo \p Modulo bytes (0: as
/// recorded). \p Kind is that of an image. Only one picture is made at a time:
/// those of all intervals of a long run have gigabytes. An error where the
/// modulo cannot be had from the recorded one.
Status
visitPictures(const result::Profile &P, uint32_t Run,
              std::span<const IntervalSpan> Spans, result::SignatureKind Kind,
              uint64_t Modulo,
              const std::function<void(size_t, const SpanPicture &)> &Visit);

} // namespace memfacet::study

#endif
