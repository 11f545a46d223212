//===- SiteLocalsTest.cpp - the locals that sites access ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/SiteLocals.h"
#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

struct NoAccesses final : BatchSink {
  void batch(const AccessBatch &) override {}
  void event(const Event &) override {}
};

constexpr uint64_t Chosen = FirstChosenLine * SelectLineBytes,
                   Other = Chosen + SelectLineBytes;

/// A program with a site that names a local.
class SiteLocalsTest : public testing::Test {
protected:
  SiteLocalsTest() {
    uint64_t Local =
        Tables.allocation({.Name = "Mark", .Kind = AllocationKind::Local});
    Tables.block(
        {.Slots = 1, .Sites = {{.Flags = SiteDirect, .Object = Local}}});
    StreamBuilder Stream;
    Stream.module(0, Tables);
    ModuleBuilder Builder(Modules);
    NoAccesses Ignore;
    Decoder Records(Builder, Ignore, {});
    EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
  }

  TableBuilder Tables;
  ModuleSet Modules;
  StructureRegistry Structures;
  SiteLocals Locals{Modules, Structures};
};

// Callers have counters for the structures that there were before.
TEST_F(SiteLocalsTest, LearningMakesNoStructure) {
  StructureId Stack = Structures.stack(ThreadId(0));
  Locals.choose(6);
  size_t Count = Structures.structures().size();
  EXPECT_EQ(Locals.learn(SiteId(0), Other, Stack), Stack);
  EXPECT_EQ(Locals.learn(SiteId(0), Other, Stack), Stack);
  EXPECT_EQ(Structures.structures().size(), Count);
  Locals.update();
  StructureId Local = Locals.learn(SiteId(0), Other, Stack);
  EXPECT_EQ(Structures.structures().size(), Count + 1);
  EXPECT_EQ(Structures.structures()[Local.Value].Name, "Mark");
}

// Frames with locals in chosen lines are known.
TEST_F(SiteLocalsTest, AChosenLineShowsThatASiteAccessesTheStack) {
  StructureId Stack = Structures.stack(ThreadId(0)),
              Local = Structures.local(
                  *Modules.allocation(Modules.site(SiteId(0)).Object));
  Locals.choose(6);
  EXPECT_EQ(Locals.learn(SiteId(0), Other, Local), Local);
  EXPECT_EQ(Locals.learn(SiteId(0), Other, Stack), Local);
  EXPECT_EQ(Locals.learn(SiteId(0), Chosen, Stack), Stack);
  EXPECT_EQ(Locals.learn(SiteId(0), Other, Stack), Stack);
}

} // namespace
