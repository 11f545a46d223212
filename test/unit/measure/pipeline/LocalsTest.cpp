//===- LocalsTest.cpp - named locals and their frames ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/AnalysisRun.h"
#include "test/support/CountingObserver.h"
#include "test/support/NamedStructure.h"

namespace {

constexpr uint64_t StackLow = 0x700000, StackHigh = 0x800000;

/// The marks of memfacet/Tables.h, one after another, on lists of all frames
/// and locals.
class ReferenceFrames {
public:
  struct Counts {
    uint64_t Loads = 0, Objects = 0, Bytes = 0;
  };

  void frameBegin(uint64_t Anchor) {
    // The same function once more, in the same place: it was left unnoticed.
    if (!Frames.empty() && Frames.back().Anchor == Anchor)
      Frames.pop_back();
    Frames.push_back({Anchor, {}});
  }
  void frameEnd(uint64_t Anchor) {
    for (size_t I = Frames.size(); I-- != 0;)
      if (Frames[I].Anchor == Anchor)
        return Frames.resize(I);
  }
  void localBegin(const std::string &Name, uint64_t Address, uint64_t Bytes) {
    remove([&](const Local &L) {
      return L.Low < Address + Bytes && Address < L.Low + L.Bytes;
    });
    Frames.back().Locals.push_back({Name, Address, Bytes});
    ByName[Name].Objects += 1;
    ByName[Name].Bytes += Bytes;
  }
  void localEnd(uint64_t Address) {
    remove([&](const Local &L) { return L.Low == Address; });
  }
  void stackCut(uint64_t Address) {
    while (!Frames.empty() && Frames.back().Anchor < Address)
      Frames.pop_back();
    remove([&](const Local &L) { return L.Low < Address; });
  }
  void load(uint64_t Address) {
    for (const Frame &F : Frames)
      for (const Local &L : F.Locals)
        if (L.Low <= Address && Address < L.Low + L.Bytes) {
          ++ByName[L.Name].Loads;
          return;
        }
    ++ByName["[stack]"].Loads;
  }

  std::map<std::string, Counts> ByName;

private:
  struct Local {
    std::string Name;
    uint64_t Low, Bytes;
  };
  struct Frame {
    uint64_t Anchor;
    std::vector<Local> Locals;
  };
  template <typename Predicate> void remove(Predicate P) {
    for (Frame &F : Frames)
      std::erase_if(F.Locals, P);
  }

  std::vector<Frame> Frames;
};

/// Blocks with one mark or one load each, on the stack of thread 0.
struct Program {
  TableBuilder Tables;
  StreamBuilder Stream;
  std::map<std::string, uint64_t> Locals; ///< blocks by name and bytes
  uint64_t Load = Tables.block({.Slots = 1, .Sites = {{.Size = 8}}});
  uint64_t Begin = markBlock(SiteShape::FrameBegin);
  uint64_t End = markBlock(SiteShape::FrameEnd);
  uint64_t LocalEnd = markBlock(SiteShape::LocalEnd);
  uint64_t Cut = markBlock(SiteShape::StackCut);
  StreamBuilder Words;

  uint64_t markBlock(SiteShape Shape) {
    return Tables.block({.Slots = 1, .Sites = {{.Size = 0, .Shape = Shape}}});
  }
  Program &block(uint64_t Block, uint64_t Address) {
    Words.block(Block, {Address});
    return *this;
  }
  Program &load(uint64_t Address) { return block(Load, Address); }
  Program &frame(uint64_t Address) { return block(Begin, Address); }
  Program &endFrame(uint64_t Address) { return block(End, Address); }
  Program &endLocal(uint64_t Address) { return block(LocalEnd, Address); }
  Program &cut(uint64_t Address) { return block(Cut, Address); }
  uint64_t entry(const std::string &Name) {
    return Tables.allocation({.Name = Name,
                              .Type = "int[]",
                              .Function = "f",
                              .Kind = AllocationKind::Local});
  }
  Program &local(const std::string &Name, uint64_t Address, uint32_t Bytes) {
    uint64_t &Block = Locals[fmt::format("{} {}", Name, Bytes)];
    if (!Block)
      Block = Tables.block({.Slots = 1,
                            .Sites = {{.Size = Bytes,
                                       .Shape = SiteShape::LocalBegin,
                                       .Local = entry(Name)}}});
    return block(Block, Address);
  }

  Profile run(uint64_t Interval = 1'000'000) {
    Stream.module(0, Tables).threadStart(1, StackLow, StackHigh);
    Stream.raw(Words.words());
    return analyse(Stream, "L1=1K,2",
                   {.Decoding = {.Intervals = {Interval}},
                    .Observers = {CountingObserver::make()}});
  }
};

class Locals : public testing::Test, protected Program {};

TEST_F(Locals, BelongToTheirVariableWhileTheirFrameLives) {
  frame(0x780000).local("buffer", 0x780000, 256).load(0x780000);
  load(0x7800f8).load(0x780100).load(0x77fff8);
  endFrame(0x780000).load(0x780000);
  Profile R = run();
  EXPECT_EQ(named(R, "buffer").Kind, StructureKind::Local);
  EXPECT_EQ(named(R, "buffer").Type, "int[]");
  EXPECT_EQ(named(R, "buffer").Function, "f");
  EXPECT_TRUE(named(R, "buffer").Named);
  EXPECT_EQ(named(R, "buffer").Objects, 1u);
  EXPECT_EQ(named(R, "buffer").Bytes, 256u);
  expectLoads(R, {{"buffer", 2}, {"[stack]", 3}});
}

TEST_F(Locals, InOneWordAreToldApart) {
  frame(0x780000).local("a", 0x780001, 2).local("b", 0x780004, 1);
  for (uint64_t I = 0; I != 8; ++I)
    load(0x780000 + I);
  expectLoads(run(), {{"a", 2}, {"b", 1}, {"[stack]", 5}});
}

TEST_F(Locals, OfARecursionAreSeveralObjects) {
  for (uint64_t I = 0; I != 5; ++I)
    frame(0x780000 - 256 * I).local("level", 0x780000 - 256 * I, 64);
  for (uint64_t I = 5; I-- != 0;)
    load(0x780008 - 256 * I).endFrame(0x780000 - 256 * I);
  load(0x780008);
  Profile R = run();
  EXPECT_EQ(named(R, "level").Objects, 5u);
  EXPECT_EQ(named(R, "level").PeakBytes, 5u * 64);
  expectLoads(R, {{"level", 5}, {"[stack]", 1}});
}

TEST_F(Locals, OfFramesThatAreCutOffEnd) {
  frame(0x780000).local("outer", 0x780000, 64);
  frame(0x77f000).local("inner", 0x77f000, 64).cut(0x77fff0);
  load(0x77f000).load(0x780000);
  expectLoads(run(), {{"outer", 1}, {"inner", 0}, {"[stack]", 1}});
}

TEST_F(Locals, OnStacksThatTheProgramMadeAreItsOwnersMemory) {
  Stream.alloc(1, 0x900000, 0x10000);
  frame(0x780000).local("mine", 0x780000, 64);
  frame(0x908000).local("fibre", 0x908000, 64).load(0x908000);
  load(0x780000).endFrame(0x908000).load(0x780000);
  Profile R = run();
  expectLoads(R, {{"mine", 2}, {"[library]", 1}, {"fibre", 0}});
  EXPECT_EQ(named(R, "fibre").Objects, 0u);
}

TEST_F(Locals, EndWithTheirThread) {
  frame(0x780000).local("last", 0x780000, 64).load(0x780000);
  Words.threadEnd(2);
  load(0x780000);
  Words.threadStart(3, StackLow + 0x1000, StackHigh + 0x1000);
  load(0x780000).frame(0x780000).local("new", 0x780000, 64).load(0x780000);
  expectLoads(run(), {{"last", 1}, {"new", 1}, {"[stack]", 2}});
}

TEST_F(Locals, OfFramesThatNothingEndsAreForgottenInTheEnd) {
  frame(0x790000).local("outer", 0x790000, 64);
  for (int I = 0; I != 5000; ++I) {
    frame(0x780000).local("a", 0x780000, 64);
    frame(0x77f000).local("b", 0x77f000, 64).load(0x780000);
  }
  load(0x77f000).load(0x790000).endFrame(0x790000);
  load(0x77f000).load(0x780000).load(0x790000);
  Profile R = run();
  expectLoads(R, {{"outer", 1}, {"a", 5000}, {"b", 1}});
  EXPECT_EQ(named(R, "b").Objects, 5000u);
  EXPECT_EQ(loads(R, "[stack]"), 3u);
}

/// Changes of owners are listed, but not for ever.
TEST_F(Locals, ThatTakeEachOthersPlaceDoNotMakeSitesObjectsForgotten) {
  Words.alloc(2, 0x900000, 64);
  for (int I = 0; I != 8; ++I)
    load(0x900000);
  frame(0x780000);
  for (int I = 0; I != 3000; ++I)
    local("a", 0x780000, 64).local("b", 0x780008, 64);
  Words.alloc(3, 0xa00000, 64);
  StreamBuilder Stream;
  Stream.module(0, Tables).threadStart(1, StackLow, StackHigh);
  Stream.raw(Words.words());
  AnalysisRun Run;
  Run.segment(Stream.words());
  EXPECT_TRUE(Run.Tested.ranges()->contains(0, 0x90003f));
}

/// A stack as programs have it: frames with fixed places for locals, scopes,
/// calls, returns, jumps out of several calls.
class RandomStack {
public:
  RandomStack(Program &Target, uint32_t Seed) : Target(Target), Random(Seed) {}

  void step() {
    switch (pick(16)) {
    case 0:
    case 1:
      return Depth.size() < 40 ? call() : leave();
    case 2:
    case 3:
      return Depth.size() > 1 ? leave() : call();
    case 4:
      return Depth.size() > 4 ? jump() : call();
    case 5:
    case 6:
      return begin(pick(4));
    case 7:
      return end(pick(4));
    default:
      return load();
    }
  }

  ReferenceFrames Reference;

private:
  struct Called {
    uint64_t Low, Bytes;
    uint32_t Function;
  };

  uint64_t pick(uint64_t N) { return Random() % N; }
  uint64_t low() const { return Depth.empty() ? 0x790000 : Depth.back().Low; }
  /// Local \p I of a function: its places overlap one another.
  static uint64_t offset(uint32_t Function, uint64_t I) {
    return (Function * 37 + I * 29) % 150;
  }
  static uint32_t bytes(uint32_t Function, uint64_t I) {
    return uint32_t(1 + (Function * 11 + I * 17) % 90);
  }

  void call() { call(uint32_t(pick(6))); }
  void call(uint32_t Function) {
    uint64_t Bytes = 256 + 16 * Function, Low = low() - Bytes;
    Depth.push_back({Low, Bytes, Function});
    Target.frame(Low + 3);
    Reference.frameBegin(Low + 3);
    begin(0);
    if (pick(2))
      begin(1);
  }
  void begin(uint64_t I) {
    if (Depth.empty())
      return;
    const Called &C = Depth.back();
    std::string Name = fmt::format("f{}l{}", C.Function, I);
    uint64_t Address = C.Low + offset(C.Function, I);
    Target.local(Name, Address, bytes(C.Function, I));
    Reference.localBegin(Name, Address, bytes(C.Function, I));
  }
  void end(uint64_t I) {
    if (Depth.empty())
      return;
    uint64_t Address = low() + offset(Depth.back().Function, I);
    Target.endLocal(Address);
    Reference.localEnd(Address);
  }
  void leave() {
    Target.endFrame(low() + 3);
    Reference.frameEnd(low() + 3);
    Depth.pop_back();
  }
  void jump() {
    Depth.resize(Depth.size() - 1 - pick(3));
    if (pick(2))
      return call(0); // as high as those that were left: this tells
    Target.cut(low());
    Reference.stackCut(low());
  }
  void load() {
    uint64_t Low = low() - 600, High = std::min(low() + 1500, 0x790100ul);
    for (uint64_t I = pick(30); I != 0; --I) {
      uint64_t Address = Low + pick(High - Low);
      Target.load(Address);
      Reference.load(Address);
    }
  }

  Program &Target;
  std::mt19937 Random;
  std::vector<Called> Depth;
};

TEST_F(Locals, ShowAsInTheReference) {
  for (uint32_t Seed = 1; Seed != 9; ++Seed) {
    Program P;
    RandomStack Stack(P, Seed);
    for (int I = 0; I != 20000; ++I)
      Stack.step();
    Profile R = P.run(Seed % 2 ? 1'000'000 : 97);
    uint64_t Sum = 0;
    for (const auto &[Name, C] : Stack.Reference.ByName) {
      EXPECT_EQ(loads(R, Name), C.Loads) << Name << " of " << Seed;
      Sum += C.Loads;
      if (Name == "[stack]")
        continue;
      EXPECT_EQ(named(R, Name).Objects, C.Objects) << Name << " of " << Seed;
      EXPECT_EQ(named(R, Name).Bytes, C.Bytes) << Name << " of " << Seed;
    }
    EXPECT_EQ(R.total().Loads, Sum);
    EXPECT_GT(Stack.Reference.ByName.size(), 20u);
  }
}

} // namespace
