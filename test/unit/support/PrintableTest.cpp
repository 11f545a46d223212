//===- PrintableTest.cpp - texts that do nothing to a terminal ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/Printable.h"
#include "test/support/Test.h"

namespace {

TEST(Printable, NamesCannotSteerTheTerminal) {
  EXPECT_EQ(printable("a\033[2Jb"), "a?[2Jb");
  EXPECT_EQ(printable("tab\there\n"), "tab?here?");
  EXPECT_EQ(printable("c1 \xc2\x9b control"), "c1 ? control");
  EXPECT_EQ(printable("\x7f"), "?");
  EXPECT_EQ(printable("größe 漢 🙂"), "größe 漢 🙂");
}

TEST(Printable, NamesCannotTurnTheTextBehindThem) {
  EXPECT_EQ(printable("\u202egnp.\u2066exe\u2069\u200f\u061c"), "?gnp.?exe???");
  EXPECT_EQ(printable("a\u2028b"), "a?b");
}

TEST(Printable, BytesThatAreNoTextAreReplacedOneByOne) {
  EXPECT_EQ(printable("\xff\xfe"), "??");
  EXPECT_EQ(printable("\x9b"
                      "2J"),
            "?2J");
  EXPECT_EQ(printable("\xc3"), "?");                // cut
  EXPECT_EQ(printable("\xc0\x80"), "??");           // a longer form of NUL
  EXPECT_EQ(printable("\xe0\x82\x9b"), "???");      // of U+009B
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");      // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????"); // after the last one
  EXPECT_EQ(printable("\xe2\x82zz"), "??zz");
}

TEST(Printable, LinesStayLines) {
  EXPECT_EQ(printableLines("a\n\tb\r\033"), "a\n\tb??");
}

TEST(Printable, EachLetterIsReadAsItWasWritten) {
  for (uint32_t Code = 1; Code != 0x110000; ++Code) {
    if (Code >= 0xd800 && Code < 0xe000)
      continue;
    std::string Text;
    auto Add = [&](uint32_t Byte) { Text += char(Byte); };
    if (Code < 0x80)
      Add(Code);
    else if (Code < 0x800)
      Add(0xc0 | Code >> 6), Add(0x80 | (Code & 0x3f));
    else if (Code < 0x10000)
      Add(0xe0 | Code >> 12), Add(0x80 | (Code >> 6 & 0x3f)),
          Add(0x80 | (Code & 0x3f));
    else
      Add(0xf0 | Code >> 18), Add(0x80 | (Code >> 12 & 0x3f)),
          Add(0x80 | (Code >> 6 & 0x3f)), Add(0x80 | (Code & 0x3f));
    Letter L = letterAt(Text);
    ASSERT_EQ(L.Code, Code);
    ASSERT_EQ(L.Bytes, Text.size());
  }
}

TEST(HarmlessCells, FormulasHaveAnApostrophe) {
  for (const char *Formula : {"=1+1", "@SUM(A1)", "+1+1", "-1+1", "\t=1",
                              "-cmd|' /C calc'!A0", "+x", "--"})
    EXPECT_EQ(harmlessCell(Formula), std::string("'") + Formula);
  for (const char *Other : {"", "-", "+", "-5", "+2.5e-07", "-12 %", "+3%",
                            "a=1", "1-1", " =1", "'=1", "operator-"})
    EXPECT_EQ(harmlessCell(Other), Other);
  EXPECT_EQ(harmlessCell("a\033[31m\nb"), "a?[31m\nb");
}

} // namespace
