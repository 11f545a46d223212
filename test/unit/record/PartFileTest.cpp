//===- PartFileTest.cpp ---------------------------------------------------===//

#include "tools/record/PartFile.h"
#include "test/support/Test.h"
#include <atomic>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace {

std::string profilePath(const char *Name) {
  return (std::filesystem::temp_directory_path() /
          fmt::format("memfacet-{}-{}.mfp", Name, getpid()))
      .string();
}

} // namespace

TEST(PartFile, ExistsWhileTheProfileIsMade) {
  std::string Path = profilePath("exists");
  {
    PartFile Part = good(PartFile::create(Path));
    EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  }
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST(PartFile, TheLastOfSeveralCollectorsRemovesIt) {
  std::string Path = profilePath("several");
  std::optional<Expected<PartFile>> First(PartFile::create(Path));
  EXPECT_FALSE((*First)->isShared());
  std::optional<Expected<PartFile>> Second(PartFile::create(Path));
  EXPECT_TRUE((*First)->isShared());
  EXPECT_TRUE((*Second)->isShared());
  First.reset();
  EXPECT_FALSE((*Second)->isShared());
  EXPECT_TRUE(std::filesystem::exists(Path + ".part"));
  Second.reset();
  EXPECT_FALSE(std::filesystem::exists(Path + ".part"));
}

TEST(PartFile, ReadersWaitForIt) {
  std::string Path = profilePath("waits");
  std::optional<Expected<PartFile>> Part(PartFile::create(Path));
  std::atomic<bool> Done = false, Asked = false;
  std::thread Reader([&] {
    waitForProfile(Path, [&] { Asked = true; });
    Done = true;
  });
  while (!Asked)
    std::this_thread::yield();
  EXPECT_FALSE(Done);
  Part.reset();
  Reader.join();
  EXPECT_TRUE(Done);
}

TEST(PartFile, NobodyWaitsForWhatACrashedCollectorLeft) {
  std::string Path = profilePath("stale");
  std::FILE *Left = std::fopen((Path + ".part").c_str(), "w");
  std::fclose(Left);
  waitForProfile(Path, [] { FAIL() << "waited"; });
  std::filesystem::remove(Path + ".part");
}

TEST(PartFile, UnwritablePlacesAreErrors) {
  EXPECT_EQ(errorOf(PartFile::create("/nonexistent/x.mfp")),
            "cannot write '/nonexistent/x.mfp': No such file or directory; "
            "choose another file with -o");
  EXPECT_FALSE(PartFile::create("/"));
}
