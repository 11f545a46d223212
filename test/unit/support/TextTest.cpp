//===- TextTest.cpp - helpers for text ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/Text.h"
#include "test/support/Test.h"

TEST(Text, TheClassOfAMemberIsWhatItIsQualifiedWith) {
  EXPECT_EQ(classOfMember("vec<int>::grow"), "vec<int>");
  EXPECT_EQ(classOfMember("a::map<b::key, c>::node::next"),
            "a::map<b::key, c>::node");
  EXPECT_EQ(classOfMember("f(a::b)::kept"), "f(a::b)");
  EXPECT_EQ(classOfMember("main"), "");
  EXPECT_EQ(classOfMember("vec<a::b>"), "");
  EXPECT_EQ(classOfMember("::global"), "");
  EXPECT_EQ(classOfMember(""), "");
}
