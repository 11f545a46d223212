//===- LiveMemoryTest.cpp - two ways to say what accesses lie in ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/LiveMemory.h"
#include "test/support/AnalysisRun.h"

namespace memfacet::test {
namespace {

Comparisons compared(const StreamBuilder &Stream, const Profile &P) {
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  LiveMemory Memory(Modules);
  Decoder Records(Builder, Memory, {});
  EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
  Records.finish();
  Comparisons V;
  Memory.compare(P, V);
  return V;
}

/// Globals, blocks, mappings and stacks that come and go close to each other,
/// and loads in and around them.
StreamBuilder randomProgram(uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  LoadingProgram Program;
  constexpr uint64_t Base = 0x100000, Bytes = 4096;
  for (uint32_t I = 0; I != 3; ++I)
    Program.Tables.global({fmt::format("g{}", I),
                           Base + I * 300 + Random() % 64,
                           uint32_t(1 + Random() % 200), "char"});
  auto Place = [&] { return Base + Random() % Bytes; };
  uint64_t Order = 0;
  Program.Stream.threadStart(++Order, Base + 3000, Base + 3700)
      .module(0, Program.Tables);
  std::vector<uint64_t> Blocks;
  for (int I = 0; I != 400; ++I) {
    uint64_t Low = Place();
    switch (Random() % 9) {
    case 0:
    case 1:
      Program.Stream.alloc(++Order, Low, Random() % 150, 0);
      Blocks.push_back(Low);
      break;
    case 2:
      Program.Stream.free(++Order, Random() % 4 && !Blocks.empty()
                                       ? Blocks[Random() % Blocks.size()]
                                       : Place());
      break;
    case 3:
      if (Low = Blocks.empty() ? Low : Blocks.back(); Random() % 2) {
        Program.Stream.event(EventKind::Free, {++Order, Low}, 1)
            .event(EventKind::Alloc, {++Order, Low, 0, 0, Low});
        break;
      }
      Program.Stream.mapping(++Order, Low, Low + Random() % 500,
                             MappingKind(Random() % 2), "/lib/x");
      break;
    case 4:
      Program.Stream.event(EventKind::Unmap,
                           {++Order, Low, Low + Random() % 500});
      break;
    default:
      for (int Load = 0; Load != 5; ++Load)
        Program.load(Place());
    }
  }
  return Program.Stream;
}

TEST(LiveMemory, AgreesWithTheAttributor) {
  uint64_t Compared = 0, Unattributed = 0;
  for (uint64_t Seed = 0; Seed != 200; ++Seed) {
    StreamBuilder Stream = randomProgram(Seed);
    Profile P = analyse(Stream);
    Comparisons V = compared(Stream, P);
    ASSERT_FALSE(V.violated()) << Seed << ": " << V.first();
    Compared += V.compared();
    Unattributed += P.Structures[1].Total.Accesses;
  }
  EXPECT_GT(Compared, 700u); // all classes
  EXPECT_GT(Unattributed, 1000u);
}

TEST(LiveMemory, NoticesAnAccessThatIsCalledOtherwise) {
  LoadingProgram Program;
  Program.Stream.module(0, Program.Tables).alloc(1, 0x1000, 64, 0);
  Program.load(0x1000).load(0x5000);
  Profile P = analyse(Program.Stream);
  EXPECT_EQ(compared(Program.Stream, P).compared(), 2u);
  EXPECT_FALSE(compared(Program.Stream, P).violated());
  for (Structure &S : P.Structures)
    if (S.Total.Accesses == 1 && S.Kind != StructureKind::Unattributed)
      S.Kind = StructureKind::Global;
  EXPECT_EQ(compared(Program.Stream, P).first(),
            "accesses to allocated or mapped memory: 0, not 1");
}

TEST(LiveMemory, ThereIsNothingToCompareWithTheProgramsOwnMarks) {
  LoadingProgram Program;
  Program.Stream.module(0, Program.Tables).mark(1, 0x1000, 64, "mine");
  Program.load(0x1000);
  EXPECT_FALSE(compared(Program.Stream, analyse(Program.Stream)).applies());
}

} // namespace
} // namespace memfacet::test
