//===- ContainerRolesTest.cpp - roles, and wrappers' names ----------------===//

#include "memfacet/ContainerRoles.h"
#include "analysis/attribute/WrapperNames.h"
#include "test/support/Test.h"

namespace {

TEST(ContainerRole, IsToldByTheElements) {
  constexpr const char *Map = "std::unordered_map<long, Order>";
  EXPECT_EQ(containerRole("std::__new_allocator<std::__detail::_Hash_node<"
                          "std::pair<const long, Order>, false> >::allocate",
                          Map),
            "nodes");
  EXPECT_EQ(containerRole("std::__new_allocator<std::__detail::_Hash_node_base "
                          "*>::allocate",
                          Map),
            "buckets");
  EXPECT_EQ(containerRole("std::__1::allocator<std::__1::__hash_node_base<"
                          "std::__1::__hash_node<int, void *> *> *>::allocate",
                          "std::__1::unordered_set<int>"),
            "buckets");
  EXPECT_EQ(containerRole("std::__shared_count<(__gnu_cxx::_Lock_policy)2>::"
                          "__shared_count<Order *>",
                          ""),
            "control block");
}

TEST(ContainerRole, OfADequeDependsOnItsType) {
  constexpr const char *Pointers = "std::__new_allocator<Order *>::allocate";
  EXPECT_EQ(containerRole(Pointers, "std::deque<Order>"), "map");
  EXPECT_EQ(containerRole(Pointers, "std::deque<Order *>"), "blocks");
  EXPECT_EQ(containerRole("std::__new_allocator<Order **>::allocate",
                          "std::deque<Order *>"),
            "map");
  EXPECT_EQ(containerRole("std::__new_allocator<std::__cxx11::basic_string<"
                          "char> *>::allocate",
                          "std::deque<std::string>"),
            "map");
  EXPECT_EQ(containerRole("std::__new_allocator<Order>::allocate",
                          "std::deque<Order>"),
            "blocks");
}

TEST(ContainerRole, CharactersAreThoseOfStringsInOthers) {
  constexpr const char *Text = "std::__new_allocator<char>::allocate";
  EXPECT_EQ(containerRole(Text, "std::map<std::string, int>"), "characters");
  EXPECT_EQ(containerRole(Text, "std::vector<std::string>"), "characters");
  EXPECT_EQ(containerRole(Text, "std::string"), "");
  EXPECT_EQ(containerRole(Text, "std::vector<char>"), "");
  EXPECT_EQ(containerRole(Text, "Message"), "");
}

TEST(ContainerRole, WhatElementsAllocateIsTheirs) {
  constexpr const char *Numbers = "std::__new_allocator<int>::allocate";
  constexpr const char *Vectors =
      "std::__new_allocator<std::vector<int, std::allocator<int> > >::allocate";
  constexpr const char *Lists =
      "std::__new_allocator<std::__cxx11::list<int> >::allocate";
  EXPECT_EQ(containerRole(Numbers, "std::vector<std::vector<int>>"),
            "in elements");
  EXPECT_EQ(containerRole(Vectors, "std::vector<std::vector<int>>"), "");
  EXPECT_EQ(
      containerRole(Vectors, "std::vector<std::vector<std::vector<int>>>"),
      "in elements");
  EXPECT_EQ(containerRole(Lists, "std::vector<std::list<int>>"), "");
  EXPECT_EQ(containerRole(Numbers, "std::map<int, std::vector<int>>"),
            "in elements");
  EXPECT_EQ(containerRole(Numbers, "std::deque<std::vector<int>>"),
            "in elements");
  EXPECT_EQ(containerRole("std::__new_allocator<char>::allocate",
                          "std::deque<std::string>"),
            "characters");
  EXPECT_EQ(
      containerRole(
          "std::__new_allocator<std::__cxx11::basic_string<char> >::allocate",
          "std::vector<std::string>"),
      "");
}

TEST(ContainerRole, OthersHaveNone) {
  EXPECT_EQ(
      containerRole("std::__new_allocator<int>::allocate", "std::vector<int>"),
      "");
  EXPECT_EQ(containerRole("Pool<Order>::allocate", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole("main", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole(">::allocate", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole("", ""), "");
}

using Verdict = WrapperNames::Verdict;

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
