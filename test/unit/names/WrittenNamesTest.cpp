//===- WrittenNamesTest.cpp - names of C++ as programmers write them ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/WrittenNames.h"
#include "memfacet/FunctionNames.h"
#include "memfacet/SourceSymbols.h"
#include "test/support/Test.h"
#include "tools/support/ShortName.h"
#include <random>

namespace {

TEST(DemangledFunction, HasNoResultParametersAndQualifiers) {
  for (const auto &[Demangled, Name] :
       std::vector<std::pair<const char *, const char *>>{
           {"main", "main"},
           {"ns::A::f(int, std::string const&) const", "ns::A::f"},
           {"f[abi:cxx11](int)", "f"},
           {"std::vector<int, std::allocator<int> > ns::f<int>(int)",
            "ns::f<int>"},
           {"decltype(auto) ns::f<int>(int)", "ns::f<int>"},
           {"ns::(anonymous namespace)::f(int)",
            "ns::(anonymous namespace)::f"},
           {"ns::(anonymous namespace)::S::x",
            "ns::(anonymous namespace)::S::x"},
           {"Foo::operator bool() const", "Foo::operator bool"},
           {"Foo::operator()(int) const", "Foo::operator()"},
           {"operator new(unsigned long)", "operator new"},
           {"std::ostream& operator<< <int>(std::ostream&, int)",
            "operator<< <int>"},
           {"bool operator==<int>(A<int>, A<int>)", "operator==<int>"},
           {"A operator+<int>(A, A)", "operator+<int>"},
           {"A::~A()", "A::~A"},
           {"main::$_0::operator()(int) const", "main()::(lambda)::operator()"},
           {"main::'lambda'(int)::operator()(int) const",
            "main()::(lambda)::operator()"},
           {"ns::f(int)::'lambda0'()::operator()() const",
            "ns::f()::(lambda)::operator()"},
           {"void f<int>(int)::{lambda(int)#2}::operator()(int) const",
            "f<int>()::(lambda)::operator()"},
           {"auto ns::A::call<main::$_0>(main::$_0)",
            "ns::A::call<main()::(lambda)>"},
           {"not < a > name)", "not < a > name)"}})
    EXPECT_EQ(demangledFunction(Demangled), Name);
}

TEST(DemangledSymbol, LambdasAreCalledAsInDebugInformation) {
  EXPECT_EQ(demangledSymbol("vtable for A<std::tuple<void twice<main::$_0>("
                            "main::$_0)::'lambda'()> >"),
            "vtable for A<std::tuple<twice<main()::(lambda)>()::(lambda)>>");
  EXPECT_EQ(demangledSymbol("guard variable for f()::once"),
            "guard variable for f()::once");
  EXPECT_EQ(demangledSymbol("typeinfo for A<int (int, long)>"),
            "typeinfo for A<int (int, long)>");
  EXPECT_EQ(demangledSymbol("vtable for f(int)::{unnamed type#1}"),
            "vtable for f(int)::{unnamed type#1}");
}

TEST(SourceSymbols, PartsAndClonesAreTheFunctions) {
  for (const char *Part :
       {"_Z1fv", "_Z1fv.cold", "_Z1fv.part.0", "_Z1fv.constprop.0.isra.3",
        "_Z1fv.llvm.123", "_Z1fv.memfacet", "_Z1fv.recording", "_Z1fv.resume",
        "_Z1fv.destroy", "_Z1fv.cleanup", "_Z1fv.omp_outlined.3"})
    EXPECT_EQ(sourceSymbol(Part), "_Z1fv");
  EXPECT_EQ(sourceSymbol("main.omp_outlined_debug__"), "main");
  for (const char *None :
       {".omp_outlined..3", ".omp_task_entry.", "__cxx_global_var_init.6",
        "__captured_stmt.1", "_GLOBAL__sub_I_a.cpp"})
    EXPECT_EQ(sourceSymbol(None), "");
}

const std::string String = "std::__cxx11::basic_string<char, "
                           "std::char_traits<char>, std::allocator<char> >";

TEST(WrittenNames, DefaultsAndInlineNamespacesAreLeftOut) {
  EXPECT_EQ(writtenName("std::vector<int, std::allocator<int> >"),
            "std::vector<int>");
  EXPECT_EQ(writtenName(String), "std::string");
  EXPECT_EQ(writtenName("std::__1::map<int, " + String +
                        ", std::__1::less<int>, std::__1::allocator<"
                        "std::__1::pair<int const, " +
                        String + " > > >::find(int const&)"),
            "std::map<int, std::string>::find(int const&)");
  EXPECT_EQ(writtenName("std::unordered_map<" + String + ", int, std::hash<" +
                        String + ">, std::equal_to<" + String + ">>"),
            "std::unordered_map<std::string, int>");
  EXPECT_EQ(writtenName("f[abi:cxx11](" + String + ")"), "f(std::string)");
  EXPECT_EQ(writtenName("std::chrono::_V2::system_clock::now()"),
            "std::chrono::system_clock::now()");
  EXPECT_EQ(writtenName("operator<<(std::basic_ostream<char, "
                        "std::char_traits<char> >&, A const&)"),
            "operator<<(std::ostream&, A const&)");
}

TEST(WrittenNames, WhatIsNoDefaultStays) {
  for (const char *Name :
       {"std::set<int, std::less<void>>", "std::set<int, std::greater<int>>",
        "std::vector<int, my::allocator<int>>", "mystd::__1::A",
        "std::basic_string<wchar_t>", "std::allocator<int>"})
    EXPECT_EQ(writtenName(Name), Name);
  EXPECT_EQ(shortName("std::vector<int, my::allocator<int>>"),
            "std::vector<int>");
}

TEST(WrittenNames, OperatorsLambdasAndLiteralsAreRead) {
  for (const char *Name :
       {"A::operator<(A const&)",
        "operator<<int>(int)",
        "operator<< <A>(A)",
        "operator< <int>(int)",
        "A::operator()(int)",
        "A<&B::operator->>::f()",
        "A<&B::operator> >::f()",
        "operator<=>(A, A)",
        "A::operator,(B)",
        "main::{lambda(int, A<int>)#1}::operator()(int) const",
        "main::'lambda'(int)::operator()(int) const",
        "A<'<'>::f()",
        "A<(Color)3, -1, 5ul>::f()",
        "A<((1)>(2))>::f()",
        "A<int (*)(int, char)>",
        "A<int (B::*)(int) const>::f()",
        "a (at 3:4 from f:1:2 < g:3:4)",
        "net->arcs",
        "rows[]",
        "[12 others]",
        "a,b",
        "Circle (in B::C)"})
    EXPECT_EQ(shortName(Name), std::string(Name) == "A<&B::operator> >::f()"
                                   ? "A<&B::operator>>::f()"
                                   : Name);
}

TEST(WrittenNames, WhatIsNotWellFormedStays) {
  for (const char *Name : {"A<int", "f(int", "a)", "a>b", "A<(>)", "'", "",
                           "A<int, std::allocator<int>"})
    EXPECT_EQ(shortName(Name), Name);
}

TEST(ShortNames, TheMiddleOfLongListsIsLeftOut) {
  std::string Long = "std::variant<First, Second, Third, Fourth, Fifth, Sixth, "
                     "Seventh>::get(int)";
  EXPECT_EQ(shortName(Long), "std::variant<First, .., Seventh>::get(int)");
  EXPECT_EQ(shortName(Long, 100), Long);
  EXPECT_EQ(shortName("std::_Rb_tree<" + String + ", std::pair<" + String +
                          " const, std::vector<long, std::allocator<long> > >, "
                          "std::_Select1st<std::pair<" +
                          String + " const, std::vector<long> > > >::_M_begin",
                      70),
            "std::_Rb_tree<std::string, .., std::_Select1st<..>>::_M_begin");
}

/// A random name; now and then with a character too many or too few.
std::string randomName(std::mt19937 &Random) {
  static const char *const Parts[] = {
      "A",  "std::", "vector", "<",         ">", ", ",
      "(",  ")",     "::",     "[",         "]", "'c'",
      "{",  "}",     "->",     "operator<", " ", "int",
      "*",  "__1::", "-1",     "operator",  "&", "basic_string",
      "<>", "<char", ">>",     "(Enum)",    "'", "allocator<"};
  std::string Name;
  for (unsigned Length = Random() % 30; Length != 0; --Length)
    Name += Parts[Random() % std::size(Parts)];
  return Name;
}

std::string wellFormed(std::mt19937 &Random, unsigned Depth) {
  static const char *const Names[] = {
      "std::__1::vector", "std::map",    "app::Grid",
      "std::less",        "A::operator", "std::__cxx11::basic_string",
      "std::allocator",   "operator<<"};
  std::string Name = Names[Random() % std::size(Names)];
  if (Name == "A::operator" || Depth == 0)
    return "char";
  Name += "<";
  for (unsigned I = 0, Count = Random() % 5; I <= Count; ++I)
    Name += (I ? ", " : "") + wellFormed(Random, Depth - 1);
  return Name + (Random() % 2 ? " >" : ">") + (Random() % 4 ? "" : "::f(int)");
}

bool isBalanced(std::string_view Name) {
  NamePieces Pieces;
  return NameReader(Name).read(Pieces);
}

TEST(ShortNames, HaveNoUnnamedNamespaces) {
  EXPECT_EQ(shortName("(anonymous namespace)::Block::own"), "Block::own");
  EXPECT_EQ(shortName("vec<a::(anonymous namespace)::Item>"), "vec<a::Item>");
}

TEST(ShortNames, AreNeverLongerAndBalancedAndStay) {
  std::mt19937 Random(7);
  for (int I = 0; I != 4000; ++I) {
    std::string Name = I % 2 ? randomName(Random) : wellFormed(Random, 4);
    std::string Written = writtenName(Name);
    EXPECT_LE(Written.size(), Name.size()) << Name;
    EXPECT_EQ(writtenName(Written), Written) << Name;
    for (size_t Most : {10, 40, 60}) {
      std::string Short = shortName(Name, Most);
      EXPECT_LE(Short.size(), Name.size()) << Name;
      EXPECT_EQ(shortName(Short, Most), Short) << Name;
      EXPECT_EQ(isBalanced(Short), isBalanced(Name)) << Name;
    }
  }
}

} // namespace
