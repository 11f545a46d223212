//===- AgainstReferenceTest.cpp - fast equals slow ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/BothMemories.h"
#include "test/support/ReferenceCache.h"
#include "test/support/SimulateBatches.h"
#include "test/support/Test.h"
#include "test/support/random/RandomMemory.h"

namespace {

std::string modelText(const CacheModel &Model) {
  std::string Text = Model.spec();
  for (const WayPartition &P : Model.Partitions)
    Text += fmt::format(" --partition {}={}@{}", P.Structure, P.Ways, P.Level);
  return Text;
}

std::vector<MemoryEvent> events(uint64_t Seed, uint32_t Threads, size_t Count) {
  RandomStream Stream(Seed, Threads);
  std::vector<MemoryEvent> All;
  for (size_t I = 0; I != Count; ++I)
    All.push_back(Stream.next());
  return All;
}

std::string happen(BothMemories &Both, const MemoryEvent &E) {
  if (!E.Ends)
    return Both.access(E.Access);
  Both.threadEnded(E.Access.Thread.Value);
  return "";
}

/// What differs after which event, all counts compared each \p Every events.
std::string firstDifference(const CacheModel &Model,
                            const std::vector<MemoryEvent> &Events,
                            size_t Period) {
  BothMemories Both(Model);
  for (size_t I = 0; I != Events.size(); ++I) {
    std::string Wrong = happen(Both, Events[I]);
    if (Wrong.empty() && (I % Period == Period - 1 || I + 1 == Events.size()))
      Wrong = Both.compare();
    if (!Wrong.empty())
      return fmt::format("event {}: {}\n{}", I, eventText(Events[I]), Wrong);
  }
  return "";
}

/// \p Seed makes the model and the stream.
std::string differenceOf(uint64_t Seed, const ModelWords &Words) {
  constexpr size_t Count = 1000, Period = 250;
  CacheModel Model = RandomModel(Seed, Words).make();
  std::vector<MemoryEvent> Events =
      events(Seed + 1, uint32_t(1 + Seed % 6), Count);
  std::string Wrong = firstDifference(Model, Events, Period);
  if (Wrong.empty())
    return "";
  // Where all is compared after each event, the first one shows.
  std::string Nearer = firstDifference(Model, Events, 1);
  return fmt::format("{}\nseed {}, {}", modelText(Model), Seed,
                     Nearer.empty() ? Wrong : Nearer);
}

void expectSame(const ModelWords &Words, uint64_t FirstSeed, uint64_t Models) {
  size_t Wrong = 0;
  for (uint64_t Seed = FirstSeed; Seed != FirstSeed + Models; ++Seed) {
    std::string Difference = differenceOf(Seed, Words);
    if (Difference.empty())
      continue;
    ADD_FAILURE() << Difference;
    ++Wrong;
    ASSERT_LE(Wrong, 3u) << "and maybe more";
  }
}

/// Nothing that a model may say but \p These.
ModelWords only(std::initializer_list<bool ModelWords::*> Expected) {
  ModelWords Words{false, false, false, false, false, false, false, false};
  for (bool ModelWords::*Word : Expected)
    Words.*Word = true;
  return Words;
}

struct Models {
  const char *Name;
  ModelWords Words;
  uint64_t FirstSeed, Count = 30;
};

class MemoryAgainstReference : public testing::TestWithParam<Models> {};

TEST_P(MemoryAgainstReference, CountsTheSame) {
  const Models &M = GetParam();
  expectSame(M.Words, M.FirstSeed, M.Count);
}

using W = ModelWords;
INSTANTIATE_TEST_SUITE_P(
    Models, MemoryAgainstReference,
    testing::Values(
        Models{"LevelsOfLru", only({}), 1000},
        Models{"Policies", only({&W::Policies}), 2000},
        Models{"InclusiveAndExclusiveLevels", only({&W::Inclusions}), 3000},
        Models{"LevelsThatWriteThrough", only({&W::WriteThrough}), 4000},
        Models{"Prefetching", only({&W::Prefetching}), 5000},
        Models{"VictimCaches", only({&W::Victims}), 6000},
        Models{"Groups", only({&W::Groups}), 7000},
        Models{"Coherence", only({&W::Coherence}), 8000},
        Models{"CoherenceBetweenGroups", only({&W::Coherence, &W::Groups}),
               9000},
        Models{"CoherenceOfExclusiveLevels",
               only({&W::Coherence, &W::Inclusions}), 9200},
        Models{
            "CoherenceOfExclusiveGroups",
            only({&W::Coherence, &W::Inclusions, &W::Groups, &W::Prefetching}),
            9300},
        Models{"LinesOfAFewBytes",
               only({&W::ShortLines, &W::Policies, &W::Prefetching}), 9500},
        Models{"Partitions", only({&W::Partitions, &W::Policies}), 10000},
        Models{"AllThatAModelCanSay", {}, 20000, 120}),
    [](const auto &Info) { return std::string(Info.param.Name); });

Counts plainCounts(const MemoryCounters &C, size_t Levels) {
  Counts Plain;
  for (size_t L = 0; L != Levels; ++L) {
    Plain.Levels.push_back({});
    Plain.Levels[L].Accesses = C.Levels[L].Accesses;
    Plain.Levels[L].Misses = C.Levels[L].Misses;
    Plain.Levels[L].Writebacks = C.Levels[L].Writebacks;
  }
  return Plain;
}

CacheModel plainModel(uint64_t Seed) {
  CacheModel Model = RandomModel(Seed, only({})).make();
  Model.Tlbs.clear();
  return Model;
}

/// \p Plain is a simulation that knows only plain models.
void expectPlain(const CacheModel &Model, BothMemories &Both,
                 const std::map<uint32_t, Counts> &Plain) {
  EXPECT_TRUE(Model.isPlain());
  EXPECT_EQ(Both.compare(), "") << Model.spec();
  auto Detailed = Both.slow().counts().ByStructure;
  for (const auto &[Structure, Expected] : Plain) {
    Counts Found = plainCounts(Detailed[Structure], Model.Levels.size());
    EXPECT_EQ(Found.Levels, Expected.Levels)
        << Model.spec() << ", structure " << Structure;
  }
}

TEST(MemoryAgainstOthers, PlainModelsCountAsTheirReferenceDoes) {
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    CacheModel Model = plainModel(Seed);
    BothMemories Both(Model);
    ReferenceCache Plain(Model);
    // That one keeps the caches of late threads: so none is late.
    std::set<uint32_t> Ended;
    for (const MemoryEvent &E : events(Seed, 1 + Seed % 4, 1000)) {
      const MemoryAccess &A = E.Access;
      if (Ended.contains(A.Thread.Value))
        continue;
      happen(Both, E);
      if (E.Ends) {
        Ended.insert(A.Thread.Value);
        Plain.endThread(A.Thread.Value);
      } else {
        Plain.access(A.Thread.Value, A.Structure, A.Address, A.Size, A.Write);
      }
    }
    expectPlain(Model, Both, Plain.counts());
  }
}

TEST(MemoryAgainstOthers, PlainModelsCountAsTheFastSimulationDoes) {
  for (uint64_t Seed = 100; Seed != 140; ++Seed) {
    CacheModel Model = plainModel(Seed);
    BothMemories Both(Model);
    Simulation Plain(Model);
    for (const MemoryEvent &E : events(Seed, 1 + Seed % 4, 1000)) {
      const MemoryAccess &A = E.Access;
      happen(Both, E);
      if (E.Ends)
        Plain.endThread(A.Thread.Value);
      else
        Plain.access(A.Thread.Value, A.Structure, A.Address, A.Size, A.Write);
    }
    expectPlain(Model, Both, Plain.counts());
  }
}

} // namespace
