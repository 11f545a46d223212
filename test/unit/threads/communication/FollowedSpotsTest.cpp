//===- FollowedSpotsTest.cpp - hot-spots of lines that were followed ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/FollowedSpots.h"
#include "test/support/Test.h"

namespace {

TEST(FollowedSpots, TotalsHaveThoseThatOnlyCameFirst) {
  SharingTable S;
  S.Followed = true;
  S.Sites = {{"x.c", "f", 1, 1, AccessKind::Load},
             {"x.c", "g", 2, 1, AccessKind::Load}};
  S.Vertices.resize(2);
  S.Vertices[0].Site = 0, S.Vertices[0].Thread = 1;
  S.Vertices[0].True = 30, S.Vertices[0].Cold = 4;
  // A main thread that reads the results at the end.
  S.Vertices[1].Site = 1, S.Vertices[1].Cold = 64;
  HotSpotStudy Study = followedSpots(S, 1000, {});
  EXPECT_EQ(Study.Total.Cold, 68);
  EXPECT_EQ(Study.Total.Invalidated, 30);
  EXPECT_EQ(Study.Spots.size(), 1u);
}

} // namespace
