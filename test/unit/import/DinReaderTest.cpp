//===- DinReaderTest.cpp - Dinero's lines, and which format a file has ----===//

#include "analysis/import/Din.h"
#include "analysis/import/ImportFormats.h"
#include "test/support/TemporaryFile.h"

namespace {

TEST(DinLine, HasALabelAndAnAddress) {
  for (auto [Line, Label, Address] : {std::tuple("0 10", 0u, 0x10u),
                                      {"1 0x7fff", 1u, 0x7fffu},
                                      {"2\tABC", 2u, 0xabcu},
                                      {" 3 0 rest of line", 3u, 0u},
                                      {"4 0\r", 4u, 0u}}) {
    auto D = good(parseDinLine(Line));
    EXPECT_EQ(D.Label, Label) << Line;
    EXPECT_EQ(D.Address, Address) << Line;
  }
  EXPECT_EQ(parseDinLine("0 ffffffffffffffff")->Address, ~uint64_t(0));
}

TEST(DinLine, AnythingElseIsNone) {
  for (const char *Line :
       {"", "0", "0 ", "5 10", "-1 10", "010", "00 10", "0 xyz", "0 10g",
        "0 0x", "r 10", "# 0 10", "0 10000000000000000"})
    EXPECT_FALSE(parseDinLine(Line)) << Line;
}

class FormatByBytes : public testing::Test, protected TemporaryFile {
protected:
  FormatByBytes() : TemporaryFile(".trace") {}
  ImportFormat of(std::string_view Bytes) {
    put(std::string(Bytes));
    return good(importFormatOf(Path));
  }
};

TEST_F(FormatByBytes, IsFound) {
  EXPECT_EQ(of("0 10\n"), ImportFormat::Din);
  EXPECT_EQ(of("\n2\t400000\n"), ImportFormat::Din);
  EXPECT_EQ(of("==1== Lackey\nI  10,3\n"), ImportFormat::Lackey);
  EXPECT_EQ(of(" L 10,3\n"), ImportFormat::Lackey);
  EXPECT_EQ(of(""), ImportFormat::Lackey);
  EXPECT_EQ(of(std::string_view("\x19\0\0\0", 4)), ImportFormat::DrMemtrace);
  EXPECT_EQ(of("\x1f\x8b\x08"), ImportFormat::DrMemtrace);
}

TEST_F(FormatByBytes, OtherLabelsAreSkippedAndWrongLinesNamed) {
  put("0 10\n\n3 1\n1 20\n4 0\n2 30\nx\n");
  auto Reader = good(openAccesses(Path, ImportFormat::Din));
  using Kind = TextAccess::Kind;
  for (auto [Is, Address] : {std::pair(Kind::Load, 0x10u),
                             {Kind::Store, 0x20u},
                             {Kind::Instruction, 0x30u}}) {
    auto A = good(good(Reader->next()));
    EXPECT_EQ(A.Is, Is);
    EXPECT_EQ(A.Address, Address);
    EXPECT_EQ(A.Size, 1u);
  }
  auto Wrong = Reader->next();
  ASSERT_FALSE(Wrong);
  EXPECT_EQ(Wrong.error().Message,
            "'" + Path +
                "' line 7: 'x' is no access; expected a label from 0 to 4 and "
                "an address in base 16, such as '0 7fff0010'");
}

} // namespace
