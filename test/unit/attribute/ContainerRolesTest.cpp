//===- ContainerRolesTest.cpp - what containers allocate ------------------===//

#include "memfacet/ContainerRoles.h"
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

} // namespace
