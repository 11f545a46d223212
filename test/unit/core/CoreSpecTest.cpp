//===- CoreSpecTest.cpp - cores as text -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"
#include "analysis/core/CoreModel.h"
#include "test/support/Test.h"

namespace {

TEST(CoreSpec, AlphaIsThePapersFigure2) {
  CoreModel M = good(parseCoreModel("alpha21264"));
  EXPECT_EQ(M.Width, 4u);
  EXPECT_EQ(M.Window, 80u);
  EXPECT_EQ(M.Levels, (std::vector<uint32_t>{3, 12}));
  CacheModel Caches = good(parseCacheModel(M.Caches));
  ASSERT_EQ(Caches.Tlbs.size(), 1u);
  EXPECT_EQ(Caches.Tlbs[0].Entries, 128u);
  EXPECT_EQ(M.Memory, 12u + 32 + 24 + 48);
  // 64 bytes at 1.6 GB/s and 1 GHz.
  EXPECT_EQ(M.Line, 40u);
  EXPECT_EQ(M.Units[size_t(UnitKind::Integer)], 4u);
  EXPECT_EQ(M.Units[size_t(UnitKind::Multiply)], 4u);
  EXPECT_EQ(M.Units[size_t(UnitKind::FpAdd)], 1u);
  EXPECT_EQ(M.Units[size_t(UnitKind::FpMultiply)], 1u);
  EXPECT_EQ(M.Predictor,
            (PredictorModel{PredictorKind::Tournament, 1024, 4096, 4096}));
}

TEST(CoreSpec, PresetsFitTheirCachesAndParseBack) {
  for (const CoreModel &Preset : corePresets()) {
    SCOPED_TRACE(Preset.Name);
    auto Caches = good(parseCacheModel(Preset.Caches));
    EXPECT_TRUE(checkCoreModel(Preset, Caches.Levels.size()));
    CoreModel Back = good(parseCoreModel(Preset.spec()));
    Back.Name = Preset.Name, Back.Caches = Preset.Caches;
    EXPECT_EQ(Back.spec(), Preset.spec());
  }
}

TEST(CoreSpec, ASpecStartsFromAPreset) {
  CoreModel M = good(parseCoreModel(
      "zen4,window=64,levels=4/14,predictor=gshare/1024,units.mem=1,"
      "latency.fdiv=20,type=inorder"));
  EXPECT_EQ(M.Name, "custom");
  EXPECT_EQ(M.Caches, "zen4;tlb=72,full;tlb=3072,12");
  EXPECT_EQ(M.Width, 6u);
  EXPECT_EQ(M.Window, 64u);
  EXPECT_EQ(M.Levels, (std::vector<uint32_t>{4, 14}));
  EXPECT_EQ(M.Predictor.Global, 1024u);
  EXPECT_EQ(M.Units[size_t(UnitKind::Memory)], 1u);
  EXPECT_EQ(M.Latency[size_t(OperationClass::FpDivide)], 20u);
  EXPECT_TRUE(M.InOrder);
}

TEST(CoreSpec, ErrorsNameTheWordAndWhatToWrite) {
  auto Says = [](const char *Spec) {
    Expected<CoreModel> M = parseCoreModel(Spec);
    return M ? std::string("parsed") : M.error().Message;
  };
  EXPECT_TRUE(has(Says("alpha"), "unknown core 'alpha'; write alpha21264"));
  EXPECT_TRUE(has(Says("widht=4"), "unknown parameter 'widht'"));
  EXPECT_TRUE(has(Says("width=x"), "'x' of width"));
  EXPECT_TRUE(has(Says("width=0"), "width=0 of the core: write 1 to 64"));
  EXPECT_TRUE(
      has(Says("predictor=oracle"), "unknown branch predictor 'oracle'"));
  EXPECT_TRUE(has(Says("predictor=bimodal/1000"), "power of two"));
  EXPECT_TRUE(has(Says("predictor=tournament/2"), "tournament/LOCAL"));
  EXPECT_TRUE(has(Says("type=vliw"), "inorder or ooo"));
  EXPECT_TRUE(has(Says("memory=5,line=9"), "line=9"));
  EXPECT_TRUE(has(Says(""), "unknown core ''"));
}

TEST(CoreSpec, MoreCacheLevelsThanLatenciesIsAnError) {
  EXPECT_TRUE(has(errorOf(checkCoreModel(*parseCoreModel("alpha21264"), 3)),
                  "--cache 'alpha21264;tlb=128,full"));
}

TEST(CoreSpec, ParametersMayBeTheLeastAndTheMost) {
  struct Limits {
    const char *Name;
    uint32_t Least, Most;
    std::function<uint32_t &(CoreModel &)> Field;
  };
  std::vector<Limits> All = {
      {"width", 1, 64, [](CoreModel &M) -> uint32_t & { return M.Width; }},
      {"window", 1, 65536, [](CoreModel &M) -> uint32_t & { return M.Window; }},
      {"stores", 1, 65536, [](CoreModel &M) -> uint32_t & { return M.Stores; }},
      {"misses", 1, 65536, [](CoreModel &M) -> uint32_t & { return M.Misses; }},
      {"penalty", 0, 100'000,
       [](CoreModel &M) -> uint32_t & { return M.Penalty; }},
      {"tlb", 0, 100'000, [](CoreModel &M) -> uint32_t & { return M.TlbMiss; }},
      {"line", 0, 100'000, [](CoreModel &M) -> uint32_t & { return M.Line; }},
      {"memory", 1, 100'000,
       [](CoreModel &M) -> uint32_t & { return M.Memory; }},
      {"units", 1, 64,
       [](CoreModel &M) -> uint32_t & { return M.Units.back(); }},
      {"latency", 1, 100'000,
       [](CoreModel &M) -> uint32_t & { return M.Latency.back(); }},
      {"levels", 1, 100'000,
       [](CoreModel &M) -> uint32_t & { return M.Levels[1]; }}};
  for (const Limits &L : All) {
    auto Good = [&](uint32_t Value) {
      CoreModel M;
      M.Levels = {3, 12};
      // A line takes no longer than memory.
      if (Value != 0 && L.Name == std::string_view("line"))
        M.Memory = 100'000;
      L.Field(M) = Value;
      return bool(checkCoreModel(M, 2));
    };
    EXPECT_TRUE(Good(L.Least)) << L.Name;
    EXPECT_TRUE(Good(L.Most)) << L.Name;
    EXPECT_FALSE(Good(L.Least - 1)) << L.Name;
    EXPECT_FALSE(Good(L.Most + 1)) << L.Name;
  }
  CoreModel M;
  M.Levels = {3, 12};
  M.Line = M.Memory;
  EXPECT_TRUE(checkCoreModel(M, 2));
  M.Line = M.Memory + 1;
  EXPECT_TRUE(has(errorOf(checkCoreModel(M, 2)), "line=201"));
  EXPECT_TRUE(has(errorOf(checkCoreModel(CoreModel(), 1)), "other caches"));
}

TEST(CoreSpec, PredictorsHaveAPowerOfTwoOfEntries) {
  for (uint32_t Size : {2u, 64u, 1u << 20})
    for (PredictorModel P : {PredictorModel{PredictorKind::Tournament, Size},
                             {PredictorKind::Gshare, 64, Size},
                             {PredictorKind::Tournament, 64, 64, Size}}) {
      CoreModel M;
      M.Predictor = P;
      EXPECT_TRUE(checkCoreModel(M, 0)) << Size;
    }
  for (uint32_t Size : {0u, 1u, 3u, 65u, 1u << 21}) {
    CoreModel M;
    M.Predictor.Choice = Size;
    EXPECT_FALSE(checkCoreModel(M, 0)) << Size;
  }
}

} // namespace
