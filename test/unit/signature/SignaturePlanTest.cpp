//===- SignaturePlanTest.cpp - signatures as users write them -------------===//

#include "analysis/signature/SignaturePlan.h"
#include "test/support/Test.h"

namespace {

TEST(SignaturePlan, ParametersHaveLimitsThatMayBeReached) {
  auto Modulo = [](uint64_t Value) {
    return parseSignaturePlan("modulo=" + std::to_string(Value));
  };
  EXPECT_EQ(good(Modulo(MaxPictureModulo)).Shape.Modulo, MaxPictureModulo);
  EXPECT_EQ(good(Modulo(64)).Shape.Modulo, 64u);
  EXPECT_FALSE(Modulo(2 * MaxPictureModulo));
  EXPECT_FALSE(Modulo(32));
  EXPECT_FALSE(Modulo(100)) << "no power of two";
  EXPECT_EQ(good(parseSignaturePlan("modulo=64K")).Shape.Modulo, 65536u);
}

} // namespace
