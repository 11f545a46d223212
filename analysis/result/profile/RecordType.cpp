//===- RecordType.cpp - structs, classes and unions -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/RecordType.h"
#include "analysis/support/Text.h"
#include "memfacet/Tables.h"
#include "memfacet/UsedBytes.h"
#include <algorithm>
#include <set>

namespace memfacet::result {
namespace {

/// The columns of one line.
class Columns {
public:
  explicit Columns(std::string_view Line) : Rest(Line) {}
  std::string text() { return std::string(takeUntil(Rest, LayoutColumnEnd)); }
  uint64_t number() {
    uint64_t Value = 0;
    Good &= readNumber(takeUntil(Rest, LayoutColumnEnd), Value);
    return Value;
  }
  bool good() const { return Good; }

private:
  std::string_view Rest;
  bool Good = true;
};

/// Far above any real record: offsets in bits do not overflow.
constexpr uint64_t MaxBits = uint64_t(1) << 48;

bool fits(const RecordType &R, uint64_t BitOffset, uint64_t Bits) {
  return BitOffset <= R.Bytes * 8 && Bits <= R.Bytes * 8 - BitOffset;
}

bool addMember(RecordType &R, Columns &C) {
  RecordMember M;
  M.BitOffset = C.number(), M.Bits = C.number();
  M.Name = C.text(), M.Type = C.text();
  M.Count = C.number(), M.StrideBits = C.number();
  bool Whole = C.good() && M.Count != 0 && fits(R, M.BitOffset, M.Bits) &&
               (M.Count == 1 ||
                (M.StrideBits >= M.Bits && M.StrideBits < MaxBits &&
                 M.StrideBits != 0 && M.Count <= R.Bytes * 8 / M.StrideBits));
  R.Members.push_back(std::move(M));
  return Whole;
}

bool addPart(RecordType &R, Columns &C) {
  RecordPart P;
  P.BitOffset = C.number(), P.Bits = C.number();
  P.Type = C.text();
  bool Whole = C.good() && fits(R, P.BitOffset, P.Bits);
  R.Parts.push_back(std::move(P));
  return Whole;
}

} // namespace

std::optional<RecordType> parseLayout(std::string_view Layout) {
  Columns Head(takeUntil(Layout, LayoutLineEnd));
  RecordType R;
  R.Name = Head.text();
  R.Bytes = Head.number();
  if (!Head.good() || R.Name.empty() || R.Bytes == 0 || R.Bytes > MaxBits / 8)
    return std::nullopt;
  while (!Layout.empty()) {
    Columns C(takeUntil(Layout, LayoutLineEnd));
    std::string Kind = C.text();
    bool Good = Kind == std::string(1, LayoutMember) ? addMember(R, C)
                : Kind == std::string(1, LayoutPart) ? addPart(R, C)
                                                     : false;
    if (!Good)
      return std::nullopt;
  }
  // What shares its place stays in the order of the source.
  std::ranges::stable_sort(R.Members, {}, &RecordMember::BitOffset);
  return R;
}

/// No vector has more bytes.
static constexpr uint64_t MostWideBytes = 4096;

std::vector<RecordBytes> usedBytes(const FieldAccess &Field, uint64_t Bytes) {
  UsedBytes Used{uint16_t(Field.Used)};
  if (Used.all() || Bytes == 0)
    return {{Field.Offset, Field.Bytes}};
  // Elements may be larger than the record, which is a part of them then.
  uint64_t Period = Used.periodBytes() > Bytes ? Used.periodBytes() : 0;
  std::set<uint64_t> Places;
  for (uint64_t B = 0; B != std::min(Field.Bytes, MostWideBytes); ++B)
    if (Used.has(B))
      Places.insert((Field.Offset + (Period ? B % Period : B)) % Bytes);
  // A damaged profile may say that nothing is used.
  if (Places.empty())
    return {{Field.Offset, Field.Bytes}};
  std::vector<RecordBytes> Result;
  for (uint64_t Place : Places) {
    if (Result.empty() || Result.back().Offset + Result.back().Bytes != Place)
      Result.push_back({Place, 0});
    ++Result.back().Bytes;
  }
  return Result;
}

bool isOfSeveral(const FieldAccess &Field, uint64_t Bytes) {
  return Field.Used == UsedBytes::ofElements().code() && Field.Bytes < Bytes;
}

} // namespace memfacet::result
