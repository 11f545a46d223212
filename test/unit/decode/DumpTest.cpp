//===- DumpTest.cpp - the merged stream as text ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Dump.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

std::string dump(const StreamBuilder &S, uint32_t Thread = 0) {
  std::ostringstream Out;
  Dump Printer(Out);
  EXPECT_TRUE(Printer.segment({ThreadId(Thread), S.words()}));
  return Out.str();
}

TEST(Dump, PrintsEventsWithTheirNumbersAndText) {
  using namespace std::string_view_literals;
  EXPECT_EQ(dump(StreamBuilder()
                     .program(42, "prog\0-x\0"sv)
                     .alloc(17, 0x1000, 64, 0x404060)
                     .free(18, 0x1000, true)
                     .tick(255)
                     .mapping(19, 0x10, 0x20, MappingKind::Object, "lib\33.so"),
                 3),
            "T3 Program 0x2a 0x8 'prog -x'\n"
            "T3 Alloc #17 arg 1 0x1000 0x40 0x404060 0x0\n"
            "T3 Free #18 arg 1 0x1000\n"
            "T3 Tick 0xff\n"
            "T3 Mapping #19 0x10 0x20 0x0 0x7 'lib?.so'\n");
}

TEST(Dump, PrintsWhatIsSynchronisedAndWaitedFor) {
  StreamBuilder S;
  S.release(7, SyncKind::TeamBarrier, 3)
      .tick(1)
      .acquire(8, SyncKind::Mutex, 0x1000)
      .stall(StallKind::Read, 4, 0x12345);
  EXPECT_EQ(dump(S, 1), "T1 Release #7 TeamBarrier 0x3\n"
                        "T1 Tick 0x1\n"
                        "T1 Acquire #8 Mutex 0x1000\n"
                        "T1 Stall Read 0x4 0x12345\n");
  EXPECT_EQ(dump(StreamBuilder().event(EventKind::Stall, {0, 1}, 999)),
            "T0 Stall ? 0x0 0x1\n");
}

TEST(Dump, OfEventsLeavesOutBlocksStampsAndTables) {
  TableBuilder Tables;
  uint64_t B = Tables.block({});
  std::ostringstream Out;
  Dump Printer(Out, true);
  StreamBuilder S;
  S.module(0, Tables).block(B).tick(1).acquire(8, SyncKind::Mutex, 0x10);
  ASSERT_TRUE(Printer.segment({ThreadId(0), S.words()}));
  std::string Text = Out.str();
  EXPECT_EQ(Text.substr(Text.find('\n') + 1), "T0 Acquire #8 Mutex 0x10\n");
}

TEST(Dump, PrintsBlocksWithTheirPlaceAndSlots) {
  TableBuilder Tables;
  uint64_t B =
      Tables.block({.Instructions = 4,
                    .Slots = 2,
                    .Function = "ns::product",
                    .Location = Tables.location("p.c", "product", 12)});
  uint64_t Bare = Tables.block({});
  std::string Text = dump(StreamBuilder()
                              .module(0, Tables)
                              .block(B, {0x1000, 0})
                              .block(Bare)
                              .raw({0xbad, 0xbad}));
  EXPECT_TRUE(has(Text,
                  "T0 block ns::product p.c:12 4 instructions 0x1000 0x0\n"
                  "T0 block ? ?:0 1 instructions\n"
                  "T0 unknown 2 words\n"));
}

TEST(Dump, PrintsSelectedRecords) {
  TableBuilder Tables;
  uint64_t Site = Tables.begin(TableKind::Sites);
  Tables.block(
      {.Slots = 1,
       .Sites = {{.Location = Tables.location("p.c", "product", 12)}}});
  StreamBuilder S;
  S.module(0, Tables)
      .lines(3, 4096)
      .lines(4)
      .selected(SelectedKind::Access, 0x1000, Site, 100)
      .selected(SelectedKind::Mark, 0x7fff0000, Site, 24)
      .selected(SelectedKind::Times, 0, Site, 3)
      .selected(SelectedKind::Ended, 0, 0, EndedBySelf)
      .selected(SelectedKind::Moved, 0x1008, Site,
                packMove({3, MoveKind::False, 6}))
      .selected(SelectedKind::MovedFrom, 0x1010, Site, packWriter({2, true}))
      .selected(SelectedKind::Moved, 0x1048, Site,
                packMove({3, MoveKind::True, 0, true}))
      .selected(SelectedKind::MovedFrom, 0x1048, Site, packWriter({2, false}))
      .selected(SelectedKind::Access, 0x1000, 0xbad0000, 8);
  std::string Text = dump(S);
  EXPECT_TRUE(has(Text,
                  "T0 selected Lines window of 4096 accesses 3 bits\n"
                  "T0 selected Lines 4 bits\n"
                  "T0 selected Access 0x1000 site 0x500000 p.c:12 100 bytes\n"
                  "T0 selected Mark 0x7fff0000 site 0x500000 p.c:12 24 bytes\n"
                  "T0 selected Times site 0x500000 p.c:12 3 accesses\n"
                  "T0 selected Ended\n"
                  "T0 selected Moved 0x1008 site 0x500000 p.c:12 thread 3, "
                  "false sharing, 1 in 64 lines\n"
                  "T0 selected MovedFrom 0x1010 site 0x500000 p.c:12 thread 2, "
                  "which read it\n"
                  "T0 selected Moved 0x1048 site 0x500000 p.c:12 thread 3, "
                  "true sharing, 1 in 1 lines, watched\n"
                  "T0 selected MovedFrom 0x1048 site 0x500000 p.c:12 thread 2\n"
                  "T0 selected Access 0x1000 site 0xbad0000 ?:0 8 bytes\n"))
      << Text;
}

} // namespace
