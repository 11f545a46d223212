//===- ProfileFileTest.cpp - written, read, damaged -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/ProfileFile.h"
#include "analysis/result/store/Schema.h"
#include "test/unit/result/store/ProfileFiles.h"
#include <future>

namespace {

namespace fs = std::filesystem;

class ProfileFile : public ProfileFiles {};

TEST_F(ProfileFile, ReadsBackWhatWasWritten) {
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    Profile P = RandomProfile(Seed).make();
    write(P);
    expectEqual(P, good(readProfile(Path)));
  }
}

// How much a site accesses is known where the record type is not.
TEST_F(ProfileFile, KeepsTheBytesOfSitesWithoutARecord) {
  Profile P;
  P.Caches = *parseCacheModel("L1=1K,2");
  P.Sites.resize(2);
  P.Sites[1].Field = {NoRecord, 0, 8, 3};
  write(P);
  Profile Back = good(readProfile(Path));
  expectEqual(P, Back);
  EXPECT_EQ(Back.Sites[1].Field, P.Sites[1].Field);
  EXPECT_EQ(Back.Sites[0].Field, FieldAccess());
}

TEST_F(ProfileFile, AnEmptyProfileIsAProfile) {
  Profile P;
  P.Caches = *parseCacheModel("L1=1K,2");
  write(P);
  Profile Back = good(readProfile(Path));
  expectEqual(P, Back);
}

TEST_F(ProfileFile, SortsWhatComesUnsorted) {
  Profile P = RandomProfile(3).make();
  P.Structures.resize(2);
  P.Streams = {};
  P.Sites.clear(), P.BySite.clear();
  P.Memory = {};
  P.Curves = {};
  P.Lines = {};
  P.Vectors = {};
  P.Pairs = {};
  P.Sharing = {};
  P.SharingHints = {};
  P.Mappings = {};
  P.Signatures = {};
  P.Core = {};
  P.Shard = {};
  StructureId A(0), B(1);
  P.ByThread = {{1, B, {}}, {0, B, {}}, {0, A, {}}};
  for (auto [Thread, Structure, Kind] : {std::tuple(3, A, Measure::Intervals),
                                         {0, B, Measure::Intervals},
                                         {0, A, Measure::Stores},
                                         {0, A, Measure::Intervals}}) {
    Stream &S = P.Streams.All.emplace_back();
    S.Thread = uint32_t(Thread), S.Structure = Structure, S.Kind = Kind;
    S.Check = streamCheck(S.Packed);
  }
  P.Threads = {{1, 0, 5}, {0, 0, 6}};
  write(P);
  Profile Back = good(readProfile(Path));
  EXPECT_EQ(Back.ByThread[0].Thread, 0u);
  EXPECT_EQ(Back.ByThread[0].Structure, A);
  EXPECT_EQ(Back.Streams.All[0].key(), std::tuple(0u, 0u, Measure(0)));
  EXPECT_EQ(Back.Streams.All[1].Kind, Measure::Stores);
  EXPECT_EQ(Back.Streams.All[2].Structure, B);
  EXPECT_EQ(Back.Streams.All[3].Thread, 3u);
  EXPECT_EQ(Back.Threads[1].Instructions, 5u);
}

TEST_F(ProfileFile, ThePreviousOneIsKeptAsOld) {
  Profile P = RandomProfile(1).make();
  P.Program = "first";
  write(P);
  P.Program = "second";
  write(P);
  EXPECT_EQ(readProfile(Path)->Program, "second");
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
  P.Program = "third";
  ASSERT_TRUE(writeProfile(P, Path, ExistingFile::Replace));
  EXPECT_EQ(readProfile(Path)->Program, "third");
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
  size_t Files = 0;
  for ([[maybe_unused]] const auto &Entry : fs::directory_iterator(Folder))
    ++Files;
  EXPECT_EQ(Files, 2u) << "a temporary file is left";
}

TEST_F(ProfileFile, WhereItCannotBeWrittenIsOneClearError) {
  Profile P = RandomProfile(1).make();
  std::string Missing = Folder + "/none/a.mfp";
  EXPECT_EQ(writeProfile(P, Missing).error().Message,
            "cannot write profile '" + Missing +
                "': No such file or directory");
  EXPECT_EQ(writeProfile(P, Folder).error().Message,
            "cannot write profile '" + Folder + "': it is not a regular file");
  EXPECT_EQ(writeProfile(P, "/dev/null").error().Message,
            "cannot write profile '/dev/null': it is not a regular file");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ProfileFile, ForeignAndEmptyFilesAreNamedAsSuch) {
  EXPECT_EQ(complaint().substr(0, 25), "No such file or directory");
  put("");
  EXPECT_EQ(complaint(), "it is empty");
  put("#!/bin/sh\necho this is no profile, and longer than a header\n");
  EXPECT_EQ(complaint(), "not a MemFacet profile");
  fs::remove(Path);
  fs::create_directory(Path);
  EXPECT_EQ(complaint(), "it is not a regular file");
}

TEST_F(ProfileFile, ADatabaseOfSomebodyElseIsForeign) {
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("CREATE TABLE meta (key, value)"));
  }
  EXPECT_EQ(complaint(), "not a MemFacet profile");
}

TEST_F(ProfileFile, ALaterVersionIsRefused) {
  write(RandomProfile(1).make());
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("PRAGMA user_version = 19"));
  }
  EXPECT_EQ(complaint(),
            "profile of version 19, this memfacet reads versions 1 to 18");
}

TEST_F(ProfileFile, AViewInPlaceOfATableIsRefused) {
  write(RandomProfile(1).make());
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP TABLE notes; CREATE VIEW notes AS WITH RECURSIVE "
                       "r(position, text) AS (SELECT 0, '' UNION ALL SELECT "
                       "position + 1, '' FROM r) SELECT * FROM r"));
  }
  EXPECT_EQ(complaint(), "table notes is missing or not as memfacet makes it");
}

/// A number as SQLite's pages have it.
void putBig(std::string &Page, size_t Offset, uint32_t Value, size_t Bytes) {
  for (size_t I = 0; I != Bytes; ++I)
    Page[Offset + I] = char(Value >> 8 * (Bytes - 1 - I));
}

/// A page of a table's tree that has page \p Child a hundred times.
std::string treePage(size_t PageBytes, uint32_t Child) {
  constexpr size_t Cells = 100, Head = 12, CellBytes = 5;
  std::string Page(PageBytes, '\0');
  Page[0] = 5;
  putBig(Page, 3, Cells, 2);
  putBig(Page, 5, uint32_t(PageBytes - Cells * CellBytes), 2);
  putBig(Page, 8, Child, 4);
  for (size_t I = 0; I != Cells; ++I) {
    size_t Offset = PageBytes - (I + 1) * CellBytes;
    putBig(Page, Head + 2 * I, uint32_t(Offset), 2);
    putBig(Page, Offset, Child, 4);
    Page[Offset + 4] = char(I);
  }
  return Page;
}

TEST_F(ProfileFile, ATableWhosePagesComeAgainAndAgainEnds) {
  Profile P = RandomProfile(2).make();
  P.Threads = {{1, 0, 5}};
  write(P);
  uint32_t Root;
  {
    auto D = good(Database::open(Path, Database::Mode::Read));
    Root = uint32_t(good(
        D.number("SELECT rootpage FROM sqlite_master WHERE name = 'threads'")));
  }
  std::string Whole = bytes();
  constexpr size_t Page = 4096;
  auto Pages = uint32_t(Whole.size() / Page);
  // The leaf moves after the others. In front of it, each page has the next
  // one a hundred times: 10 to the 10 rows.
  std::string Leaf = Whole.substr((Root - 1) * Page, Page);
  Whole.replace((Root - 1) * Page, Page, treePage(Page, Pages + 1));
  for (uint32_t Level = 1; Level != 5; ++Level)
    Whole += treePage(Page, Pages + Level + 1);
  Whole += Leaf;
  putBig(Whole, 28, Pages + 5, 4);
  put(Whole);
  EXPECT_EQ(complaint(), "table threads is damaged");
}

TEST_F(ProfileFile, PicturesThatTakeAnyMemoryAreRefused) {
  Profile P = RandomProfile(2).make();
  P.Signatures.Places = {{0, 0, 0, 10, 0, 10, 0, 10}};
  write(P);
  for (const char *Sql : {"image_rows = 4294967295",
                          "image_columns = 4294967295", "bins = 4294967295"}) {
    auto D = good(Database::open(Path, Database::Mode::Create));
    ASSERT_TRUE(D.run(std::string("UPDATE signature_shape SET ") + Sql));
    EXPECT_EQ(complaint(), "table signature_shape is damaged") << Sql;
  }
}

TEST_F(ProfileFile, TruncatedAtAnyPageIsAnError) {
  Profile P = RandomProfile(2).make();
  P.BlindSpots = {{"a.c", "f", 1, 2, 3}}; // in the last page of the file
  write(P);
  std::string Whole = bytes();
  ASSERT_GT(Whole.size(), 4096u);
  for (size_t Size = 0; Size < Whole.size(); Size += 509) {
    put(Whole.substr(0, Size));
    EXPECT_NE(complaint(), "") << Size;
  }
}

TEST_F(ProfileFile, SaysThatItsEndIsMissingOrThatItIsDamaged) {
  write(RandomProfile(2).make());
  const std::string Whole = bytes();
  for (size_t Size : {size_t(50), size_t(4096), Whole.size() - 1}) {
    put(Whole.substr(0, Size));
    EXPECT_EQ(complaint(),
              fmt::format("its end is missing: {} of {} bytes are there; copy "
                          "it again, or record it again",
                          Size, Size < 100 ? 100 : Whole.size()));
  }
  put(Whole + "x");
  EXPECT_EQ(complaint(), "something was appended to it; copy it again, or "
                         "record it again");
  // The first page of the schema.
  std::string Damaged = Whole;
  std::fill_n(Damaged.begin() + 100, 400, 'x');
  put(Damaged);
  EXPECT_EQ(complaint(), "it is damaged; copy it again, or record it again");
}

TEST_F(ProfileFile, AProfileOfAnEarlierRunIsPutAside) {
  Profile P = RandomProfile(1).make();
  P.Program = "first";
  write(P);
  EXPECT_TRUE(good(keepAsOld(Path)));
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
  EXPECT_FALSE(fs::exists(Path));
  EXPECT_FALSE(good(keepAsOld(Path)));
  EXPECT_EQ(readProfile(Path + ".old")->Program, "first");
}

TEST_F(ProfileFile, AnyFlippedByteIsAnErrorOrHarmless) {
  Profile P = RandomProfile(2).make();
  write(P);
  std::string Whole = bytes();
  std::mt19937_64 Random(1);
  size_t Noticed = 0;
  for (int Try = 0; Try != 1500; ++Try) {
    std::string Damaged = Whole;
    Damaged[Random() % Damaged.size()] ^= char(1 + Random() % 255);
    put(Damaged);
    Expected<Profile> Back = readProfile(Path);
    // Either it says so, or the byte meant nothing.
    if (Back)
      EXPECT_EQ(digest(P), digest(*Back));
    else
      ++Noticed;
  }
  EXPECT_GT(Noticed, 50u);
}

namespace fs = std::filesystem;

class Draft : public ProfileFiles {
protected:
  ptrdiff_t files() {
    return std::distance(fs::directory_iterator(Folder), {});
  }
};

TEST_F(Draft, MadeInAnotherThreadIsTheSameFile) {
  Profile P = RandomProfile(5).make();
  write(P);
  std::string Expected = bytes();
  auto File = good(std::async(std::launch::async, ProfileDraft::create, Path,
                              P.Caches.Levels.size())
                       .get());
  ASSERT_TRUE(File.write(P, ExistingFile::Replace));
  EXPECT_EQ(bytes(), Expected);
  EXPECT_EQ(files(), 1);
}

TEST_F(Draft, LeavesNothingWhereNoProfileComes) {
  write(RandomProfile(5).make());
  std::string Content = bytes();
  {
    auto File = good(ProfileDraft::create(Path, 3));
    EXPECT_EQ(files(), 2);
    ProfileDraft Elsewhere = std::move(File);
    EXPECT_EQ(files(), 2);
  }
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(bytes(), Content);
}

TEST_F(Draft, IsNoJournalBesideAProfile) {
  auto File = good(ProfileDraft::create(Path, 3));
  EXPECT_EQ(files(), 1);
}

TEST_F(Draft, APlaceThatCannotBeHadIsAnErrorAtOnce) {
  EXPECT_EQ(ProfileDraft::create(Folder, 3).error().Message,
            "cannot write profile '" + Folder + "': it is not a regular file");
  EXPECT_EQ(ProfileDraft::create("/none/a.mfp", 3).error().Message,
            "cannot write profile '/none/a.mfp': No such file or directory");
}

} // namespace
