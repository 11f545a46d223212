//===- ContainerRolesTest.cpp - roles, and wrappers' names ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/ContainerRoles.h"
#include "analysis/owners/names/WrapperNames.h"
#include "test/support/Test.h"

namespace {

/// The role of what libstdc++'s allocator of \p Element allocates for a
/// \p Container.
std::string roleOf(const std::string &Element, std::string_view Container) {
  return std::string(containerRole(
      "std::__new_allocator<" + Element + ">::allocate", Container));
}

TEST(ContainerRole, IsToldByTheElements) {
  constexpr const char *Map = "std::unordered_map<long, Order>";
  EXPECT_EQ(
      roleOf("std::__detail::_Hash_node<std::pair<const long, Order>, false> ",
             Map),
      "nodes");
  EXPECT_EQ(roleOf("std::__detail::_Hash_node_base *", Map), "buckets");
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
  constexpr const char *Pointers = "Order *";
  EXPECT_EQ(roleOf(Pointers, "std::deque<Order>"), "map");
  EXPECT_EQ(roleOf(Pointers, "std::deque<Order *>"), "blocks");
  EXPECT_EQ(roleOf("Order **", "std::deque<Order *>"), "map");
  EXPECT_EQ(
      roleOf("std::__cxx11::basic_string<char> *", "std::deque<std::string>"),
      "map");
  EXPECT_EQ(roleOf("Order", "std::deque<Order>"), "blocks");
}

TEST(ContainerRole, CharactersAreThoseOfStringsInOthers) {
  constexpr const char *Text = "char";
  EXPECT_EQ(roleOf(Text, "std::map<std::string, int>"), "characters");
  EXPECT_EQ(roleOf(Text, "std::vector<std::string>"), "characters");
  EXPECT_EQ(roleOf(Text, "std::string"), "");
  EXPECT_EQ(roleOf(Text, "std::vector<char>"), "");
  EXPECT_EQ(roleOf(Text, "Message"), "");
}

TEST(ContainerRole, WhatElementsAllocateIsTheirs) {
  constexpr const char *Numbers = "int";
  constexpr const char *Vectors = "std::vector<int, std::allocator<int> > ";
  constexpr const char *Lists = "std::__cxx11::list<int> ";
  EXPECT_EQ(roleOf(Numbers, "std::vector<std::vector<int>>"), "in elements");
  EXPECT_EQ(roleOf(Vectors, "std::vector<std::vector<int>>"), "");
  EXPECT_EQ(roleOf(Vectors, "std::vector<std::vector<std::vector<int>>>"),
            "in elements");
  EXPECT_EQ(roleOf(Lists, "std::vector<std::list<int>>"), "");
  EXPECT_EQ(roleOf(Numbers, "std::map<int, std::vector<int>>"), "in elements");
  EXPECT_EQ(roleOf(Numbers, "std::deque<std::vector<int>>"), "in elements");
  EXPECT_EQ(roleOf("char", "std::deque<std::string>"), "characters");
  EXPECT_EQ(
      roleOf("std::__cxx11::basic_string<char> ", "std::vector<std::string>"),
      "");
}

TEST(ContainerRole, AllocatorsMayBeTheProgramsOwn) {
  EXPECT_EQ(containerRole("Pool<Order>::allocate", "std::deque<Order>"),
            "blocks");
  EXPECT_EQ(containerRole("ns::Pool<std::_List_node<int>, 64>::allocate",
                          "std::list<int, ns::Pool<int, 64>>"),
            "nodes");
  EXPECT_EQ(containerRole("std::allocator_traits<Pool<std::_List_node<int> > "
                          ">::allocate",
                          "std::list<int, Pool<int>>"),
            "nodes");
}

TEST(ContainerRole, OtherLibrariesObjectsAreElements) {
  constexpr const char *Matrices = "std::vector<Eigen::MatrixXd>";
  EXPECT_TRUE(isOfElements("Eigen::internal::aligned_malloc", Matrices));
  EXPECT_FALSE(
      isOfElements("Eigen::aligned_allocator<int>::allocate", Matrices));
  EXPECT_FALSE(isOfElements("std::vector<int>::reserve", Matrices));
  EXPECT_FALSE(isOfElements("Eigen::internal::aligned_malloc", "Solver"));
}

TEST(ContainerRole, OthersHaveNone) {
  EXPECT_EQ(roleOf("int", "std::vector<int>"), "");
  EXPECT_EQ(containerRole("Pool<Order>::get", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole("main", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole("std::shared_ptr<Order>::shared_ptr<Order>",
                          "std::shared_ptr<Order>"),
            "control block");
  EXPECT_EQ(
      containerRole("std::allocator<Order>::allocate", "std::queue<Order>"),
      "blocks");
  EXPECT_EQ(
      containerRole("std::allocator<Order *>::allocate", "std::stack<Order>"),
      "map");
  EXPECT_EQ(containerRole("std::allocator<Order>::allocate",
                          "std::stack<Order, std::vector<Order>>"),
            "");
  EXPECT_EQ(containerRole(">::allocate", "std::deque<Order>"), "");
  EXPECT_EQ(containerRole("", ""), "");
}

using Verdict = WrapperNames::Verdict;

WrapperNames parsed(std::string_view Text) {
  auto Names = good(WrapperNames::parse(Text, "list.txt"));
  return Names;
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
  EXPECT_TRUE(WrapperNames().isLibraryAllocator("scandir"));
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
