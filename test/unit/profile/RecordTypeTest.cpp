//===- RecordTypeTest.cpp - layouts as tables have them -------------------===//

#include "analysis/profile/RecordType.h"
#include "test/support/Test.h"

namespace {

TEST(Layouts, MembersComeByOffset) {
  std::optional<RecordType> R =
      parseLayout("struct item\t48\n"
                  "m\t8\t8\tlow:3\tunsigned int\t1\t0\n"
                  "m\t0\t8\ttag\tchar\t1\t0\n"
                  "p\t32\t64\tstruct point\n"
                  "m\t32\t32\tpos[].x\tint\t4\t64\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Name, "struct item");
  EXPECT_EQ(R->Bytes, 48u);
  EXPECT_EQ(R->Members,
            (std::vector<RecordMember>{{"tag", "char", 0, 8, 1, 0},
                                       {"low:3", "unsigned int", 8, 8, 1, 0},
                                       {"pos[].x", "int", 32, 32, 4, 64}}));
  EXPECT_EQ(R->Parts, (std::vector<RecordPart>{{"struct point", 32, 64}}));
}

TEST(Layouts, WhatMakesNoSenseIsNone) {
  for (const char *Text :
       {"", "struct s", "struct s\t", "struct s\tx\n", "struct s\t0\n", "\t8\n",
        "struct s\t8\nx\t0\t8\n", "struct s\t8\nm\t0\n",
        "struct s\t8\nm\t0\t65\ta\tint\t1\t0\n",
        "struct s\t8\nm\t64\t8\ta\tint\t1\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t0\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t2\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t9\t8\n",
        "struct s\t8\nm\t0\t8\ta\tint\t2\t4\n",
        "struct s\t8\nm\t18446744073709551615\t2\ta\tint\t1\t0\n",
        "struct s\t18446744073709551615\n", "struct s\t8\np\t0\t65\tt\n"})
    EXPECT_FALSE(parseLayout(Text)) << Text;
}

TEST(Layouts, DamageIsNoCrash) {
  const std::string Good = "struct s\t24\nm\t0\t32\ta\tint\t2\t96\n"
                           "p\t0\t96\tstruct t\nm\t64\t8\tb\tchar\t1\t0\n";
  ASSERT_TRUE(parseLayout(Good));
  std::mt19937 Random(1);
  for (int Round = 0; Round != 2000; ++Round) {
    std::string Text = Good;
    for (int I = 0; I != 3; ++I)
      Text[Random() % Text.size()] = "0189\t\nmpx"[Random() % 9];
    if (std::optional<RecordType> R = parseLayout(Text))
      for (const RecordMember &M : R->Members)
        EXPECT_LE(M.BitOffset + M.Bits, R->Bytes * 8) << Text;
  }
}

} // namespace
