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
  LoadingProgram Of;
  constexpr uint64_t Base = 0x100000, Bytes = 4096;
  for (uint32_t I = 0; I != 3; ++I)
    Of.Tables.global({fmt::format("g{}", I), Base + I * 300 + Random() % 64,
                      uint32_t(1 + Random() % 200), "char"});
  auto Place = [&] { return Base + Random() % Bytes; };
  uint64_t Order = 0;
  Of.Stream.threadStart(++Order, Base + 3000, Base + 3700).module(0, Of.Tables);
  std::vector<uint64_t> Blocks;
  for (int I = 0; I != 400; ++I) {
    uint64_t Low = Place();
    switch (Random() % 9) {
    case 0:
    case 1:
      Of.Stream.alloc(++Order, Low, Random() % 150, 0);
      Blocks.push_back(Low);
      break;
    case 2:
      Of.Stream.free(++Order, Random() % 4 && !Blocks.empty()
                                  ? Blocks[Random() % Blocks.size()]
                                  : Place());
      break;
    case 3:
      Of.Stream.mapping(++Order, Low, Low + Random() % 500,
                        MappingKind(Random() % 2), "/lib/x");
      break;
    case 4:
      Of.Stream.event(EventKind::Unmap, {++Order, Low, Low + Random() % 500});
      break;
    default:
      for (int Load = 0; Load != 5; ++Load)
        Of.load(Place());
    }
  }
  return Of.Stream;
}

TEST(LiveMemory, AgreesWithTheAttributor) {
  uint64_t Seen = 0, Nothing = 0;
  for (uint64_t Seed = 0; Seed != 200; ++Seed) {
    StreamBuilder Stream = randomProgram(Seed);
    Profile P = analyse(Stream);
    Comparisons V = compared(Stream, P);
    ASSERT_FALSE(V.violated()) << Seed << ": " << V.first();
    Seen += V.compared();
    Nothing += P.Structures[1].Total.Accesses;
  }
  EXPECT_GT(Seen, 700u); // all classes
  EXPECT_GT(Nothing, 1000u);
}

TEST(LiveMemory, NoticesAnAccessThatIsCalledOtherwise) {
  LoadingProgram Of;
  Of.Stream.module(0, Of.Tables).alloc(1, 0x1000, 64, 0);
  Of.load(0x1000).load(0x5000);
  Profile P = analyse(Of.Stream);
  EXPECT_EQ(compared(Of.Stream, P).compared(), 2u);
  EXPECT_FALSE(compared(Of.Stream, P).violated());
  for (Structure &S : P.Structures)
    if (S.Total.Accesses == 1 && S.Kind != StructureKind::Unattributed)
      S.Kind = StructureKind::Global;
  EXPECT_EQ(compared(Of.Stream, P).first(),
            "accesses to allocated or mapped memory: 0, not 1");
}

TEST(LiveMemory, ThereIsNothingToCompareWithTheProgramsOwnMarks) {
  LoadingProgram Of;
  Of.Stream.module(0, Of.Tables).mark(1, 0x1000, 64, "mine");
  Of.load(0x1000);
  EXPECT_FALSE(compared(Of.Stream, analyse(Of.Stream)).applies());
}

} // namespace
} // namespace memfacet::test
