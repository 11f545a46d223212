//===- Wavelet.cpp - wavelet signatures of pictures -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/Wavelet.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::study {

void haar(std::span<float> Values) {
  MEMFACET_CHECK(std::has_single_bit(Values.size()), "each step halves them");
  std::vector<float> Next(Values.size());
  for (size_t Length = Values.size(); Length > 1; Length /= 2) {
    for (size_t I = 0; I != Length / 2; ++I) {
      Next[I] = (Values[2 * I] + Values[2 * I + 1]) / 2;
      Next[Length / 2 + I] = (Values[2 * I] - Values[2 * I + 1]) / 2;
    }
    std::copy_n(Next.begin(), Length, Values.begin());
  }
}

void haar(std::span<float> Square, size_t Size) {
  MEMFACET_CHECK(Square.size() == Size * Size,
                 "it has as many columns as rows");
  for (size_t Row = 0; Row != Size; ++Row)
    haar(Square.subspan(Row * Size, Size));
  std::vector<float> Line(Size);
  for (size_t Column = 0; Column != Size; ++Column) {
    for (size_t Row = 0; Row != Size; ++Row)
      Line[Row] = Square[Row * Size + Column];
    haar(Line);
    for (size_t Row = 0; Row != Size; ++Row)
      Square[Row * Size + Column] = Line[Row];
  }
}

namespace {

/// Returns, for each of \p NewCount values, the indices of the \p OldCount
/// values that it is made of, and their shares.
std::vector<std::vector<std::pair<size_t, float>>>
shares(size_t OldCount, size_t NewCount, Shrinking Scale) {
  std::vector<std::vector<std::pair<size_t, float>>> Result(NewCount);
  for (size_t I = 0; I != NewCount; ++I) {
    double Begin = double(I) * double(OldCount) / double(NewCount);
    double End = double(I + 1) * double(OldCount) / double(NewCount);
    if (Scale == Shrinking::Nearest) {
      Result[I].emplace_back(size_t((Begin + End) / 2), 1.0f);
      continue;
    }
    for (auto Index = size_t(Begin); Index < OldCount && double(Index) < End;
         ++Index) {
      double Part =
          std::min(End, double(Index + 1)) - std::max(Begin, double(Index));
      if (Part > 1e-9)
        Result[I].emplace_back(Index, float(Part / (End - Begin)));
    }
  }
  return Result;
}

size_t bandOf(size_t I, Bands Weighted) {
  if (Weighted == Bands::Haar)
    return I == 0 ? 0 : size_t(std::bit_width(I));
  return size_t(std::bit_width(I + 1)) - 1;
}

} // namespace

std::vector<float> scaled(std::span<const float> Dots, size_t Rows,
                          size_t Columns, size_t Size, Shrinking Scale) {
  MEMFACET_CHECK(Dots.size() >= Rows * Columns,
                 "each row and column has a dot");
  auto RowShares = shares(Rows, Size, Scale),
       ColumnShares = shares(Columns, Size, Scale);
  // Columns first: they are few, and contiguous.
  std::vector<float> Narrow(Size * Rows);
  for (size_t C = 0; C != Size; ++C)
    for (auto [Source, Share] : ColumnShares[C])
      for (size_t R = 0; R != Rows; ++R)
        Narrow[C * Rows + R] += Share * Dots[Source * Rows + R];
  std::vector<float> Result(Size * Size);
  for (size_t R = 0; R != Size; ++R)
    for (auto [Source, Share] : RowShares[R])
      for (size_t C = 0; C != Size; ++C)
        Result[R * Size + C] += Share * Narrow[C * Rows + Source];
  return Result;
}

float waveletWeight(size_t Row, size_t Column, Bands Weighted) {
  static constexpr float Weights[] = {4.04f, 0.78f, 0.46f, 0.42f, 0.41f, 0.32f};
  size_t Bin = std::max(bandOf(Row, Weighted), bandOf(Column, Weighted));
  return Weights[std::min<size_t>(Bin, 5)];
}

std::vector<float> waveletSignature(std::span<const float> Dots, size_t Rows,
                                    size_t Columns,
                                    const WaveletOptions &Options) {
  std::vector<float> Limited(Dots.begin(), Dots.end());
  if (Options.Saturation > 0)
    for (float &Dot : Limited)
      Dot = std::min(Dot, float(Options.Saturation));
  std::vector<float> Square =
      scaled(Limited, Rows, Columns, Options.Size, Options.Scale);
  haar(Square, Options.Size);
  for (size_t R = 0; R != Options.Size; ++R)
    for (size_t C = 0; C != Options.Size; ++C)
      Square[R * Options.Size + C] *= waveletWeight(R, C, Options.Weighted);
  return Square;
}

} // namespace memfacet::study
