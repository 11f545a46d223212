//===- IntervalSignatures.cpp - what intervals look like ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/IntervalSignatures.h"
#include "analysis/result/profile/Streams.h"
#include <algorithm>
#include <map>
#include <utility>
#include <zstd.h>

namespace memfacet::result {

namespace {

/// No vector is larger: more is damage.
constexpr size_t MostPackedBytes = size_t(1) << 30;

std::optional<std::string> decompressed(const std::string &Bytes) {
  auto Size = ZSTD_getFrameContentSize(Bytes.data(), Bytes.size());
  if (Size > MostPackedBytes)
    return std::nullopt;
  std::string Result(Size, '\0');
  size_t Got = ZSTD_decompress(Result.data(), Size, Bytes.data(), Bytes.size());
  if (ZSTD_isError(Got) || Got != Size)
    return std::nullopt;
  return Result;
}

/// Returns nothing if the bytes are damaged.
std::optional<std::vector<BlockCount>> countsIn(const std::string &Bytes) {
  std::optional<std::string> Packed = decompressed(Bytes);
  if (!Packed)
    return std::nullopt;
  return unpackCounts(*Packed, SignatureBound);
}

} // namespace

const char *signatureName(SignatureKind Kind) {
  switch (Kind) {
#define MEMFACET_CASE(Name, Number, Text, What)                                \
  case SignatureKind::Name:                                                    \
    return Text;
    MEMFACET_SIGNATURES(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  return "";
}

std::optional<SignatureKind> signatureNamed(std::string_view Name) {
  auto Found = std::ranges::find(AllSignatures, Name, signatureName);
  if (Found == AllSignatures.end())
    return std::nullopt;
  return *Found;
}

bool IntervalSignatures::has(SignatureKind Kind) const {
  return std::ranges::binary_search(Vectors, Kind, {}, &SignatureVector::Kind);
}

Expected<std::vector<SignatureVector>>
IntervalSignatures::vectors(SignatureKind Kind) const {
  auto Found =
      std::ranges::equal_range(Vectors, Kind, {}, &SignatureVector::Kind);
  std::vector<SignatureVector> Result(Found.begin(), Found.end());
  if (Source)
    if (Status S = Source->fetch(Result); !S)
      return S.error();
  for (const SignatureVector &V : Result)
    if (V.Packed.size() != V.Bytes || streamCheck(V.Packed) != V.Check ||
        !countsIn(V.Packed))
      return makeError("signature '{}' of thread {}, interval {} is damaged",
                       signatureName(Kind), V.Thread, V.Interval);
  return Result;
}

void setCounts(SignatureVector &V, std::string_view Packed) {
  V.Packed.resize(ZSTD_compressBound(Packed.size()));
  V.Packed.resize(ZSTD_compress(V.Packed.data(), V.Packed.size(), Packed.data(),
                                Packed.size(), 1));
  V.Bytes = V.Packed.size();
  V.Check = streamCheck(V.Packed);
}

void addTo(SignatureVector &Sum, const SignatureVector &V) {
  std::map<uint32_t, uint64_t> All;
  for (const SignatureVector *Each : {&std::as_const(Sum), &V})
    for (const BlockCount &C : countsOf(*Each))
      All[C.Block] += C.Count;
  std::vector<BlockCount> Counts;
  for (auto [Dimension, Count] : All)
    if (Count != 0) // those of projections have signs
      Counts.push_back({Dimension, Count});
  setCounts(Sum, packCounts(Counts));
}

std::vector<BlockCount> countsOf(const SignatureVector &V) {
  return *countsIn(V.Packed);
}

} // namespace memfacet::result
