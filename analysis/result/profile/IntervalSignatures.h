//===- IntervalSignatures.h - what intervals look like --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A signature is a vector of counts. What its dimensions are follows from its
// kind alone, so vectors of different threads and runs can be compared.
// docs/internals/phases.md defines each kind.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_INTERVALSIGNATURES_H
#define MEMFACET_RESULT_PROFILE_INTERVALSIGNATURES_H

#include "analysis/result/profile/BlockVectors.h"
#include "analysis/support/Error.h"
#include "analysis/support/IntervalCut.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace memfacet::result {

// What is recorded of intervals. Others follow from these, from block vectors
// and from streams. The numbers stand in profiles.
//   enumerator, number, name, what is counted, by what
#define MEMFACET_SIGNATURES(X)                                                 \
  X(Image, 0, "image", "loads, by place in a picture of addresses over time")  \
  X(MissImage, 1, "miss-image", "misses of a level, by place in the picture")  \
  X(LocalStride, 2, "local-stride",                                            \
    "accesses, by distance from the one before of the same site")              \
  X(LocalStrideSite, 3, "local-stride-site",                                   \
    "the same, by distance and site together")                                 \
  X(GlobalStride, 4, "global-stride",                                          \
    "accesses, by distance from the thread's access before")                   \
  X(GlobalStrideSite, 5, "global-stride-site",                                 \
    "the same, by distance and site together")                                 \
  X(WorkingSet, 6, "working-set", "accesses, by a hash of their lines")        \
  X(Reuse, 7, "reuse", "accesses, by octave of their reuse distance")          \
  X(Addresses, 8, "addresses", "samples, by a hash of the instruction")        \
  X(SampledBlocks, 9, "sampled-blocks", "samples, by block")                   \
  X(FirstMissImage, 10, "first-miss-image",                                    \
    "misses of the first level, by place in the picture")                      \
  X(ProjectedBlocks, 11, "projected-blocks",                                   \
    "block vectors, projected at random")

enum class SignatureKind : uint32_t {
#define MEMFACET_ENUMERATOR(Name, Number, Text, What) Name = Number,
  MEMFACET_SIGNATURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

inline constexpr std::array AllSignatures = {
#define MEMFACET_ENUMERATOR(Name, Number, Text, What) SignatureKind::Name,
    MEMFACET_SIGNATURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

/// Returns the name as in commands and the database: "image", "local-stride".
const char *signatureName(SignatureKind Kind);
std::optional<SignatureKind> signatureNamed(std::string_view Name);

/// The largest values of a SignatureShape. A picture of this size takes 256 MB.
constexpr uint64_t MaxPictureModulo = uint64_t(1) << 30;
constexpr uint32_t MaxPictureRows = 1 << 16, MaxPictureColumns = 1000;
constexpr uint32_t MaxSignatureBins = 1 << 20;
constexpr uint32_t MaxSamplePeriod = 1'000'000'000, MaxReuseLines = 1 << 20;

/// How signatures are made. It is stored in profiles, so that runs can be
/// compared.
struct SignatureShape {
  /// Bytes of the picture's height: addresses modulo this. A power of two.
  uint64_t Modulo = 32 << 10;
  uint32_t Rows = 400, Columns = 20;
  /// Dimensions of strides and working sets: larger strides are not counted,
  /// hashes are modulo this.
  uint32_t Bins = 10'000;
  uint32_t SamplePeriod = 100'000; ///< instructions, of samples
  /// One line of this number is followed for its reuse distance. A power of
  /// two.
  uint32_t ReuseLines = 64;
  uint16_t MissLevel = 1; ///< from 0, of MissImage and MissSites
  IntervalCut Cut = IntervalCut::Period;
  bool operator==(const SignatureShape &) const = default;
};

/// When an interval was. Each interval that has instructions has a place.
struct IntervalPlace {
  uint32_t Thread = 0;
  uint32_t Interval = 0;
  uint64_t Start = 0;        ///< instructions of the thread before it
  uint64_t Instructions = 0; ///< instructions of the interval
  /// Instructions of all threads before the interval's first one and after its
  /// last one.
  uint64_t ProcessBegin = 0, ProcessEnd = 0;
  /// Times on a clock that goes on with what threads execute and that waits as
  /// they do (docs/internals/phases.md): cycles where a core was simulated,
  /// else instructions.
  uint64_t TimeBegin = 0, TimeEnd = 0;
  bool operator==(const IntervalPlace &) const = default;
};

/// Bound of dimensions.
constexpr size_t SignatureBound = size_t(1) << 31;

struct SignatureVector {
  SignatureKind Kind = SignatureKind::Image;
  uint32_t Thread = 0, Interval = 0;
  uint64_t Bytes = 0; ///< of Packed
  uint64_t Check = 0; ///< streamCheck(Packed)
  /// What packCounts makes, compressed (zstd); empty: it is in
  /// IntervalSignatures::Source.
  std::string Packed = {};
  bool operator==(const SignatureVector &) const = default;
};

/// Fetches the bytes of vectors when they are wanted.
class SignatureSource {
public:
  virtual ~SignatureSource() = default;
  /// Fills Packed of all \p Vectors, which are of one kind.
  virtual Status fetch(std::vector<SignatureVector> &Vectors) = 0;
};

/// One of the sites that missed most in an interval.
struct MissSite {
  static constexpr uint32_t Others = ~uint32_t(0);

  uint32_t Thread = 0, Interval = 0;
  uint32_t Site = 0; ///< index into Profile::Sites, or Others
  uint64_t Misses = 0;
  bool operator==(const MissSite &) const = default;
};

/// Returns the key to sort by: thread and interval; in an interval, the most
/// misses first, Others last.
inline auto rankInInterval(const MissSite &M) {
  return std::tuple(M.Thread, M.Interval, M.Site == MissSite::Others, ~M.Misses,
                    M.Site);
}

struct IntervalSignatures {
  SignatureShape Shape;
  std::vector<IntervalPlace> Places; ///< sorted by thread, interval
  /// Sorted by kind, thread, interval.
  std::vector<SignatureVector> Vectors;
  /// Sorted by thread, interval; in each, most misses first, Others last.
  std::vector<MissSite> MissSites;
  std::shared_ptr<SignatureSource> Source;

  bool empty() const { return Places.empty(); }
  bool has(SignatureKind Kind) const;
  /// Returns the vectors of \p Kind with their bytes; an error if these are
  /// damaged.
  Expected<std::vector<SignatureVector>> vectors(SignatureKind Kind) const;
};

/// Returns the counts of \p V, whose bytes are there and whole.
std::vector<BlockCount> countsOf(const SignatureVector &V);
/// Gives \p V the bytes \p Packed, which packCounts has made.
void setCounts(SignatureVector &V, std::string_view Packed);
/// Adds the counts of \p V to \p Sum.
void addTo(SignatureVector &Sum, const SignatureVector &V);

} // namespace memfacet::result

#endif
