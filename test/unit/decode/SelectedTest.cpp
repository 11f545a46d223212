//===- SelectedTest.cpp - selected records, decoded -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"
#include <map>

namespace {

/// What batches say, one line each.
class LineKeeper final : public BatchSink {
public:
  void batch(const AccessBatch &B) override {
    std::string Line = fmt::format("T{}", B.Thread.Value);
    Line += B.Selected ? fmt::format(" 1/{}", 1 << B.Lines.Bits) : " plain";
    if (B.Lines.Visit != 0)
      Line += fmt::format(" {} {} of 1/{}",
                          B.Lines.IsRepeated ? "visit again" : "visit",
                          B.Lines.Visit, B.Lines.Period);
    if (B.Window)
      Line += B.WindowBegins ? " window begins" : " window";
    for (size_t I = 0; I != B.Count; ++I)
      Line += fmt::format(" {}{:#x}+{}@{}", B.Info[I].write() ? "w" : "r",
                          B.Address[I], B.Info[I].size(), B.Info[I].site());
    for (const StackMark &M : B.Marks)
      Line += fmt::format(" mark{:#x}+{}<{}", M.Address, M.Bytes, M.Position);
    for (const LineMovement &M : B.Moves) {
      Line += fmt::format(" T{}:{:#x}>T{}:{:#x}", M.Origin.Thread,
                          M.WriteAddress, M.Move.Thread, M.Address);
      if (M.Meetings)
        Line += fmt::format(" after {} meetings", M.Meetings);
    }
    if (B.Instructions)
      Line += fmt::format(" {} instructions", B.Instructions);
    Lines.push_back(Line);
  }
  void event(const Event &) override {}
  void executed(ThreadId, IntervalId,
                std::span<const SiteExecutions> Sites) override {
    add(Executed, Sites);
  }
  void counted(ThreadId, IntervalId,
               std::span<const SiteExecutions> Sites) override {
    add(Counted, Sites);
  }

  std::vector<std::string> Lines;
  std::map<uint32_t, uint64_t> Executed, Counted; ///< by site

private:
  static void add(std::map<uint32_t, uint64_t> &Sums,
                  std::span<const SiteExecutions> Sites) {
    for (const SiteExecutions &E : Sites)
      for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site)
        Sums[Site] += E.Executions;
  }
};

/// A load and a store of one run, which has a counter, and a mark.
struct SelectingProgram {
  TableBuilder Tables;
  StreamBuilder Start;
  uint64_t Load, Store, Mark, Row;
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  LineKeeper Keeper;
  Decoder Records{Builder, Keeper, {.Intervals = {1000}}};

  SelectingProgram() {
    uint64_t Local = Tables.allocation({.Name = "local"});
    Load = Tables.range(TableKind::Sites).End;
    Row = Tables.block(
        {.Instructions = 3,
         .Slots = 2,
         .Sites = {{.Size = 8},
                   {.Size = 4, .Base = 1, .Kind = AccessKind::Store}}});
    Store = Load + sizeof(Site);
    Mark = Tables.range(TableKind::Sites).End;
    Tables.block(
        {.Slots = 1,
         .Sites = {
             {.Size = 24, .Shape = SiteShape::LocalBegin, .Local = Local}}});
    uint64_t Counter = Tables.counter(3);
    Tables.flow(0, Row, Counter);
    Tables.flow(Row, 0, 0);
    Start.module(0, Tables);
    EXPECT_TRUE(Records.segment({ThreadId(0), Start.words()}));
  }
  void segment(const StreamBuilder &S, uint32_t Thread = 0) {
    EXPECT_TRUE(Records.segment({ThreadId(Thread), S.words()}));
  }
};

using Lines = std::vector<std::string>;

TEST(Selected, RecordsBecomeAccessesAndMarks) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(0, 100)
      .selected(SelectedKind::Access, 0x1000, P.Load, 8)
      .selected(SelectedKind::Access, 0x1040, P.Store, 300)
      .selected(SelectedKind::Mark, 0x7fff0000, P.Mark, 24)
      .selected(SelectedKind::Access, 0x2000, P.Store, 4)
      .lines(3)
      .selected(SelectedKind::Access, 0x1000, P.Load, 8);
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines,
            (Lines{"T0 1/1 window begins",
                   "T0 1/1 window begins r0x1000+8@0 w0x1040+300@1 "
                   "w0x2000+4@1 mark0x7fff0000+24<2",
                   "T0 1/8", "T0 1/8 r0x1000+8@0"}));
  EXPECT_TRUE(P.Keeper.Executed.empty());
  EXPECT_TRUE(P.Records.selects());
  EXPECT_EQ(P.Records.loss().UnknownWords, 0u);
}

TEST(Selected, AreNotMixedWithRecordsOfBlocks) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(1)
      .selected(SelectedKind::Access, 0x1000, P.Load, 8)
      .block(P.Row, {0x3000, 0x3008})
      .selected(SelectedKind::Access, 0x1080, P.Load, 8);
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines,
            (Lines{"T0 1/2", "T0 1/2 r0x1000+8@0",
                   "T0 plain r0x3000+8@0 w0x3008+4@1 3 instructions",
                   "T0 1/2 r0x1080+8@0"}));
  EXPECT_EQ(P.Keeper.Executed, (std::map<uint32_t, uint64_t>{{0, 1}, {1, 1}}));
}

TEST(Selected, EachThreadHasItsLines) {
  SelectingProgram P;
  P.segment(StreamBuilder().lines(2, 50));
  P.segment(StreamBuilder().lines(1), 1);
  P.segment(StreamBuilder().selected(SelectedKind::Access, 0x1000, P.Load, 8));
  P.segment(StreamBuilder().selected(SelectedKind::Access, 0x1000, P.Load, 8),
            1);
  P.segment(StreamBuilder().selected(SelectedKind::Access, 0x1040, P.Load, 8));
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines,
            (Lines{"T0 1/4 window begins", "T1 1/2",
                   "T0 1/4 window begins r0x1000+8@0", "T1 1/2 r0x1000+8@0",
                   "T0 1/4 window r0x1040+8@0"}));
}

TEST(Selected, LinesTellVisits) {
  SelectingProgram P;
  StreamBuilder S;
  for (LinesValue L : {LinesValue{6, 63, 1},
                       {6, 62, 0x7fff, true},
                       {6, BetweenVisits, 2},
                       {6},
                       // These make no sense.
                       {5, 63, 1},
                       {3, 1, 0},
                       {0, 1, 1},
                       {7, 1, 1}})
    S.lines(packLines(L));
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines, (Lines{"T0 1/64 visit 63 of 1/1",
                                   "T0 1/64 visit again 62 of 1/32767",
                                   "T0 1/64 visit 255 of 1/2", "T0 1/64",
                                   "T0 1/32", "T0 1/8", "T0 1/1", "T0 1/64"}));
}

TEST(Selected, CountersAndCorrectionsCome) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(0)
      .selected(SelectedKind::Times, 0, P.Load, 0)
      .selected(SelectedKind::Times, 0, P.Store, 3)
      .selected(SelectedKind::Times, 0, P.Store, 2)
      .event(EventKind::Counts, {countsOf(0, false), counterWord(0, 10)})
      .event(EventKind::Counts, {countsOf(0, true)});
  P.segment(S);
  EXPECT_EQ(P.Keeper.Counted, (std::map<uint32_t, uint64_t>{{0, 9}, {1, 13}}));
  EXPECT_EQ(P.Records.instructions(ThreadId(0)), 30u);
}

TEST(Selected, CorrectionsAloneAreCounted) {
  SelectingProgram P;
  P.segment(
      StreamBuilder().lines(0).selected(SelectedKind::Times, 0, P.Load, 3));
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Counted, (std::map<uint32_t, uint64_t>{{0, 2}}));
}

TEST(Selected, FurtherPartsHaveTheirSize) {
  SelectingProgram P;
  P.segment(StreamBuilder()
                .lines(0, 1)
                .selected(SelectedKind::Access, 0x1000, P.Load, 0x3fffffff)
                .selected(SelectedKind::Access, 0x40001000, P.Load,
                          ContinuedBit | 64));
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines.back(),
            "T0 1/1 window begins r0x1000+1073741823@0 r0x40001000+64@0");
}

TEST(Selected, DamagedRecordsAreLeftOut) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(9)
      .selected(SelectedKind::Access, 0x1000, 0xbad0000, 8)
      .selected(SelectedKind::Access, 0x1000, P.Load, 0)
      .selected(SelectedKind::Access, 0x1000, P.Load, ContinuedBit)
      .selected(SelectedKind::Access, 0x1000, P.Load, uint32_t(1) << 31 | 8)
      .selected(SelectedKind(33), 0x1000, P.Load, 8)
      .selected(SelectedKind::Access, 0x1000, P.Load, 8);
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines, (Lines{"T0 1/64", "T0 1/64 r0x1000+8@0"}));
  EXPECT_EQ(P.Records.loss().UnknownWords, 10u);
}

// A signal handler has moves of its own between the halves of one.
TEST(Selected, MovesAreNested) {
  SelectingProgram P;
  uint32_t First = packMove({1, MoveKind::True, 6}),
           Inner = packMove({2, MoveKind::False, 0});
  P.segment(StreamBuilder()
                .lines(6)
                .selected(SelectedKind::Moved, 0x1000, P.Load, First)
                .selected(SelectedKind::Moved, 0x2000, P.Load, Inner)
                .selected(SelectedKind::MovedFrom, 0x2008, P.Store,
                          packWriter({3, false}))
                .selected(SelectedKind::MovedFrom, 0x1008, P.Store,
                          packWriter({4, true})));
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines, (Lines{"T0 1/64", "T0 1/64 T3:0x2008>T2:0x2000 "
                                              "T4:0x1008>T1:0x1000"}));
  EXPECT_EQ(P.Records.loss().UnknownWords, 0u);
}

// Whoever comes first gets a lock; a barrier lets threads go on together.
TEST(Selected, MovesComeAfterMeetings) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(6);
  uint64_t Order = 1;
  for (SyncKind Kind : {SyncKind::Mutex, SyncKind::Barrier, SyncKind::ReadLock,
                        SyncKind::Condition, SyncKind::TeamLock})
    S.event(EventKind::Acquire, {Order++, 0x5000}, uint32_t(Kind));
  S.event(EventKind::Release, {Order++, 0x5000}, uint32_t(SyncKind::Barrier));
  S.selected(SelectedKind::Moved, 0x1000, P.Load,
             packMove({1, MoveKind::True, 6}))
      .selected(SelectedKind::MovedFrom, 0x1008, P.Store,
                packWriter({2, false}));
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Keeper.Lines.back(),
            "T0 1/64 T2:0x1008>T1:0x1000 after 2 meetings");
}

// A watched line stands for itself, not for 2^6 lines.
TEST(Selected, MovesOfManyWatchedLinesAreLoss) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(6)
      .selected(SelectedKind::Moved, 0x1000, P.Load,
                packMove({1, MoveKind::True, 6, true}))
      .selected(SelectedKind::MovedFrom, 0x1008, P.Store,
                packWriter({2, false}));
  P.segment(S);
  P.Records.finish();
  EXPECT_EQ(P.Records.loss().UnknownWords, 4u);
}

TEST(Selected, HalvesOfMovesAreLoss) {
  SelectingProgram P;
  uint32_t Damaged = packMove({1, MoveKind(3), 6});
  P.segment(StreamBuilder()
                .lines(6)
                .selected(SelectedKind::MovedFrom, 0x1008, P.Store, 4)
                .selected(SelectedKind::Moved, 0x1000, P.Load, Damaged)
                .selected(SelectedKind::MovedFrom, 0x1008, P.Store, 4));
  P.Records.finish();
  EXPECT_EQ(P.Records.loss().UnknownWords, 6u);
}

TEST(Selected, TheEndIsToldOnce) {
  SelectingProgram P;
  EXPECT_EQ(P.Records.ending(), Decoder::Ending::Unknown);
  P.segment(StreamBuilder().selected(SelectedKind::Ended, 0, 0, EndedBySelf));
  P.segment(StreamBuilder().selected(SelectedKind::Ended, 0, 0, EndedByReader));
  EXPECT_EQ(P.Records.ending(), Decoder::Ending::BySelf);
  EXPECT_FALSE(P.Records.selects()); // a program may only count
}

TEST(Selected, MoreThanABatchCome) {
  SelectingProgram P;
  StreamBuilder S;
  S.lines(0, 10000);
  for (uint64_t I = 0; I != AccessBatch::Capacity + 5; ++I)
    S.selected(SelectedKind::Access, 64 * I, P.Load, 8);
  P.segment(S);
  P.Records.finish();
  ASSERT_EQ(P.Keeper.Lines.size(), 3u);
  EXPECT_TRUE(P.Keeper.Lines[1].starts_with("T0 1/1 window begins r0x0+8@0"));
  EXPECT_TRUE(P.Keeper.Lines[2].starts_with("T0 1/1 window r0x20000+8@0"));
}

} // namespace
