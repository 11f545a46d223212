//===- DinReaderTest.cpp - Dinero's lines, and which format a file has ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/Din.h"
#include "analysis/measure/import/ImportFormats.h"
#include "test/support/TemporaryFile.h"

namespace {

using Kind = TextAccess::Kind;
using MaybeKind = std::optional<Kind>;

TEST(DinLine, HasALabelAndAnAddress) {
  for (auto [Line, Expected, Address] :
       {std::tuple("0 10", MaybeKind(Kind::Load), 0x10u),
        {"1 0x7fff", Kind::Store, 0x7fffu},
        {"2\tABC", Kind::Instruction, 0xabcu},
        {"3 0 rest of line", std::nullopt, 0u},
        {"4  0", std::nullopt, 0u}}) {
    auto D = good(parseDinLine(Line));
    EXPECT_EQ(D.Type, Expected) << Line;
    EXPECT_EQ(D.Address, Address) << Line;
    EXPECT_EQ(D.Size, 1u) << Line;
  }
  EXPECT_EQ(parseDinLine("0 ffffffffffffffff")->Address, ~uint64_t(0));
}

TEST(DinLine, HasALetterAnAddressAndASizeInDineroFour) {
  for (auto [Line, Expected, Size] :
       {std::tuple("r 1000 4", MaybeKind(Kind::Load), 4u),
        {"w 0x1000 0X10 more", Kind::Store, 16u},
        {"i\t1000\t8", Kind::Instruction, 8u},
        {"m 1000 1", Kind::Load, 1u},
        {"R 1000 2", Kind::Load, 2u},
        {"v 1000 0", std::nullopt, 0u},
        {"c 1000 40", std::nullopt, 64u}}) {
    auto D = good(parseDinLine(Line));
    EXPECT_EQ(D.Type, Expected) << Line;
    EXPECT_EQ(D.Address, 0x1000u) << Line;
    EXPECT_EQ(D.Size, Size) << Line;
  }
}

TEST(DinLine, AnythingElseIsNone) {
  for (const char *Line :
       {"", "0", "0 ", "5 10", "-1 10", "010", "00 10", "0 xyz", "0 10g",
        "0 0x", "r 10", "r 10 0", "r 10 x", "r 10 10001", "x 10 4", "\x12 10",
        "# 0 10", "0 10000000000000000"})
    EXPECT_FALSE(parseDinLine(Line)) << Line;
}

TEST(FormatByBytes, IsFound) {
  for (auto [Bytes, Format] :
       {std::pair("0 10\n", ImportFormat::Din),
        {"\n2\t400000\n", ImportFormat::Din},
        {"  0 10\r\n", ImportFormat::Din},
        {"# a comment\n0 10\n", ImportFormat::Din},
        {"0 xyz\n", ImportFormat::Din},
        {"r 1000 4\n", ImportFormat::Din},
        {"I 400000 4\n", ImportFormat::Din},
        {"==1== Lackey\nI  10,3\n", ImportFormat::Lackey},
        {"SB 10\n S 10,3\n", ImportFormat::Lackey},
        {" L 10,3\n", ImportFormat::Lackey},
        {"# a comment\n L 10,3\n", ImportFormat::Lackey},
        {"", ImportFormat::Lackey},
        {"hello", ImportFormat::Lackey}})
    EXPECT_EQ(importFormatOf(Bytes), Format) << Bytes;
  EXPECT_EQ(importFormatOf(std::string_view("\x19\0\0\0", 4)),
            ImportFormat::DrMemtrace);
}

class DinFile : public testing::Test, protected TemporaryFile {
protected:
  DinFile() : TemporaryFile(".trace") {}
};

TEST_F(DinFile, OtherLabelsAreSkippedAndWrongLinesNamed) {
  put("0 10\n\n3 1\n1 20\n4 0\n2 30\nw 30 8\nx\n");
  auto Opened = good(openAccesses(Path, std::nullopt));
  EXPECT_EQ(Opened.Format, ImportFormat::Din);
  for (auto [Expected, Address, Size, Pc] :
       {std::tuple(Kind::Load, 0x10u, 1u, 0u),
        {Kind::Store, 0x20u, 1u, 0u},
        {Kind::Instruction, 0x30u, 1u, 0x30u},
        {Kind::Store, 0x30u, 8u, 0x30u}}) {
    auto A = good(good(Opened.Source->next()));
    EXPECT_EQ(A.Type, Expected);
    EXPECT_EQ(A.Address, Address);
    EXPECT_EQ(A.Size, Size);
    EXPECT_EQ(A.Pc, Pc);
  }
  EXPECT_EQ(errorOf(Opened.Source->next()),
            "'" + Path +
                "' line 8: 'x' is no access; expected a label from 0 to 4 and "
                "an address in base 16, such as '0 7fff0010', or a letter of r "
                "w i m c v, an address and a size, such as 'r 7fff0010 8'");
}

} // namespace
