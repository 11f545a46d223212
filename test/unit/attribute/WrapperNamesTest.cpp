//===- WrapperNamesTest.cpp - lists of wrappers ---------------------------===//

#include "analysis/attribute/WrapperNames.h"
#include "test/support/Test.h"

using Verdict = WrapperNames::Verdict;

namespace {

WrapperNames parsed(std::string_view Text) {
  Expected<WrapperNames> Names = WrapperNames::parse(Text, "list.txt");
  EXPECT_TRUE(Names);
  return *Names;
}

std::string errorOf(std::string_view Text) {
  Expected<WrapperNames> Names = WrapperNames::parse(Text, "list.txt");
  return Names ? "" : Names.error().Message;
}

TEST(WrapperNames, OneNameALineWithComments) {
  WrapperNames N =
      parsed("# ours\n\n  arena_get \r\nPool::*  # all of it\nlast");
  EXPECT_EQ(N.verdict("arena_get"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("Pool::get"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("last"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("arena_get2"), Verdict::NotListed);
  EXPECT_EQ(N.verdict("ours"), Verdict::NotListed);
  EXPECT_EQ(N.verdict(""), Verdict::NotListed);
}

TEST(WrapperNames, TheLastLineThatMatchesDecides) {
  WrapperNames N = parsed("new*\n!newNode\n! keep\nkeep\n");
  EXPECT_EQ(N.verdict("newEdge"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("newNode"), Verdict::NoWrapper);
  EXPECT_EQ(N.verdict("keep"), Verdict::Wrapper);
}

TEST(WrapperNames, TemplateArgumentsNeedNotBeListed) {
  WrapperNames N = parsed("make\nns::Pool<int>::get\noperator new\n");
  EXPECT_EQ(N.verdict("make<Node, std::pair<int, int>>"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("ns::Pool<int>::get<long>"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("ns::Pool<long>::get"), Verdict::NotListed);
  EXPECT_EQ(N.verdict("operator new"), Verdict::Wrapper);
  EXPECT_EQ(N.verdict("operator>"), Verdict::NotListed);
}

TEST(WrapperNames, LibrariesAllocatorsAreKnownButCanBeTakenBack) {
  EXPECT_TRUE(WrapperNames().isLibraryAllocator("g_malloc"));
  EXPECT_FALSE(WrapperNames().isLibraryAllocator("png_malloc"));
  EXPECT_FALSE(WrapperNames().isLibraryAllocator(""));
  WrapperNames N = parsed("png_*\n!g_malloc\n");
  EXPECT_TRUE(N.isLibraryAllocator("png_malloc"));
  EXPECT_FALSE(N.isLibraryAllocator("g_malloc"));
}

TEST(WrapperNames, WrongLinesAreNamed) {
  EXPECT_EQ(errorOf("a\nf(int)\n"),
            "list.txt:2: 'f(int)' has parameters; write the name alone: f");
  EXPECT_EQ(errorOf("!\n"), "list.txt:1: '!' without a name; write for "
                            "instance !make_node");
  EXPECT_EQ(errorOf(std::string_view("a\n\0b\n", 5)),
            "list.txt:2: this is no text; give a file with one function name "
            "a line");
  EXPECT_EQ(errorOf("operator()\n(anonymous namespace)::get\n"), "");
}

TEST(WrapperNames, GlobsMatchWholeNames) {
  EXPECT_TRUE(matchesGlob("abc", "a?c"));
  EXPECT_TRUE(matchesGlob("abc", "*"));
  EXPECT_TRUE(matchesGlob("aXbXc", "a*X?"));
  EXPECT_TRUE(matchesGlob("", "*"));
  EXPECT_FALSE(matchesGlob("abc", "ab"));
  EXPECT_FALSE(matchesGlob("abc", "bc"));
  EXPECT_FALSE(matchesGlob("", "?"));
  EXPECT_TRUE(matchesGlob("operator[]", "operator[]"));
}

} // namespace
