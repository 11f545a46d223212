//===- profile/IntervalSignatures.cpp - what intervals look like ----------===//

#include "analysis/profile/IntervalSignatures.h"
#include "analysis/profile/Streams.h"
#include <algorithm>
#include <map>
#include <utility>

namespace memfacet {

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
  auto Of = std::ranges::equal_range(Vectors, Kind, {}, &SignatureVector::Kind);
  std::vector<SignatureVector> Result(Of.begin(), Of.end());
  if (Source)
    if (Status S = Source->fetch(Result); !S)
      return S.error();
  for (const SignatureVector &V : Result)
    if (V.Packed.size() != V.Bytes || streamCheck(V.Packed) != V.Check ||
        !unpackCounts(V.Packed, SignatureBound))
      return makeError("signature '{}' of thread {}, interval {} is damaged",
                       signatureName(Kind), V.Thread, V.Interval);
  return Result;
}

void setCounts(SignatureVector &V, std::span<const BlockCount> Counts) {
  V.Packed = packCounts(Counts);
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
    Counts.push_back({Dimension, Count});
  setCounts(Sum, Counts);
}

std::vector<BlockCount> countsOf(const SignatureVector &V) {
  return *unpackCounts(V.Packed, SignatureBound);
}

} // namespace memfacet
