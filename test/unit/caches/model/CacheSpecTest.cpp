//===- CacheSpecTest.cpp - models from text and from machines -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/HostCaches.h"
#include "test/support/TemporaryFile.h"

namespace {

std::string complaint(const char *Spec) {
  return errorOf(parseCacheModel(Spec));
}

std::string levelsOf(const CacheModel &M) {
  std::string Text;
  for (const CacheLevel &L : M.Levels)
    Text += fmt::format("{}:{}:{}:{} ", L.Name, L.Bytes, L.Ways,
                        L.Shared ? "shared" : "private");
  return Text;
}

TEST(CacheSpec, ReadsSizesWaysAndSharing) {
  CacheModel M =
      good(parseCacheModel("L1=32K,8;L2=1M,16;L3=33MiB,11;line=128"));
  EXPECT_EQ(levelsOf(M), "L1:32768:8:private L2:1048576:16:private "
                         "L3:34603008:11:shared ");
  EXPECT_EQ(M.LineBytes, 128u);
}

TEST(CacheSpec, OnlyTheLastOfThreeLevelsIsSharedByItself) {
  EXPECT_EQ(levelsOf(*parseCacheModel("L1=1K,2;L2=2K,2")),
            "L1:1024:2:private L2:2048:2:private ");
  EXPECT_EQ(levelsOf(*parseCacheModel("L1=1K,2;L2=2K,2,shared")),
            "L1:1024:2:private L2:2048:2:shared ");
  EXPECT_EQ(levelsOf(*parseCacheModel("L1=1K,2;L2=2K,2;L3=4K,2,private")),
            "L1:1024:2:private L2:2048:2:private L3:4096:2:private ");
}

TEST(CacheSpec, FullMeansOneSet) {
  CacheModel M = good(parseCacheModel("L1=4K,full;line=32"));
  EXPECT_EQ(M.Levels[0].Ways, 128u);
  EXPECT_EQ(M.Levels[0].sets(M.LineBytes), 1u);
}

TEST(CacheSpec, PrintsWhatItReads) {
  for (const char *Spec :
       {"L1=32K,8;L2=1M,8;L3=32M,16;line=64", "L1=1536,3;line=128",
        "L1=1K,2;L2=2K,2,shared;line=64",
        "L1=1K,2,shared;L2=2K,2,shared;L3=4K,4;line=64",
        "L1=1K,2;L2=2K,2;L3=4K,2,private;line=16"})
    EXPECT_EQ(parseCacheModel(Spec)->spec(), Spec);
}

TEST(CacheSpec, HasWordsForWhatALevelIs) {
  CacheModel M = good(parseCacheModel(
      "L1=8K,4,plru,next:2,victim:8;L2=64K,8,shared:4,inclusive,random;"
      "L3=1M,16,exclusive,shared;line=64;tlb=64,4;tlb=1536,full;page=2M;"
      "coherence=mesi"));
  EXPECT_FALSE(M.isPlain());
  const CacheLevel &L1 = M.Levels[0], &L2 = M.Levels[1];
  EXPECT_EQ(L1.Policy, Replacement::Plru);
  EXPECT_EQ(L1.Fetches, Prefetch::NextLine);
  EXPECT_EQ(L1.PrefetchLines, 2u);
  EXPECT_EQ(L1.VictimLines, 8u);
  EXPECT_EQ(L2.Threads, 4u);
  EXPECT_FALSE(L2.Shared);
  EXPECT_EQ(L2.Holds, Inclusion::Inclusive);
  EXPECT_EQ(L2.Policy, Replacement::Random);
  EXPECT_EQ(M.Levels[2].Holds, Inclusion::Exclusive);
  EXPECT_EQ(M.Tlbs, (std::vector<TlbLevel>{{64, 4}, {1536, 1536}}));
  EXPECT_EQ(M.PageBytes, 2u << 20);
  EXPECT_TRUE(M.Coherent);
  EXPECT_EQ(parseCacheModel(M.spec())->spec(), M.spec());
}

TEST(CacheSpec, PlainIsWhatTheFastSimulationCan) {
  EXPECT_TRUE(parseCacheModel("L1=1K,2,lru;L2=2K,2,shared")->isPlain());
  EXPECT_TRUE(parseCacheModel("zen4;coherence=none")->isPlain());
  for (const char *Spec :
       {"L1=1K,2,plru", "L1=1K,2,random", "L1=1K,2,rrip", "L1=1K,2,next",
        "L1=1K,2,stride", "L1=1K,2,writethrough", "L1=1K,2,victim:1",
        "L1=1K,2,shared:2", "L1=1K,2;L2=2K,2,inclusive",
        "L1=1K,2;L2=2K,2,exclusive", "L1=1K,2;tlb=4,1", "zen4;coherence=mesi"})
    EXPECT_FALSE(parseCacheModel(Spec)->isPlain()) << Spec;
}

TEST(CacheSpec, MoreMayFollowAName) {
  CacheModel M = good(parseCacheModel("zen4;coherence=mesi;tlb=72,full"));
  EXPECT_EQ(M.Name, "zen4");
  EXPECT_EQ(M.spec(), "L1=32K,8;L2=1M,8;L3=32M,16;line=64;tlb=72,72;"
                      "coherence=mesi");
  EXPECT_EQ(complaint("zen4;L4=1G,8"),
            "'L4=1G,8' after a cache model's name: write tlb=, page= or "
            "coherence=, for example zen4;coherence=mesi");
}

TEST(CacheSpec, WhatExcludesEachOtherIsSaid) {
  EXPECT_EQ(complaint("L1=1K,2,inclusive"),
            "cache level L1 is the first: nothing is inside of it; leave out "
            "inclusive and exclusive");
  EXPECT_EQ(complaint("L1=1536,3,plru;line=128"),
            "cache level L1: plru needs a power of two of ways, not 3; write "
            "for example rrip");
  EXPECT_EQ(complaint("L1=1K,2,writethrough;L2=2K,2,exclusive"),
            "cache level L2 is exclusive after L1, which writes through; "
            "leave out one of them");
  EXPECT_EQ(complaint("L1=1K,2;L2=2K,2,exclusive,next"),
            "cache level L2 is exclusive and takes only what L1 lets go: "
            "prefetch into that");
  EXPECT_EQ(complaint("L1=1K,2,shared:2;L2=2K,2,shared:3"),
            "cache level L2: 3 threads share one, but 2 one of L1; write a "
            "multiple of that");
  EXPECT_EQ(complaint("L1=1K,2,shared:0"),
            "'shared:0' of cache level L1: write how many threads share one, "
            "for example shared:4");
  EXPECT_EQ(complaint("L1=1K,2,private,shared:2"),
            "'shared:2' of cache level L1: who shares it was said before; "
            "leave one out");
  EXPECT_EQ(complaint("L1=1K,2;tlb=10,4"),
            "tlb=10,4: entries must be a multiple of ways");
  EXPECT_EQ(complaint("L1=1K,2;page=3K"),
            "pages of 3072 bytes: must be a power "
            "of two from 4096 on, for example "
            "page=4K");
  EXPECT_EQ(complaint("L1=1K,2;coherence=moesi"),
            "unknown coherence 'moesi'; write coherence=mesi or "
            "coherence=none");
}

TEST(CacheSpec, AWordIsSaidOnce) {
  for (auto [Words, Complaint] :
       {std::pair("next:2,stride:2",
                  "'stride:2' of cache level L2: 'next:2' says what it "
                  "prefetches; leave one out"),
        {"inclusive,shared,exclusive",
         "'exclusive' of cache level L2: 'inclusive' says what it holds of the "
         "levels inside of it; leave one out"},
        {"lru,rrip", "'rrip' of cache level L2: 'lru' says which line leaves a "
                     "full set; leave one out"},
        {"victim:4,victim:8",
         "'victim:8' of cache level L2: 'victim:4' says how large its victim "
         "cache is; leave one out"},
        {"writethrough,writethrough",
         "'writethrough' of cache level L2: 'writethrough' says where stores "
         "go; leave one out"}})
    EXPECT_EQ(complaint(fmt::format("L1=1K,2;L2=4K,4,{}", Words).c_str()),
              Complaint);
  EXPECT_EQ(complaint("L1=1K,2;line=32;line=64"),
            "'line=64' in the cache spec: line= was said before; leave one "
            "out");
  EXPECT_EQ(complaint("zen4;coherence=mesi;coherence=none"),
            "'coherence=none' in the cache spec: coherence= was said before; "
            "leave one out");
  EXPECT_TRUE(parseCacheModel("L1=1K,2,next:2,lru,victim:8,writethrough;"
                              "L2=4K,4,stride,shared,inclusive"));
}

TEST(CacheSpec, LinesOfAFewBytesAreForTheDetailedSimulation) {
  for (const char *Spec :
       {"L1=16,2;line=2", "L1=4,1;line=4", "L1=8,1;line=1"}) {
    CacheModel M = good(parseCacheModel(Spec));
    EXPECT_FALSE(M.isPlain()) << Spec;
    EXPECT_EQ(parseCacheModel(M.spec())->spec(), M.spec());
  }
  EXPECT_TRUE(parseCacheModel("L1=32,2;line=16")->isPlain());
}

TEST(CacheSpec, PresetsCanBeSimulatedAndSpelled) {
  for (const CacheModel &Preset : cachePresets()) {
    EXPECT_TRUE(checkCacheModel(Preset)) << Preset.Name;
    EXPECT_EQ(parseCacheModel(Preset.Name)->spec(), Preset.spec());
    EXPECT_EQ(levelsOf(*parseCacheModel(Preset.spec())), levelsOf(Preset));
  }
  EXPECT_EQ(parseCacheModel("zen4")->spec(),
            "L1=32K,8;L2=1M,8;L3=32M,16;line=64");
  EXPECT_EQ(parseCacheModel("alpha21264")->spec(),
            "L1=64K,2;L2=512K,1;line=64");
}

TEST(CacheSpec, ErrorsNameThePartAndACorrectForm) {
  EXPECT_EQ(complaint("L1=32K;L2=1M,8"),
            "'L1=32K' in the cache spec: write size and ways, for example "
            "L1=32K,8");
  EXPECT_EQ(complaint("L1=32Q,8"),
            "'32Q' is no size of cache level L1; write for example 32K");
  EXPECT_EQ(complaint("L1=32K,0"),
            "'0' is no number of ways of cache level L1; "
            "write for example 8, or 'full'");
  EXPECT_EQ(complaint("L1=32K,8;L3=1M,8"),
            "'L3=1M,8' in the cache spec: expected L2=size,ways or "
            "line=bytes, for example L1=32K,8;L2=1M,8;L3=32M,16;line=64");
  EXPECT_EQ(
      complaint("L1=32K,8,open"),
      "'open' says nothing of cache level L1; write shared, shared:THREADS, "
      "private, lru, plru, random, rrip, inclusive, exclusive, "
      "writethrough, next, next:LINES, stride, stride:LINES or "
      "victim:LINES");
  EXPECT_EQ(complaint("L1=32K,7"),
            "cache level L1: size 32768 is no multiple of "
            "7 ways of 64 bytes");
  EXPECT_EQ(complaint("L1=32K,8;line=48"),
            "cache line of 48 bytes: must be a power of two from 1 to 4096, "
            "for example line=64");
  EXPECT_EQ(complaint("L1=32K,8,shared;L2=64K,8"),
            "cache level L2 is private after a shared one; add ',shared' to "
            "it");
}

TEST(CacheSpec, HostileTextIsAnErrorNotACrash) {
  for (const char *Spec :
       {"", ";", "=", "L1=", "line=64", "line=", "L1=,", "L1=99999999999999G,8",
        "L1=18446744073709551616,8", "L1=64,4294967296", "L1=32K,8;line=0",
        "L1=32K,full;line=0", "L1=K,8", "L1=iB,8", "no-such-machine",
        "L1=1K,1;L2=1K,1;L3=1K,1;L4=1K,1;L5=1K,1;L6=1K,1;L7=1K,1", "L1=17G,8",
        "L1=32K,8,shared,shared"})
    EXPECT_NE(complaint(Spec), "") << Spec;
}

class FakeSysfs : public testing::Test {
protected:
  void put(const std::string &File, const std::string &Text) {
    std::filesystem::path Path = Root + "/" + File;
    std::filesystem::create_directories(Path.parent_path());
    std::ofstream(Path) << Text << "\n";
  }
  void cache(int Index, const char *Level, const char *Type, const char *Size,
             const char *Ways, const char *Sharers) {
    std::string Folder = fmt::format("cache/index{}/", Index);
    put(Folder + "level", Level);
    put(Folder + "type", Type);
    put(Folder + "size", Size);
    put(Folder + "ways_of_associativity", Ways);
    put(Folder + "coherency_line_size", "64");
    put(Folder + "shared_cpu_list", Sharers);
  }
  const TemporaryFile Folder{".sysfs"};
  const std::string &Root = Folder.Path;
};

TEST_F(FakeSysfs, TakesDataAndUnifiedCachesOnly) {
  put("topology/thread_siblings_list", "0,8");
  cache(0, "1", "Data", "48K", "12", "0,8");
  cache(1, "1", "Instruction", "32K", "8", "0,8");
  cache(2, "2", "Unified", "1280K", "20", "0,8");
  cache(3, "3", "Unified", "49152K", "12", "0-15");
  auto M = good(sysfsCacheModel(Root));
  EXPECT_EQ(M.spec(), "L1=48K,12;L2=1280K,20;L3=48M,12;line=64");
  EXPECT_EQ(M.Source, "sysfs");
}

TEST_F(FakeSysfs, ASecondLevelSharedByCoresIsShared) {
  put("topology/thread_siblings_list", "0");
  cache(0, "1", "Data", "32K", "8", "0");
  cache(1, "2", "Unified", "2M", "16", "0-3");
  EXPECT_EQ(sysfsCacheModel(Root)->spec(), "L1=32K,8;L2=2M,16,shared;line=64");
}

TEST_F(FakeSysfs, SizesThatAreNoWholeSetsAreRoundedDown) {
  cache(0, "1", "Data", "33K", "8", "0");
  EXPECT_EQ(sysfsCacheModel(Root)->spec(), "L1=33K,8;line=64");
  cache(0, "1", "Data", "10000", "3", "0");
  EXPECT_EQ(sysfsCacheModel(Root)->spec(), "L1=9984,3;line=64");
}

TEST_F(FakeSysfs, NothingWhereTheTreeIsMissingOrAbsurd) {
  EXPECT_FALSE(sysfsCacheModel(Root));
  cache(0, "1", "Data", "32", "8", "0");
  EXPECT_FALSE(sysfsCacheModel(Root));
}

TEST(Cpuid, DecodesDeterministicCacheParameters) {
  auto Leaf = [](uint32_t Type, uint32_t Level, uint32_t Ways, uint32_t Sets) {
    return CpuidCache{Type | Level << 5, (Ways - 1) << 22 | 63, Sets - 1};
  };
  CpuidCache Leaves[] = {Leaf(1, 1, 12, 64),
                         Leaf(2, 1, 8, 64),
                         Leaf(3, 2, 20, 1024),
                         Leaf(3, 3, 12, 65536),
                         {0, 0, 0}};
  auto M = good(cpuidCacheModel(Leaves));
  EXPECT_EQ(M.spec(), "L1=48K,12;L2=1280K,20;L3=48M,12;line=64");
  EXPECT_FALSE(cpuidCacheModel({}));
}

TEST(HostCaches, AlwaysGiveAModelThatCanBeSimulated) {
  CacheModel M = hostCacheModel();
  EXPECT_TRUE(checkCacheModel(M)) << M.spec();
  EXPECT_EQ(M.Name, "host");
  EXPECT_NE(M.Source, "");
}

TEST(CacheModels, SayWhetherChosenLinesAreEnough) {
  auto Enough = [](const char *Spec) {
    return bool(checkSelectable(*parseCacheModel(Spec)));
  };
  EXPECT_TRUE(Enough("L1=32K,8;L2=1M,8;L3=32M,16"));
  EXPECT_TRUE(Enough("L1=48K,12"));
  EXPECT_TRUE(Enough("L1=12K,1;L2=64K,4"));
  EXPECT_FALSE(Enough("L1=32K,8;line=32"));
  EXPECT_FALSE(Enough("L1=16K,8"));
  EXPECT_FALSE(Enough("L1=32K,8;L2=64K,full"));
  EXPECT_FALSE(Enough("L1=32K,8;L2=64K,32;L3=1M,16"));
  EXPECT_FALSE(Enough("L1=32K,8,shared"));
  EXPECT_FALSE(Enough("L1=32K,8,plru"));
  EXPECT_FALSE(Enough("L1=32K,8;L2=1M,8,inclusive"));
  Status Refused = checkSelectable(*parseCacheModel("L1=16K,8"));
  EXPECT_NE(Refused.error().Message.find("32 sets"), std::string::npos);
  EXPECT_NE(Refused.error().Message.find("L1=16K,8"), std::string::npos);
}

} // namespace
