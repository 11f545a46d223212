//===- TerminalTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Terminal.h"
#include "test/support/Test.h"
#include "tools/support/Say.h"

TEST(Terminal, PipesHaveNeitherColourNorWidth) {
  unsetenv("COLUMNS");
  std::FILE *File = std::tmpfile();
  Terminal T = Terminal::ofStream(File);
  EXPECT_FALSE(T.Interactive);
  EXPECT_FALSE(T.Colour);
  EXPECT_EQ(T.Width, 0u);
  setenv("COLUMNS", "100", 1);
  EXPECT_EQ(Terminal::ofStream(File).Width, 100u);
  setenv("COLUMNS", "x", 1);
  EXPECT_EQ(Terminal::ofStream(File).Width, 0u);
  unsetenv("COLUMNS");
  std::fclose(File);
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
