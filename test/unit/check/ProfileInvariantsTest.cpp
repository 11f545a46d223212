//===- ProfileInvariantsTest.cpp - each invariant can be broken -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/CheckProfile.h"
#include "analysis/result/profile/KnownWords.h"
#include "analysis/result/store/Database.h"
#include "analysis/result/store/QueryFile.h"
#include "test/support/TemporaryFile.h"
#include "test/unit/check/WholeProfiles.h"

namespace memfacet::test {
namespace {

std::set<std::string> violated(const std::vector<CheckedInvariant> &All) {
  std::set<std::string> Names;
  for (const CheckedInvariant &I : All)
    if (I.Found.violated())
      Names.insert(I.Name);
  return Names;
}
std::set<std::string> applying(const std::vector<CheckedInvariant> &All) {
  std::set<std::string> Names;
  for (const CheckedInvariant &I : All)
    if (I.Found.applies())
      Names.insert(I.Name);
  return Names;
}

LevelCounts &level(Profile &P, size_t L) {
  return P.Structures[Table].Total.Levels[L];
}
/// The stream of the structure in thread 0.
Stream &stream(Profile &P, Measure Kind, StructureId Id = StructureId(Table),
               uint32_t Thread = 0) {
  auto It = std::ranges::find_if(P.Streams.All, [&](const Stream &S) {
    return S.Thread == Thread && S.Structure == Id && S.Kind == Kind;
  });
  if (It == P.Streams.All.end())
    throw std::runtime_error("no such stream");
  return *It;
}
/// Packs \p Counts of one interval of block vectors anew.
void repack(BlockInterval &I, std::vector<BlockCount> Counts) {
  I.Packed = packCounts(Counts);
}

struct Break {
  const char *Name;
  Profile (*Good)();
  void (*Wrong)(Profile &P);
};

constexpr Break Breaks[] = {
    {"fixed-structures", whole,
     [](Profile &P) { P.Structures[1].Kind = StructureKind::Heap; }},
    {"loads-and-stores", whole,
     [](Profile &P) { ++P.Structures[Table].Total.Loads; }},
    {"hits", whole, [](Profile &P) { level(P, 0).Misses = 161; }},
    {"level-chain", whole, [](Profile &P) { ++level(P, 1).Accesses; }},
    {"touches", whole, [](Profile &P) { level(P, 0).Accesses = 149; }},
    {"writebacks", whole, [](Profile &P) { level(P, 1).Writebacks = 13; }},
    {"thread-sums", whole,
     [](Profile &P) { ++P.ByThread[0].Total.Levels[1].Writebacks; }},
    {"thread-instructions", whole, [](Profile &P) { ++P.Instructions; }},
    {"threads-known", whole, [](Profile &P) { P.Markers[1].Thread = 9; }},
    {"thread-parents", whole, [](Profile &P) { P.Threads[1].Parent = 9; }},
    {"structure-sizes", whole,
     [](Profile &P) { P.Structures[Table].PeakBytes = 4097; }},
    {"object-lives", whole,
     [](Profile &P) { P.Structures[Table].Lives.AtEnd = 5; }},
    {"site-accesses", whole, [](Profile &P) { ++P.Sites[0].Accesses; }},
    {"site-structures", whole,
     [](Profile &P) {
       ++P.Sites[0].Accesses;
       ++P.BySite[0].Accesses;
     }},
    {"site-misses", whole, [](Profile &P) { ++P.BySite[1].Misses[1]; }},
    {"site-touches", whole, [](Profile &P) { ++P.Sites[0].Touches; }},
    {"site-bounds", whole,
     [](Profile &P) {
       P.BySite[0].Misses = {7, 18};
       P.BySite[1].Misses = {23, 0};
     }},
    {"line-intervals", someLines,
     [](Profile &P) { P.Lines.ByStructure[Table][1].High = 0; }},
    {"line-stretches", someLines,
     [](Profile &P) { P.Lines.Stretches[1].Bits = 0; }},
    {"steps", whole,
     [](Profile &P) { P.BySite[0].Steps.Strides[0].Steps = 6; }},
    {"members", whole, [](Profile &P) { P.Records[0].Members[1].Bits = 65; }},
    {"field-sites", whole, [](Profile &P) { P.Sites[0].Field.Offset = 17; }},
    {"markers", whole, [](Profile &P) { P.Markers[1].Instructions = 9; }},
    {"loss", whole, [](Profile &P) { P.Loss.Truncated = true; }},
    {"cache-model", whole, [](Profile &P) { P.Caches.Levels[0].Name = "M1"; }},
    {"stream-sums", whole,
     [](Profile &P) { ++stream(P, Measure::Stores).Total; }},
    {"stream-threads", whole,
     [](Profile &P) {
       ++stream(P, Measure::Accesses).Total;
       --stream(P, Measure::Accesses, StructureId(Table), 1).Total;
     }},
    {"stream-whole", whole,
     [](Profile &P) { ++stream(P, Measure::Accesses, StructureId()).Total; }},
    {"stream-process", whole,
     [](Profile &P) {
       ++stream(P, Measure::Accesses, StructureId(Table), Stream::Process)
             .Total;
     }},
    {"stream-instructions", whole,
     [](Profile &P) {
       ++stream(P, Measure::Instructions, StructureId()).Total;
     }},
    {"stream-bytes", whole,
     [](Profile &P) { ++stream(P, Measure::Stores).Check; }},
    {"interval-sums", whole,
     [](Profile &P) {
       // Those of another thread, which has other intervals.
       StructureId All;
       Stream &Target = stream(P, Measure::Accesses, All);
       const Stream &Source = stream(P, Measure::Accesses, All, 1);
       Target.Packed = Source.Packed, Target.Bytes = Source.Bytes,
       Target.Check = Source.Check;
       Stream &IntervalTarget = stream(P, Measure::Intervals, All);
       const Stream &IntervalSource = stream(P, Measure::Intervals, All, 1);
       IntervalTarget.Packed = IntervalSource.Packed,
       IntervalTarget.Bytes = IntervalSource.Bytes,
       IntervalTarget.Check = IntervalSource.Check;
       IntervalTarget.Total = IntervalSource.Total, Target.Total = Source.Total;
       std::erase_if(P.Streams.All, [&](const Stream &S) {
         return S.Thread == 0 && !S.Structure.valid() &&
                S.Kind != Measure::Accesses && S.Kind != Measure::Intervals &&
                intervalsOf(S.Kind) == Measure::Intervals;
       });
     }},
    {"interval-hits", whole,
     [](Profile &P) {
       Stream &Target = stream(P, levelMeasure(1, LevelMeasure::Accesses));
       const Stream &Source =
           stream(P, levelMeasure(1, LevelMeasure::Writebacks));
       Target.Packed = Source.Packed, Target.Bytes = Source.Bytes,
       Target.Check = Source.Check;
       Target.Total = Source.Total;
     }},
    {"interval-tiles", whole,
     [](Profile &P) {
       P.Signatures = {}; // else they say where intervals begin
       P.IntervalInstructions = 200'000;
     }},
    {"interval-places", whole,
     [](Profile &P) { ++P.Signatures.Places[1].Start; }},
    {"interval-times", whole,
     [](Profile &P) { P.Signatures.Places[2].ProcessEnd = 799; }},
    {"signatures", whole,
     [](Profile &P) { P.Signatures.Vectors[1].Interval = 5; }},
    {"miss-sites", whole,
     [](Profile &P) { ++P.Signatures.MissSites[0].Misses; }},
    {"vector-sums", whole,
     [](Profile &P) { repack(P.Vectors.Intervals[1], {{0, 51}}); }},
    {"vector-threads", whole,
     [](Profile &P) {
       repack(P.Vectors.Intervals[1], {{0, 51}});
       P.Vectors.Intervals[1].Length = 510;
     }},
    {"vector-samples", sampledBlocks, [](Profile &P) { ++P.Vectors.Samples; }},
    {"blocks", whole, [](Profile &P) { P.Vectors.Blocks[1].Number = 1; }},
    {"miss-classes", whole,
     [](Profile &P) { ++P.Memory.ByStructure[Table].Levels[1].ByClass[4]; }},
    {"prefetches", whole,
     [](Profile &P) {
       P.Memory.ByStructure[Table].Levels[1].PrefetchesUsed = 3;
     }},
    {"evictors", whole,
     [](Profile &P) { ++P.Memory.Evictions[0].Counts.Evictions; }},
    {"premature", whole,
     [](Profile &P) { P.Memory.Evictions[1].Counts.Premature = 3; }},
    {"premature-misses", whole,
     [](Profile &P) { P.Memory.Evictions[0].Counts.Premature = 21; }},
    {"set-spreads", whole,
     [](Profile &P) { ++P.Memory.Spreads[0].Sum.Misses; }},
    {"hot-sets", whole, [](Profile &P) { P.Memory.HotSets[1].Set = 256; }},
    {"occupancy", whole,
     [](Profile &P) { P.Memory.Occupancy[0].Lines = 2049; }},
    {"tlb-chain", withTlb,
     [](Profile &P) { ++P.Memory.ByStructure[Table].Tlbs[1].Accesses; }},
    {"memory-traffic", whole,
     [](Profile &P) { P.Memory.ByStructure[Table].MemoryReads = 17; }},
    {"curve-touches", whole,
     [](Profile &P) { ++P.Curves.Curves[0].Reuses[3]; }},
    {"curve-scopes", whole,
     [](Profile &P) {
       P.Curves.Curves[1].Compulsory = 26;
       P.Curves.Curves[1].Reuses[0] = 134;
     }},
    {"curve-errors", whole,
     [](Profile &P) { P.Curves.Curves[1].Intervals = {{20, 160}}; }},
    {"curve-errors", whole,
     [](Profile &P) {
       for (CurveTotal &T : P.Curves.Totals)
         T.Samples = 1;
       P.Curves.Curves[1].Intervals = {{160, 160}, {21, 30}};
     }},
    {"curve-level", whole,
     [](Profile &P) {
       --P.Curves.Curves[0].Reuses.back();
       ++P.Curves.Curves[0].Reuses[0];
     }},
    {"core-cycles", whole, [](Profile &P) { ++P.Core.Threads[0].Busy; }},
    {"core-intervals", whole, [](Profile &P) { ++P.Core.Intervals[1].Cycles; }},
    {"core-streams", whole,
     [](Profile &P) { ++stream(P, Measure::Start, StructureId()).Total; }},
    {"core-instructions", whole,
     [](Profile &P) { ++P.Core.Threads[1].Instructions; }},
    {"core-branches", whole,
     [](Profile &P) { P.Core.Threads[1].Mispredictions = 21; }},
    {"core-scenarios", whole,
     [](Profile &P) {
       P.Core.Scenarios[0].Perfect.push_back(StructureId(Table));
     }},
    {"pair-distances", whole,
     [](Profile &P) { ++P.Pairs.Pairs[0].Distances[0]; }},
    {"pair-firsts", whole, [](Profile &P) { ++P.Pairs.Vertices[1].Dangling; }},
    {"pair-overlaps", whole,
     [](Profile &P) { P.Pairs.Pairs[0].Overlapping = 5; }},
    {"pair-units", whole, [](Profile &P) { P.Pairs.Threads[0].Units = 1; }},
    {"sharing-edges", whole, [](Profile &P) { ++P.Sharing.Edges[0].True; }},
    {"sharing-bounds", whole,
     [](Profile &P) { P.Sharing.Vertices[1].Certain = 9; }},
    {"sharing-classes", whole,
     [](Profile &P) { ++P.Sharing.Classes[0].Units; }},
    {"sharing-fights", whole, [](Profile &P) { ++P.Sharing.Fights[0].Misses; }},
    {"sharing-paddings", whole,
     [](Profile &P) { P.Sharing.Paddings[0].MissesAfter = 7; }},
    {"sharing-hints", whole, [](Profile &P) { P.SharingHints[0].Threads = 3; }},
    {"mapping-lines", whole,
     [](Profile &P) { P.Mappings.Lines[0].Written = 0x100; }},
    {"sharing-threads", whole,
     [](Profile &P) { P.Sharing.Locks[0].Taker = 4; }},
    {"ranks", merged, [](Profile &P) { P.Ranks[1].Label = "0"; }},
    {"shard", part, [](Profile &P) { P.Shard.Simulated = 21; }},
    {"shard-counts", part, [](Profile &P) { P.Shard.Counts[0].Misses = 10; }},
    {"shard-warmth", part, [](Profile &P) { P.Shard.Warmth[1].Hits = 5; }},
    {"shard-warmth", part, [](Profile &P) { P.Shard.Warmth[0].Level = 7; }},
};

/// What is wrong in a file: SQL that its opener does not see.
struct FileBreak {
  const char *Name, *Sql;
};
constexpr FileBreak FileBreaks[] = {
    {"readable", "DROP TABLE hot_sets"},
    {"check-value", "UPDATE structure_rows SET loads = loads + 1 WHERE id = 2"},
    {"pages", "CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(50000)); "
              "DROP TABLE a"},
    {"tables", "CREATE TABLE a (b)"},
    {"level-rows",
     "DELETE FROM structure_levels WHERE structure = 0 AND level = 1"},
};
/// Views that say something else than the tables.
constexpr FileBreak ViewBreaks[] = {
    {"view-structures",
     "DROP VIEW structures; CREATE VIEW structures AS SELECT 0 AS l1_accesses, "
     "0 AS l1_misses, 0 AS l1_writebacks, 0 AS l2_accesses, 0 AS l2_misses, 0 "
     "AS l2_writebacks"},
    {"view-sites", "DROP VIEW sites; CREATE VIEW sites AS SELECT 1 AS "
                   "l1_misses, 1 AS l2_misses"},
    {"view-uses", "DROP VIEW site_structures; CREATE VIEW site_structures AS "
                  "SELECT 1 AS accesses"},
    {"view-evictions",
     "DROP VIEW evictions; CREATE VIEW evictions AS SELECT 1 AS evictions"},
    {"view-intervals", "UPDATE streams SET total = total + 1 WHERE measure = 1 "
                       "AND thread = 0 AND structure = 2"},
    {"curve-rows", "UPDATE curves SET touches = touches + 1 WHERE scope = "
                   "'shared'"},
};

TEST(ProfileInvariantsTest, aConsistentProfileViolatesNone) {
  for (auto Make : {whole, withTlb, merged, part, someLines, sampledBlocks})
    for (const CheckedInvariant &I : checkProfile(Make()))
      EXPECT_FALSE(I.Found.violated()) << I.Name << ": " << I.Found.first();
}

TEST(ProfileInvariantsTest, eachCanBeBroken) {
  std::set<std::string> Broken;
  for (const Break &B : Breaks) {
    Profile P = B.Good();
    EXPECT_TRUE(applying(checkProfile(P)).contains(B.Name)) << B.Name;
    B.Wrong(P);
    EXPECT_TRUE(violated(checkProfile(P)).contains(B.Name)) << B.Name;
    Broken.insert(B.Name);
  }
  for (const FileBreak &B : FileBreaks)
    Broken.insert(B.Name);
  for (const FileBreak &B : ViewBreaks)
    Broken.insert(B.Name);
  for (const ProfileInvariant &I : ProfileInvariants)
    EXPECT_TRUE(Broken.contains(I.Name)) << I.Name << " has no test";
}

/// Misses of the first level are known at once, hits when they are written.
TEST(ProfileInvariantsTest, untoldHitsAreNoContradiction) {
  Profile P = whole();
  uint64_t Accesses = level(P, 0).Accesses;
  level(P, 0).Misses = Accesses + 1;
  EXPECT_TRUE(violated(checkProfile(P)).contains("hits"));
  P.Notes.push_back(
      fmt::format("told late: what it counted {}", MissingCounts));
  EXPECT_FALSE(violated(checkProfile(P)).contains("hits"));
  level(P, 1).Misses = level(P, 1).Accesses + 1;
  EXPECT_TRUE(violated(checkProfile(P)).contains("hits"));
}

/// Misses of some lines stand for others, accesses do not. And an access to
/// several lines is one touch after the first window.
TEST(ProfileInvariantsTest, selectedMissesMayBeMoreThanAccesses) {
  Profile AllLines = whole();
  AllLines.Lines.Stretches = {{0, 0}};
  for (Profile P : {whole(), AllLines, someLines()}) {
    level(P, 0).Misses = level(P, 0).Accesses + 1;
    P.BySite[0].Misses[0] = P.Sites[0].Touches + 1;
    std::set<std::string> Broken = violated(checkProfile(P));
    EXPECT_EQ(Broken.contains("hits"), !P.Lines.selected());
    EXPECT_EQ(Broken.contains("site-bounds"), !P.Lines.selected());
    // Those of the next level are written together, but of some lines the first
    // level's are estimated from others.
    level(P, 1).Misses = level(P, 1).Accesses + 9;
    EXPECT_EQ(violated(checkProfile(P)).contains("hits"), P.Lines.empty());
  }
}

TEST(ProfileInvariantsTest, cheapOnesReadNoStreams) {
  Profile P = whole();
  ++stream(P, Measure::Stores).Check; // cannot be read
  EXPECT_TRUE(violated(checkProfile(P, CheckCost::Sums)).empty());
  EXPECT_FALSE(violated(checkProfile(P)).empty());
}

class BrokenFiles : public testing::Test, protected TemporaryFile {
protected:
  BrokenFiles() : TemporaryFile(".check.mfp") {}

  void write() {
    ASSERT_TRUE(writeProfile(whole(), Path, ExistingFile::Replace));
  }
  void run(const char *Sql) const {
    Database D = good(Database::open(Path, Database::Mode::Create));
    Status Change = D.run(Sql);
    ASSERT_TRUE(Change) << Sql << ": " << Change.error().Message;
  }
};

TEST_F(BrokenFiles, aWholeFileViolatesNone) {
  write();
  for (const CheckedInvariant &I : checkProfileFile(Path))
    EXPECT_FALSE(I.Found.violated()) << I.Name << ": " << I.Found.first();
}

TEST_F(BrokenFiles, eachCanBeBrokenBySql) {
  for (const FileBreak &B : FileBreaks) {
    write();
    EXPECT_TRUE(applying(checkProfileFile(Path)).contains(B.Name)) << B.Name;
    run(B.Sql);
    EXPECT_TRUE(violated(checkProfileFile(Path)).contains(B.Name)) << B.Name;
  }
}

TEST_F(BrokenFiles, viewsThatAreWrongAreFound) {
  for (const FileBreak &B : ViewBreaks) {
    write();
    QueryFile Tables = good(QueryFile::open(Path));
    ProfileOnDisk File{Path, "", true, &Tables, ""};
    auto Check = [&] {
      return checkProfile(Tables.profile(), CheckCost::Streams, &File);
    };
    EXPECT_TRUE(applying(Check()).contains(B.Name)) << B.Name;
    EXPECT_TRUE(violated(Check()).empty()) << B.Name;
    run(B.Sql);
    EXPECT_TRUE(violated(Check()).contains(B.Name)) << B.Name;
  }
}

} // namespace
} // namespace memfacet::test
