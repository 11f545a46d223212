//===- TerminalTest.cpp ---------------------------------------------------===//

#include "tools/support/Terminal.h"
#include "test/support/Test.h"
#include "tools/support/Say.h"

TEST(Terminal, TruncationKeepsTheWantedEnd) {
  EXPECT_EQ(truncated("abcdefgh", 8, false), "abcdefgh");
  EXPECT_EQ(truncated("abcdefgh", 5, false), "abc..");
  EXPECT_EQ(truncated("abcdefgh", 5, true), "..fgh");
  EXPECT_EQ(truncated("abcdefgh", 1, true), ".");
  EXPECT_EQ(truncated("äöüäöü", 4, false), "äö..");
  EXPECT_EQ(truncated("äöüäöü", 4, true), "..öü");
}

TEST(Terminal, NamesCannotSteerTheTerminal) {
  EXPECT_EQ(printable("a\033[2Jb"), "a?[2Jb");
  EXPECT_EQ(printable("tab\there\n"), "tab?here?");
  EXPECT_EQ(printable("c1 \xc2\x9b control"), "c1 ? control");
  EXPECT_EQ(printable("größe"), "größe");
}

TEST(Terminal, PipesHaveNeitherColourNorWidth) {
  std::FILE *File = std::tmpfile();
  Terminal T = Terminal::of(File);
  std::fclose(File);
  EXPECT_FALSE(T.Interactive);
  EXPECT_FALSE(T.Colour);
  EXPECT_EQ(T.Width, 0u);
  EXPECT_EQ(styled(T, Style::Bold, "x"), "x");
}

TEST(Suggest, TyposFindTheirWord) {
  std::vector<std::string> Known = {"record", "report", "simulate", "caches"};
  EXPECT_EQ(closest("reprot", Known), "report");
  EXPECT_EQ(closest("recrod", Known), "record");
  EXPECT_EQ(closest("sim", Known), "simulate");
  EXPECT_EQ(closest("cache", Known), "caches");
  EXPECT_EQ(closest("xyzzy", Known), "");
  EXPECT_EQ(didYouMean("xyzzy", Known), "");
  EXPECT_EQ(didYouMean("simulat", Known), "; did you mean 'simulate'?");
}
