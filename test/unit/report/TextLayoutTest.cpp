//===- TextLayoutTest.cpp - texts in the columns of a terminal ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/TextLayout.h"
#include "test/support/Test.h"
#include "tools/support/Pager.h"
#include "tools/support/Progress.h"
#include <algorithm>
#include <unistd.h>

namespace {

TEST(TextLayout, WidthIsThatOfTheScreen) {
  EXPECT_EQ(displayWidth(""), 0u);
  EXPECT_EQ(displayWidth("nodes"), 5u);
  EXPECT_EQ(displayWidth("größe"), 5u);
  EXPECT_EQ(displayWidth("結果"), 4u);
  EXPECT_EQ(displayWidth("e\u0301"), 1u) << "e and an accent";
  EXPECT_EQ(displayWidth("▁▂█"), 3u);
  EXPECT_EQ(displayWidth("\xff\xfe"), 2u) << "not UTF-8";
  EXPECT_EQ(displayWidth("\033[1mbold\033[0m"), 4u);
}

TEST(TextLayout, LongNamesLoseTheirMiddle) {
  EXPECT_EQ(elided("Book::orders_", 13), "Book::orders_");
  EXPECT_EQ(elided("Book::orders_ (nodes)", 14), "Book::or..des)");
  EXPECT_EQ(elided("abcdef", 2), "..");
  EXPECT_EQ(elided("abcdef", 0), "");
}

TEST(TextLayout, NoCharacterIsCut) {
  for (size_t Width = 0; Width != 20; ++Width) {
    std::string Text = elided("結果e\u0301größe▁▂█結果", Width);
    EXPECT_LE(displayWidth(Text), Width);
    for (size_t I = 0; I != Text.size(); ++I)
      if ((Text[I] & 0xc0) == 0xc0)
        EXPECT_LT(I + 1, Text.size());
    EXPECT_NE(Text[0] & 0xc0, 0x80) << Width;
  }
}

TEST(TextLayout, PathsKeepTheirLastPart) {
  EXPECT_EQ(elidedPath("source/tools/network.c:12", 25),
            "source/tools/network.c:12");
  EXPECT_EQ(elidedPath("source/tools/network.c:12", 20),
            "sourc../network.c:12");
  EXPECT_EQ(elidedPath("source/tools/network.c:12", 10), "netwo..:12");
  EXPECT_EQ(elidedPath("network.c:12", 10), "netwo..:12");
}

TEST(TextLayout, CodeLosesItsEnd) {
  EXPECT_EQ(cutAtEnd("  sum += table[i];", 12), "  sum += t..");
}

TEST(TextLayout, ChartsKeepTheirHighestBars) {
  EXPECT_EQ(shrunkChart("▁▂▃▄", 4), "▁▂▃▄");
  EXPECT_EQ(shrunkChart("▁▂▃▄", 2), "▂▄");
  EXPECT_EQ(shrunkChart("  █ ▁ ", 3), " █▁");
  EXPECT_EQ(shrunkChart("", 3), "");
}

TEST(TextLayout, SentencesAreWrappedBehindTheirLabel) {
  EXPECT_EQ(fitted("model   LRU, write-back, write-allocate\n", 24),
            "model   LRU, write-back,\n"
            "        write-allocate\n");
  EXPECT_EQ(fitted("one two three four five\n\nsix\n", 20),
            "one two three four\nfive\n\nsix\n");
  EXPECT_EQ(fitted("it takes no less than 12 KiB\n", 26),
            "it takes no less than\n12 KiB\n");
}

TEST(TextLayout, CommandsAndTextsWithoutALimitStay) {
  const char *Command = "    memfacet report --fields 'net->nodes'\n";
  EXPECT_EQ(fitted(Command, 20), Command);
  EXPECT_EQ(fitted("one two three", 0), "one two three");
  EXPECT_EQ(fitted("", 10), "");
}

TEST(Pager, LongTextsAreThoseThatScroll) {
  Terminal Out;
  EXPECT_FALSE(isLongFor("1\n2\n3\n", Out));
  Out.Height = 3;
  EXPECT_TRUE(isLongFor("1\n2\n3\n", Out));
  EXPECT_FALSE(isLongFor("1\n2\n", Out));
  Out.Width = 4;
  EXPECT_TRUE(isLongFor("12345678\n3\n", Out));
}

TEST(Progress, SaysWhatHowMuchHowFastHowLong) {
  EXPECT_EQ(progressText("simulating 'run.mft'", 1'234'000'000, 41),
            "simulating 'run.mft': 1.2 G words, 30.1 M/s, 41 s");
  EXPECT_EQ(progressText("trying layouts", 0, 2.4), "trying layouts: 2 s");
  EXPECT_EQ(progressText("clustering", 36, 12, "clusterings"),
            "clustering: 36 clusterings, 3/s, 12 s");
}

TEST(Progress, SaysHowMuchIsLeft) {
  EXPECT_EQ(progressText("simulating 'run.mft'", 300'000'000, 10, "words",
                         1'200'000'000),
            "simulating 'run.mft': 25 %, 300.0 M words, 30.0 M/s, 10 s, some "
            "30 s left");
  EXPECT_EQ(progressText("simulating", 0, 2, "words", 100), "simulating: 2 s");
}

TEST(Progress, GoesOnInAPipeLineByLine) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  int Saved = dup(STDERR_FILENO);
  dup2(Ends[1], STDERR_FILENO);
  std::string Text;
  {
    std::atomic<uint64_t> Count = 50;
    Progress Shown("counting", &Count, nullptr, "words", 100,
                   std::chrono::milliseconds(1));
    // Waits until the lines are there.
    for (char C;
         std::ranges::count(Text, '\n') < 2 && read(Ends[0], &C, 1) == 1;)
      Text += C;
  }
  dup2(Saved, STDERR_FILENO);
  for (int Fd : {Saved, Ends[0], Ends[1]})
    close(Fd);
  EXPECT_EQ(Text.find("memfacet: counting: 50 %, 50 words, "), 0u) << Text;
  EXPECT_EQ(Text.find('\r'), Text.npos) << "no line is changed";
}

} // namespace
