//===- StreamCodec.cpp - streams as bytes ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamCodec.h"
#include "analysis/support/Varint.h"
#include "analysis/words/coding/BytePlanes.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <zstd.h>

namespace memfacet::result {

namespace {

constexpr unsigned FormBits = 3, SourceBit = 4, PlanesShift = 4;

/// How a column is coded.
struct ColumnCoding {
  StreamColumn::Form Kind = StreamColumn::Values;
  const std::vector<uint64_t> *Source = nullptr;

  uint64_t residual(const std::vector<uint64_t> &Column, size_t Row) const {
    uint64_t Value = Column[Row] - (Source ? (*Source)[Row] : 0);
    if (Kind == StreamColumn::Differences && Row != 0)
      Value -= Column[Row - 1] - (Source ? (*Source)[Row - 1] : 0);
    bool Signed = Source || Kind == StreamColumn::Differences;
    return Signed ? zigzag(Value) : Value;
  }
  /// Returns the bits of some of the residuals.
  uint64_t cost(const std::vector<uint64_t> &Column) const {
    constexpr size_t Looks = 256;
    size_t Step = 1 + (Column.size() - 1) / Looks;
    uint64_t Bits = 0;
    for (size_t Row = 0; Row < Column.size(); Row += Step)
      Bits += unsigned(std::bit_width(residual(Column, Row)));
    return Bits;
  }
};

bool isZero(const std::vector<uint64_t> &Column) {
  return std::ranges::all_of(Column, [](uint64_t V) { return V == 0; });
}

} // namespace

struct StreamPacker::Compressor {
  ZSTD_CCtx *Context = ZSTD_createCCtx();
  ~Compressor() { ZSTD_freeCCtx(Context); }
};

StreamPacker::StreamPacker() : Zstd(std::make_unique<Compressor>()) {}
StreamPacker::~StreamPacker() = default;

void StreamPacker::packPlane(std::string &Target) {
  constexpr int Level = 3;
  Packed.resize(ZSTD_compressBound(Plane.size()));
  size_t Size = ZSTD_compressCCtx(Zstd->Context, Packed.data(), Packed.size(),
                                  Plane.data(), Plane.size(), Level);
  bool Smaller = !ZSTD_isError(Size) && Size < Plane.size();
  if (!Smaller)
    Size = Plane.size();
  appendVarint(Target, 2 * Size + Smaller);
  Target.append(Smaller ? Packed.data()
                        : reinterpret_cast<const char *>(Plane.data()),
                Size);
}

void StreamPacker::packColumn(std::span<const std::vector<uint64_t>> Columns,
                              std::span<const Measure> Kinds, size_t Index,
                              std::string &Target) {
  const std::vector<uint64_t> &Column = Columns[Index];
  if (isZero(Column)) {
    Target.push_back(char(StreamColumn::Zero));
    return;
  }
  ColumnCoding Best;
  uint64_t Least = Best.cost(Column);
  size_t Source = 0;
  // The gaps are no column's source, and have none.
  for (size_t S = 0; S < std::max<size_t>(Index, 1); ++S)
    for (auto Form : {StreamColumn::Values, StreamColumn::Differences}) {
      ColumnCoding Each{Form, S == 0 ? nullptr : &Columns[S]};
      if (uint64_t Cost = Each.cost(Column); Cost < Least)
        Best = Each, Least = Cost, Source = S;
    }
  Residuals.resize(Column.size());
  uint64_t Any = 0;
  for (size_t Row = 0; Row != Column.size(); ++Row)
    Any |= Residuals[Row] = Best.residual(Column, Row);
  unsigned Planes = unsigned(std::bit_width(Any) + 7) / 8;
  Target.push_back(
      char(Best.Kind | (Source ? SourceBit : 0) | Planes << PlanesShift));
  if (Source)
    appendVarint(Target, uint32_t(Kinds[Source]));
  Plane.resize(Column.size());
  for (unsigned P = 0; P != Planes; ++P) {
    words::splitPlane(Residuals, P, Plane.data());
    packPlane(Target);
  }
}

void StreamPacker::pack(std::span<const std::vector<uint64_t>> Columns,
                        std::span<const Measure> Kinds,
                        std::span<std::string> Target) {
  MEMFACET_CHECK(!Columns.empty() && Columns.size() == Kinds.size() &&
                     Target.size() >= Columns.size(),
                 "the first column has gaps, and each a string");
  MEMFACET_CHECK(Columns[0].size() <= MaxStreamRows,
                 "readers take no larger block");
  appendVarint(Target[0], Columns[0].size());
  for (size_t C = 0; C != Columns.size(); ++C)
    packColumn(Columns, Kinds, C, Target[C]);
}

std::optional<StreamColumn> takeColumn(std::span<const uint8_t> &In) {
  if (In.empty())
    return std::nullopt;
  StreamColumn C;
  uint8_t Head = In[0];
  In = In.subspan(1);
  C.Kind = StreamColumn::Form(Head & FormBits);
  C.Planes = Head >> PlanesShift;
  if ((Head & FormBits) > StreamColumn::Differences || C.Planes > 8)
    return std::nullopt;
  if (Head & SourceBit) {
    std::optional<uint64_t> Source = takeVarint(In);
    if (!Source || *Source > UINT32_MAX)
      return std::nullopt;
    C.Source = Measure(uint32_t(*Source));
  }
  std::span<const uint8_t> Whole = In;
  for (unsigned P = 0; P != C.Planes; ++P) {
    std::optional<uint64_t> Size = takeVarint(In);
    if (!Size || *Size / 2 > In.size())
      return std::nullopt;
    In = In.subspan(*Size / 2);
  }
  C.Bytes = Whole.first(Whole.size() - In.size());
  return C;
}

struct StreamUnpacker::Expander {
  ZSTD_DCtx *Context = ZSTD_createDCtx();
  ~Expander() { ZSTD_freeDCtx(Context); }
};

StreamUnpacker::StreamUnpacker() : Zstd(std::make_unique<Expander>()) {}
StreamUnpacker::~StreamUnpacker() = default;

bool StreamUnpacker::unpackPlanes(const StreamColumn &C,
                                  std::span<uint64_t> Values) {
  size_t Rows = Values.size();
  Planes.resize(C.Planes * Rows);
  const uint8_t *PlaneData[8];
  std::span<const uint8_t> In = C.Bytes;
  for (unsigned P = 0; P != C.Planes; ++P) {
    std::optional<uint64_t> Size = takeVarint(In);
    if (!Size || *Size / 2 > In.size())
      return false;
    std::span<const uint8_t> Bytes = In.first(*Size / 2);
    In = In.subspan(Bytes.size());
    PlaneData[P] = Bytes.data();
    if (*Size % 2 == 0) {
      if (Bytes.size() != Rows)
        return false;
      continue;
    }
    PlaneData[P] = Planes.data() + P * Rows;
    if (ZSTD_decompressDCtx(Zstd->Context, Planes.data() + P * Rows, Rows,
                            Bytes.data(), Bytes.size()) != Rows)
      return false;
  }
  words::joinPlanes(PlaneData, C.Planes, Values);
  return true;
}

bool StreamUnpacker::unpack(const StreamColumn &C,
                            std::span<const uint64_t> Source,
                            std::span<uint64_t> Values) {
  if (C.Kind == StreamColumn::Zero) {
    std::ranges::fill(Values, 0);
    return true;
  }
  if (!unpackPlanes(C, Values))
    return false;
  if (C.Kind == StreamColumn::Differences) {
    uint64_t Sum = 0;
    for (uint64_t &V : Values)
      V = Sum += unzigzag(V);
  } else if (C.Source) {
    for (uint64_t &V : Values)
      V = unzigzag(V);
  }
  if (C.Source)
    for (size_t I = 0; I != Values.size(); ++I)
      Values[I] += Source[I];
  return true;
}

} // namespace memfacet::result
