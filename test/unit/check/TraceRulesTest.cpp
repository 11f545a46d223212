//===- TraceRulesTest.cpp - each rule of traces can be broken -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/TraceRules.h"
#include "analysis/check/CheckTrace.h"
#include "test/support/StreamBuilder.h"
#include <gtest/gtest.h>

namespace memfacet::test {
namespace {

/// Words of threads, in the order of the trace.
struct MadeUp {
  TableBuilder Tables;
  uint64_t Block =
      Tables.block({.Instructions = 5, .Slots = 1, .Sites = {{.Size = 8}}});
  uint64_t Call =
      Tables.allocation({.Name = "p", .Kind = AllocationKind::Malloc});
  StreamBuilder Main;  ///< first of all
  StreamBuilder Other; ///< of thread 1, then
  StreamBuilder Last;  ///< of the main thread, at the end
  DataLoss Loss;

  std::vector<CheckedInvariant> check() const {
    return checkEvents([&](SegmentSink &Sink) -> Expected<DataLoss> {
      for (auto [Thread, Words] :
           {std::pair(0u, &Main), {1u, &Other}, {0u, &Last}})
        if (Words->size() != 0)
          EXPECT_TRUE(Sink.segment({ThreadId(Thread), Words->words()}));
      return Loss;
    });
  }
};

/// Everything that rules look at, as it should be.
MadeUp goodTrace() {
  MadeUp T;
  T.Main.program(77, std::string_view("./app\0", 6))
      .threadStart(1, 0x7000, 0x8000)
      .mapping(2, 0x100, 0x200, MappingKind::File, "/lib/x")
      .module(0, T.Tables)
      .alloc(3, 0x2000, 64, T.Call, {T.Call})
      .alloc(4, 0x2040, 64, T.Call)
      .free(5, 0x2000)
      .phase("begin")
      .block(T.Block, {0x2000})
      .threadCreate(6, 1);
  T.Other.threadStart(7, 0x9000, 0xa000)
      .block(T.Block, {0x3000})
      .tick(100)
      .stall(StallKind::Lock, 0x10)
      .acquire(8, SyncKind::Mutex, 0x10)
      .release(9, SyncKind::Mutex, 0x10)
      .event(EventKind::Counts, {countsOf(1, true)})
      .threadEnd(10);
  T.Last.event(EventKind::ThreadJoin, {11}, 1)
      .event(EventKind::ModuleUnload, {12}, 0);
  return T;
}

struct Break {
  const char *Name;
  void (*Wrong)(MadeUp &T);
};
/// All are added after the end but where order matters.
const Break Breaks[] = {
    {"trace-complete",
     [](MadeUp &T) {
       T.Loss.Truncated = true;
       T.Loss.TruncatedWhy = "cut";
     }},
    {"trace-words", [](MadeUp &T) { T.Last.raw({0x1234}); }},
    {"trace-program",
     [](MadeUp &T) { T.Last.program(78, std::string_view("./b\0", 4)); }},
    {"trace-starts", [](MadeUp &T) { T.Last.threadStart(12); }},
    {"trace-creators",
     [](MadeUp &T) {
       T.Other = StreamBuilder().threadStart(6, 0x9000, 0xa000, 3);
     }},
    {"trace-ends", [](MadeUp &T) { T.Other.threadEnd(10); }},
    {"trace-joins",
     [](MadeUp &T) { T.Last.event(EventKind::ThreadJoin, {12}, 2); }},
    {"trace-order", [](MadeUp &T) { T.Last.free(2, 0x2000); }},
    {"trace-gaps", [](MadeUp &T) { T.Last.alloc(14, 0x4000, 8); }},
    {"trace-frees", [](MadeUp &T) { T.Last.free(12, 0x2000); }},
    {"trace-overlaps",
     [](MadeUp &T) { T.Last.alloc(12, 0x4000, 64).alloc(13, 0x4020, 8); }},
    {"trace-contexts",
     [](MadeUp &T) { T.Last.alloc(12, 0x4000, 64, T.Call, {0x99}); }},
    {"trace-modules",
     [](MadeUp &T) { T.Last.event(EventKind::TableData, {0x10, 0}, 5); }},
    {"trace-unloads",
     [](MadeUp &T) { T.Last.event(EventKind::ModuleUnload, {12}, 0); }},
    {"trace-ranges",
     [](MadeUp &T) { T.Last.event(EventKind::Unmap, {12, 0x20, 0x10}); }},
    {"trace-names", [](MadeUp &T) { T.Last.event(EventKind::Phase, {9, 0}); }},
    {"trace-kinds", [](MadeUp &T) { T.Last.acquire(12, SyncKind(99), 0x10); }},
    {"trace-stalls",
     [](MadeUp &T) { T.Last.tick(200).stall(StallKind::Lock, 0, 5); }},
    {"trace-counters",
     [](MadeUp &T) { T.Last.event(EventKind::Counts, {countsOf(9, true)}); }},
    {"trace-whole", [](MadeUp &T) { T.Last.lines(1); }},
};

std::set<std::string> violated(const std::vector<CheckedInvariant> &All) {
  std::set<std::string> Names;
  for (const CheckedInvariant &I : All)
    if (I.Found.violated())
      Names.insert(I.Name);
  return Names;
}

TEST(TraceRulesTest, aGoodTraceViolatesNoneAndAllApply) {
  for (const CheckedInvariant &I : goodTrace().check()) {
    EXPECT_FALSE(I.Found.violated()) << I.Name << ": " << I.Found.first();
    EXPECT_TRUE(I.Found.applies()) << I.Name;
  }
}

TEST(TraceRulesTest, aBlockIsAliveAfterAReallocationThatReleasesNothing) {
  MadeUp T = goodTrace();
  T.Last.event(EventKind::Free, {13, 0x2040}, 1)
      .event(EventKind::Alloc, {14, 0x2040, 0, 0, 0x2040})
      .free(15, 0x2040);
  EXPECT_EQ(violated(T.check()), std::set<std::string>());
  T.Last.event(EventKind::Alloc, {16, 0x2040, 0, 0, 0x2040}).free(17, 0x2040);
  EXPECT_EQ(violated(T.check()), std::set<std::string>{"trace-frees"});
}

TEST(TraceRulesTest, anAllocatorMayReleaseWhatItHasMapped) {
  MadeUp T = goodTrace();
  T.Last.free(13, 0x180);
  EXPECT_EQ(violated(T.check()), std::set<std::string>());
  T.Last.event(EventKind::Unmap, {14, 0x100, 0x200}).free(15, 0x180);
  EXPECT_EQ(violated(T.check()), std::set<std::string>{"trace-frees"});
}

TEST(TraceRulesTest, eachCanBeBroken) {
  std::set<std::string> Broken;
  for (const Break &B : Breaks) {
    MadeUp T = goodTrace();
    B.Wrong(T);
    EXPECT_TRUE(violated(T.check()).contains(B.Name)) << B.Name;
    Broken.insert(B.Name);
  }
  for (const TraceRuleRow &R : TraceRules)
    EXPECT_TRUE(Broken.contains(R.Name)) << R.Name << " has no test";
}

TEST(TraceRulesTest, whatIsNoTraceIsOneViolation) {
  std::vector<CheckedInvariant> All = checkTraceFile("/there/is/none.mft");
  EXPECT_EQ(violated(All), std::set<std::string>{"trace-complete"});
}

} // namespace
} // namespace memfacet::test
