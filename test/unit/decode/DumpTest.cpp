//===- DumpTest.cpp - the merged stream as text ---------------------------===//

#include "analysis/decode/Dump.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

std::string dump(const StreamBuilder &S, uint32_t Thread = 0) {
  std::ostringstream Out;
  Dump To(Out);
  EXPECT_TRUE(To.segment({ThreadId(Thread), S.words()}));
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
  Dump To(Out, true);
  StreamBuilder S;
  S.module(0, Tables).block(B).tick(1).acquire(8, SyncKind::Mutex, 0x10);
  ASSERT_TRUE(To.segment({ThreadId(0), S.words()}));
  std::string Text = Out.str();
  EXPECT_EQ(Text.substr(Text.find('\n') + 1), "T0 Acquire #8 Mutex 0x10\n");
}

TEST(Dump, PrintsBlocksWithTheirPlaceAndSlots) {
  TableBuilder Tables;
  uint64_t B = Tables.block({.Instructions = 4,
                             .Slots = 2,
                             .Function = "ns::product",
                             .Where = Tables.location("p.c", "product", 12)});
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

TEST(Dump, PrintsFilteredRecords) {
  TableBuilder Tables;
  uint64_t Site = Tables.begin(TableKind::Sites);
  Tables.block({.Slots = 1,
                .Sites = {{.Where = Tables.location("p.c", "product", 12)}}});
  StreamBuilder S;
  S.module(0, Tables)
      .filtered(FilteredKind::Cache, 64, 0, 8)
      .filtered(FilteredKind::Change, 0x1000, Site, 7)
      .filtered(FilteredKind::ChangeWritten, 0x2000, Site, 0x404000, 3)
      .filtered(FilteredKind::Piece, 0x2010, Site, 1 << 16, 3)
      .filtered(FilteredKind::Counts, 0x1040, 0, 3 | 2 << 16, 7)
      .filtered(FilteredKind::Written, 0x1080, 0, 0x404000)
      .filtered(FilteredKind::Access, 0x103c, Site, 100)
      .filtered(FilteredKind::Touched, 0x1080, Site, 0, 2)
      .filtered(FilteredKind::Straddle, 0x103c, Site, 8)
      .filtered(FilteredKind::Mark, 0x7fff0000, Site, 24)
      .filtered(FilteredKind::Times, 0, Site, 3)
      .filtered(FilteredKind::Straddles, 0x103c, Site, 5)
      .filtered(FilteredKind::Window, 0, 0, 4096)
      .filtered(FilteredKind::Seen, 0x1040, Site, 8)
      .filtered(FilteredKind::Told, 0, 0, 0)
      .filtered(FilteredKind::Straddled, 0x1040, Site, 6, 3)
      .filtered(FilteredKind::Handed, 0x1000, 0, 0, 1)
      .filtered(FilteredKind::Change, 0x1000, 0xbad0000, 0);
  std::string Text = dump(S);
  EXPECT_NE(
      Text.find("T0 filtered Cache 0x40 sets of 8 ways\n"
                "T0 filtered Change 0x1000 way 0 site 0x500000 p.c:12 7 loads "
                "0 stores\n"
                "T0 filtered ChangeWritten 0x2000 way 3 site 0x500000 p.c:12 "
                "writer 0x404000\n"
                "T0 filtered Piece 0x2010 way 3 site 0x500000 p.c:12 0 loads 1 "
                "stores\n"
                "T0 filtered Counts 0x1040 way 7 3 loads 2 stores\n"
                "T0 filtered Written 0x1080 way 0 writer 0x404000\n"
                "T0 filtered Access 0x103c site 0x500000 p.c:12 100 bytes\n"
                "T0 filtered Touched 0x1080 way 2 site 0x500000 p.c:12\n"
                "T0 filtered Straddle 0x103c site 0x500000 p.c:12 8 bytes\n"
                "T0 filtered Mark 0x7fff0000 site 0x500000 p.c:12 24 bytes\n"
                "T0 filtered Times site 0x500000 p.c:12 3 accesses\n"
                "T0 filtered Straddles 0x103c site 0x500000 p.c:12 5 accesses\n"
                "T0 filtered Window 4096 accesses\n"
                "T0 filtered Seen 0x1040 site 0x500000 p.c:12 8 bytes\n"
                "T0 filtered Told\n"
                "T0 filtered Straddled 0x1040 way 3 site 0x500000 p.c:12 6 "
                "accesses\n"
                "T0 filtered Handed 0x1000 way 1\n"
                "T0 filtered Change 0x1000 way 0 site 0xbad0000 ?:0 0 loads 0 "
                "stores\n"),
      std::string::npos)
      << Text;
}

} // namespace
