//===- FindingSearchesTest.cpp - what helps searches ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/report/FindingsFixture.h"

namespace {

// One place in the code walks along the array, another one jumps in it.
TEST_F(Findings, AWalkAndJumpsAreNoSearch) {
  add("traders", 1000, 64, 1'200'000, {1000, 0, 0, 0, 0, 0});
  SiteCounts Jumps = P.BySite[0];
  Jumps.Site = uint32_t(P.Sites.size());
  Jumps.Accesses = 200'000;
  Jumps.Steps.Steps = {0, 0, 0, 0, 0, 1000};
  P.Sites.push_back(P.Sites[0]);
  P.BySite.push_back(Jumps);
  EXPECT_FALSE(has(all()[0].Advice, "searched from there")) << all()[0].Advice;
  // The same place does both.
  P.BySite[0].Steps.Steps = {700, 0, 0, 0, 0, 300};
  EXPECT_TRUE(has(all()[0].Advice, "searched from there")) << all()[0].Advice;
  // A walk across rows that leaves some of them out.
  P.BySite[0].Steps.Steps = {0, 700, 0, 0, 0, 300};
  P.BySite[0].Steps.Strides = {{4096, 560}};
  EXPECT_FALSE(has(all()[0].Advice, "searched from there")) << all()[0].Advice;
}

// A binary heap of pointers to events: there is no order in which a pool could
// keep them, and the heap is level by level already.
TEST_F(Findings, WhatAHeapComparesHasNoOrder) {
  Structure &Events = add("event", 1000, 24, 300'000, {0, 0, 0, 0, 0, 0, 1000});
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  EXPECT_TRUE(has(all()[0].Advice, "next to each pointer")) << all()[0].Advice;
  P.BySite[0].Steps.Steps = {0, 0, 0, 600, 0, 0, 400};
  EXPECT_EQ(all()[0].Remedy, Change::Pool) << "a list";
  P.BySite[0].Steps.Steps = {0, 0, 0, 0, 0, 0, 1000};
  Events.Objects = 1, Events.ElementBytes = 8, Events.Total.Stores = 0;
  EXPECT_TRUE(has(all()[0].Advice, "level by level")) << all()[0].Advice;
  Events.Total.Stores = Events.Total.Accesses / 4;
  EXPECT_TRUE(has(all()[0].Advice, "searched and reordered"))
      << all()[0].Advice;
}

// The library steps from node to node in order; the program searches.
TEST_F(Findings, NodesOfAMapAreSearched) {
  add("map (nodes)", 1000, 40, 1000, {0, 0, 0, 1000, 0, 0});
  P.Structures.back().Type = "std::map<int, long>";
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  EXPECT_TRUE(has(all()[0].Advice, "searched from its root each time"))
      << all()[0].Advice;
}

} // namespace
