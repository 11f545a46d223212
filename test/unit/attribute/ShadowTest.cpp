//===- ShadowTest.cpp - words of lines that several share -----------------===//

#include "analysis/attribute/Shadow.h"
#include "test/support/Test.h"

namespace {

constexpr uint64_t Line = 0x1000;

Shadow::FineWords fineFrom(uint32_t First) {
  Shadow::FineWords Words;
  for (uint32_t I = 0; I != Words.size(); ++I)
    Words[I] = StructureId(First + I);
  return Words;
}

Shadow::Words coarseFrom(uint32_t First) {
  Shadow::Words Words;
  for (uint32_t I = 0; I != Words.size(); ++I)
    Words[I] = StructureId(First + I);
  return Words;
}

void expectWords(const Shadow &S, uint64_t At, uint32_t First, uint32_t Bytes) {
  for (uint32_t I = 0; I != ShadowLineBytes; ++I)
    EXPECT_EQ(S.find(At + I).Value, First + I / Bytes) << I;
}

TEST(Shadow, NeighbouringIntsAreToldApart) {
  Shadow S;
  S.setMixed(Line, fineFrom(100));
  EXPECT_TRUE(S.mixed(Line));
  EXPECT_TRUE(S.hasObjects(Line));
  EXPECT_FALSE(Shadow::whole(S.entry(Line)).valid());
  expectWords(S, Line, 100, 4);
}

TEST(Shadow, ALineBecomesFineCoarseAndWhole) {
  Shadow S;
  // Neighbours, so that places that are mixed up show.
  S.setMixed(Line - 64, fineFrom(500));
  for (int Round = 0; Round != 3; ++Round) {
    S.setMixed(Line, coarseFrom(100));
    S.setMixed(Line + 64, fineFrom(300));
    expectWords(S, Line, 100, 8);
    S.setMixed(Line, fineFrom(200));
    expectWords(S, Line, 200, 4);
    S.rememberMixed(Line, fineFrom(210));
    EXPECT_FALSE(S.hasObjects(Line));
    expectWords(S, Line, 210, 4);
    S.setMixed(Line, coarseFrom(220));
    expectWords(S, Line, 220, 8);
    S.setLine(Line, StructureId(7));
    EXPECT_EQ(S.find(Line + 63).Value, 7u);
    expectWords(S, Line - 64, 500, 4);
    expectWords(S, Line + 64, 300, 4);
  }
}

TEST(Shadow, OnlyWhatIsRememberedIsForgotten) {
  Shadow S;
  S.setMixed(Line, fineFrom(100));
  S.rememberMixed(Line + 64, fineFrom(200));
  S.forget(Line, Line + 128);
  expectWords(S, Line, 100, 4);
  EXPECT_FALSE(S.find(Line + 64).valid());
  S.clearLine(Line);
  EXPECT_FALSE(S.find(Line).valid());
}

} // namespace
