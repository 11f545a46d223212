//===- LengthsTest.cpp - how much of a text a function reads --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/Test.h"
#include <cstdlib>

extern "C" {
uint64_t __memfacet_number_bytes(const char *Text, int32_t Base);
uint64_t __memfacet_real_bytes(const char *Text);
}

namespace {

/// Texts in which numbers of all kinds are likely, and their ends, too.
class Texts {
public:
  explicit Texts(const char *Letters) : Letters(Letters) {}

  std::string make() {
    constexpr const char *Starts[] = {"",   " ",    "\t-",      "+",    "0x",
                                      "0X", "-inf", "INFINITY", "nAn",  "0.",
                                      ".",  "1e",   "0x1p",     "-0x.", "07"};
    std::string Text = Starts[Random() % std::size(Starts)];
    for (size_t I = 0, End = Random() % 8; I != End; ++I)
      Text += Letters[Random() % Letters.size()];
    return Text;
  }

private:
  std::string Letters;
  std::mt19937_64 Random{1};
};

} // namespace

TEST(Lengths, ANumberEndsWhereStrtolEnds) {
  Texts Source("0123456789afgzAFZxX +-.");
  unsigned Converted = 0;
  for (int I = 0; I != 100'000; ++I) {
    std::string Text = Source.make();
    for (int Base : {0, 2, 8, 10, 16, 36}) {
      char *End = nullptr;
      (void)std::strtoull(Text.c_str(), &End, Base);
      uint64_t Bytes = __memfacet_number_bytes(Text.c_str(), Base);
      ASSERT_LE(Bytes, Text.size() + 1) << Text;
      if (End == Text.c_str())
        continue;
      ++Converted;
      ASSERT_EQ(Bytes, uint64_t(End - Text.c_str()) + 1)
          << "'" << Text << "' to base " << Base;
    }
  }
  EXPECT_GT(Converted, 100'000u);
}

TEST(Lengths, ARealNumberEndsWhereStrtodEnds) {
  Texts Source("0123456789eEpPxXaf.+- infty");
  unsigned Converted = 0;
  for (int I = 0; I != 300'000; ++I) {
    std::string Text = Source.make();
    char *End = nullptr;
    (void)std::strtod(Text.c_str(), &End);
    uint64_t Bytes = __memfacet_real_bytes(Text.c_str());
    ASSERT_LE(Bytes, Text.size() + 1) << Text;
    if (End == Text.c_str())
      continue;
    ++Converted;
    ASSERT_EQ(Bytes, uint64_t(End - Text.c_str()) + 1) << "'" << Text << "'";
  }
  EXPECT_GT(Converted, 50'000u);
}
