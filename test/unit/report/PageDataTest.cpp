//===- PageDataTest.cpp - hashes and numbers of pages ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/PageData.h"
#include "test/support/Test.h"
#include "tools/html/Sha256.h"

using namespace memfacet;

namespace {

std::string hexOf(std::string_view Text) {
  std::string Hex;
  for (uint8_t Byte : sha256(Text))
    Hex += fmt::format("{:02x}", Byte);
  return Hex;
}

} // namespace

// The examples of FIPS 180-2, and the ends of blocks.
TEST(Sha256, HashesAsTheStandardSays) {
  EXPECT_EQ(hexOf("abc"), "ba7816bf8f01cfea414140de5dae2223"
                          "b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hexOf(""), "e3b0c44298fc1c149afbf4c8996fb924"
                       "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hexOf(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_NE(hexOf(std::string(55, 'x')), hexOf(std::string(56, 'x')));
}

// The examples of RFC 4648.
TEST(Base64, PadsWhatIsNoMultipleOfThree) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(PageNumbers, TakeAsManyPlanesAsTheLargestStepNeeds) {
  PageNumbers N;
  const uint64_t None[] = {0, 0, 0}, Small[] = {1, 3, 2}, Large[] = {1 << 20};
  EXPECT_EQ(N.add(None).dump(), R"({"at":0,"n":3,"planes":-1})");
  EXPECT_EQ(N.add(Small).dump(), R"({"at":0,"n":3,"planes":1})");
  // Steps 1, 2, -1.
  EXPECT_EQ(N.bytes(), "\x02\x04\x01");
  EXPECT_EQ(N.add(Large).dump(), R"({"at":3,"n":1,"planes":3})");
  const uint8_t Bytes[] = {7};
  EXPECT_EQ(N.addBytes(Bytes).dump(), R"({"at":6,"n":1,"planes":0})");
}

TEST(PageNumbers, KeepTheRoughSizeOfAnyNumber) {
  EXPECT_EQ(roughly(0), 0);
  EXPECT_EQ(roughly(1), 1);
  EXPECT_EQ(roughly(2), 7);
  EXPECT_EQ(roughly(1024), 61);
  EXPECT_EQ(roughly(~uint64_t(0)), 255);
}
