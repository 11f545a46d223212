//===- Png.cpp - raster pictures ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Png.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <zlib.h>

namespace memfacet::report {

Colour colourOf(std::string_view Hex) {
  MEMFACET_CHECK(Hex.size() == 7 && Hex.front() == '#', "a colour is #rrggbb");
  auto Code = std::strtoul(std::string(Hex.substr(1)).c_str(), nullptr, 16);
  return {uint8_t(Code >> 16), uint8_t(Code >> 8), uint8_t(Code)};
}

std::string hexOf(Colour C) {
  return fmt::format("#{:02x}{:02x}{:02x}", C.Red, C.Green, C.Blue);
}

Colour mixed(Colour Base, Colour Added, double Share) {
  MEMFACET_CHECK(Share >= 0 && Share <= 1, "a share of a mixture");
  auto Mix = [&](uint8_t A, uint8_t B) {
    return uint8_t(std::lround(A + (double(B) - A) * Share));
  };
  return {Mix(Base.Red, Added.Red), Mix(Base.Green, Added.Green),
          Mix(Base.Blue, Added.Blue)};
}

void Raster::fill(size_t X, size_t Y, size_t Across, size_t Down, Colour C) {
  for (size_t Row = Y; Row < std::min(Y + Down, height()); ++Row)
    for (size_t Column = X; Column < std::min(X + Across, Width); ++Column)
      set(Column, Row, C);
}

namespace {

void addNumber(std::string &Bytes, size_t Number) {
  for (int Shift = 24; Shift >= 0; Shift -= 8)
    Bytes += char(Number >> Shift & 0xff);
}

void addChunk(std::string &File, const std::string &Type,
              const std::string &Data) {
  addNumber(File, Data.size());
  std::string Checked = Type + Data;
  File += Checked;
  addNumber(File, crc32(0, reinterpret_cast<const Bytef *>(Checked.data()),
                        uInt(Checked.size())));
}

/// Returns the rows, each after the number of its filter: differences from the
/// dot to the left, which make areas of one colour short.
std::string filteredRows(const Raster &R) {
  constexpr char Left = 1;
  std::string Bytes;
  for (size_t Y = 0; Y != R.height(); ++Y) {
    Bytes += Left;
    Colour Previous;
    for (size_t X = 0; X != R.width(); ++X) {
      Colour Dot = R.at(X, Y);
      Bytes += char(Dot.Red - Previous.Red);
      Bytes += char(Dot.Green - Previous.Green);
      Bytes += char(Dot.Blue - Previous.Blue);
      Previous = Dot;
    }
  }
  return Bytes;
}

std::string deflated(const std::string &Bytes) {
  uLongf Size = compressBound(uLong(Bytes.size()));
  std::string Result(Size, '\0');
  compress2(reinterpret_cast<Bytef *>(Result.data()), &Size,
            reinterpret_cast<const Bytef *>(Bytes.data()), uLong(Bytes.size()),
            Z_BEST_COMPRESSION);
  Result.resize(Size);
  return Result;
}

std::string base64(const std::string &Bytes) {
  constexpr char Letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string Result;
  for (size_t I = 0; I < Bytes.size(); I += 3) {
    size_t Count = std::min<size_t>(3, Bytes.size() - I);
    uint32_t Group = 0;
    for (size_t J = 0; J != 3; ++J)
      Group = Group << 8 | (J < Count ? uint8_t(Bytes[I + J]) : 0u);
    for (size_t J = 0; J != 4; ++J)
      Result += J <= Count ? Letters[Group >> (18 - 6 * J) & 63] : '=';
  }
  return Result;
}

} // namespace

std::string pngFile(const Raster &R) {
  MEMFACET_CHECK(R.width() != 0 && R.height() != 0,
                 "a picture of the format has dots");
  std::string File = "\x89PNG\r\n\x1a\n";
  std::string Header;
  addNumber(Header, R.width());
  addNumber(Header, R.height());
  // Bits of a colour; red, green and blue; deflate; filters; no interlacing.
  for (char Byte : {8, 2, 0, 0, 0})
    Header += Byte;
  addChunk(File, "IHDR", Header);
  addChunk(File, "IDAT", deflated(filteredRows(R)));
  addChunk(File, "IEND", "");
  return File;
}

std::string pngAddress(const Raster &R) {
  return "data:image/png;base64," + base64(pngFile(R));
}

} // namespace memfacet::report
