//===- PngTest.cpp - raster pictures --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Png.h"
#include "test/support/Test.h"
#include <zlib.h>

namespace {

uint32_t numberAt(const std::string &File, size_t Offset) {
  uint32_t N = 0;
  for (size_t I = 0; I != 4; ++I)
    N = N << 8 | uint8_t(File[Offset + I]);
  return N;
}

struct Chunk {
  std::string Type, Data;
};

/// The chunks of a file whose signature and checks are right.
std::vector<Chunk> chunksOf(const std::string &File) {
  EXPECT_EQ(File.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::vector<Chunk> Chunks;
  for (size_t Offset = 8; Offset < File.size();) {
    uint32_t Size = numberAt(File, Offset);
    std::string Checked = File.substr(Offset + 4, 4 + Size);
    EXPECT_EQ(numberAt(File, Offset + 8 + Size),
              crc32(0, reinterpret_cast<const Bytef *>(Checked.data()),
                    uInt(Checked.size())));
    Chunks.push_back({Checked.substr(0, 4), Checked.substr(4)});
    Offset += 12 + Size;
  }
  return Chunks;
}

/// Undoes the filters "none" and "left", by the book.
Raster decoded(const std::string &File) {
  std::vector<Chunk> Chunks = chunksOf(File);
  const std::string &Header = Chunks.at(0).Data;
  uint32_t Width = numberAt(Header, 0), Height = numberAt(Header, 4);
  std::string Rows((size_t(Width) * 3 + 1) * Height, '\0');
  uLongf Size = Rows.size();
  EXPECT_EQ(
      uncompress(reinterpret_cast<Bytef *>(Rows.data()), &Size,
                 reinterpret_cast<const Bytef *>(Chunks.at(1).Data.data()),
                 Chunks.at(1).Data.size()),
      Z_OK);
  EXPECT_EQ(Size, Rows.size());
  Raster R(Width, Height);
  for (size_t Y = 0; Y != Height; ++Y) {
    char *Row = &Rows[Y * (size_t(Width) * 3 + 1)];
    EXPECT_TRUE(*Row == 0 || *Row == 1);
    for (size_t I = 3; *Row == 1 && I != size_t(Width) * 3; ++I)
      Row[1 + I] = char(Row[1 + I] + Row[1 + I - 3]);
    for (size_t X = 0; X != Width; ++X)
      R.set(X, Y,
            {uint8_t(Row[1 + 3 * X]), uint8_t(Row[2 + 3 * X]),
             uint8_t(Row[3 + 3 * X])});
  }
  return R;
}

TEST(Png, HasTheChunksOfAPictureOfThreeColours) {
  std::vector<Chunk> Chunks = chunksOf(pngFile(Raster(258, 3)));
  ASSERT_EQ(Chunks.size(), 3u);
  EXPECT_EQ(Chunks[0].Type, "IHDR");
  EXPECT_EQ(Chunks[0].Data,
            std::string("\0\0\x01\x02\0\0\0\x03\x08\x02\0\0\0", 13));
  EXPECT_EQ(Chunks[1].Type, "IDAT");
  EXPECT_EQ(Chunks[2].Type, "IEND");
  EXPECT_EQ(Chunks[2].Data, "");
}

TEST(Png, EveryDotComesBack) {
  Raster R(17, 9, {1, 2, 3});
  for (size_t Y = 0; Y != 9; ++Y)
    for (size_t X = 0; X != 17; ++X)
      if ((X * Y) % 5 != 1)
        R.set(X, Y, {uint8_t(40 * X), uint8_t(250 - 31 * Y), uint8_t(X * Y)});
  R.fill(15, 8, 10, 10, {255, 0, 255});
  Raster Back = decoded(pngFile(R));
  ASSERT_EQ(Back.width(), 17u);
  ASSERT_EQ(Back.height(), 9u);
  for (size_t Y = 0; Y != 9; ++Y)
    for (size_t X = 0; X != 17; ++X)
      EXPECT_EQ(Back.at(X, Y), R.at(X, Y)) << X << " " << Y;
  EXPECT_EQ(Back.at(16, 8), (Colour{255, 0, 255}));
}

TEST(Png, IsABase64AddressInDrawings) {
  std::string Text = pngAddress(Raster(1, 1));
  // Eight bytes of signature and the header's length and name.
  EXPECT_EQ(Text.substr(0, 42), "data:image/png;base64,iVBORw0KGgoAAAANSUhE");
  EXPECT_EQ((Text.size() - 22) % 4, 0u);
}

TEST(Png, ColoursAreWrittenAndMixed) {
  EXPECT_EQ(colourOf("#0072b2"), (Colour{0, 0x72, 0xb2}));
  EXPECT_EQ(hexOf({213, 94, 0}), "#d55e00");
  EXPECT_EQ(mixed({0, 100, 255}, {255, 200, 0}, 0.2), (Colour{51, 120, 204}));
}

} // namespace
