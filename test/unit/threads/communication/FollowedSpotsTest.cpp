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

// The interval of one structure is that of the whole program. Those of several
// ones reach further where these do.
TEST(FollowedSpots, TheIntervalOfAllReachesAsFarAsThatOfStructures) {
  SharingTable S;
  S.Followed = true;
  S.Vertices.resize(2);
  S.Vertices[0].Structure = StructureId(0), S.Vertices[0].True = 1000;
  S.Vertices[0].Certain = 20;
  S.Estimates = {{StructureId(0), 400, 5000}};
  EXPECT_EQ(followedInterval(S), std::pair(400.0, 5000.0));
  S.Vertices[1].Structure = StructureId(1), S.Vertices[1].False = 1000;
  S.Vertices[1].Certain = 20;
  S.Estimates.push_back({StructureId(1), 200, 4000});
  EXPECT_EQ(followedInterval(S), std::pair(1000.0, 7000.0));
  // What was seen is certain.
  S.Vertices[1].Certain = 1100;
  EXPECT_EQ(followedInterval(S).first, 1120);
}

} // namespace
