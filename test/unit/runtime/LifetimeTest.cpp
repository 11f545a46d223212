//===- LifetimeTest.cpp - starts, forks and ends --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Run.h"
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(Ends, SuddenOnesLoseNothing) {
  for (const char *Ending :
       {"SIGKILL", "abort", "_exit", "crash", "pthread_exit"})
    for (const char *Records : {"5", "100000"}) {
      Outcome O = runUnderCollector("ends", {Ending, Records});
      SCOPED_TRACE(std::string(Ending) + " " + Records);
      expectCounting(O.Recorded.firstSlots(0), strtoull(Records, nullptr, 10));
    }
}

TEST(Ends, StatusIsTheProgramsOwn) {
  EXPECT_EQ(WTERMSIG(runUnderCollector("ends", {"SIGKILL", "5"}).Status),
            SIGKILL);
  EXPECT_EQ(WTERMSIG(runUnderCollector("ends", {"abort", "5"}).Status),
            SIGABRT);
  EXPECT_EQ(WEXITSTATUS(runUnderCollector("ends", {"_exit", "5"}).Status), 5);
  EXPECT_EQ(WEXITSTATUS(runByItself("ends", {"_exit", "5"}).Status), 5);
}

TEST(Ends, CollectorOfAProgramByItselfHasEverything) {
  Outcome O = runByItself("many", {"0", "300000"});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_EQ(O.Errors, "");
  expectCounting(O.Recorded.firstSlots(0), 300000);
}

TEST(Ends, CollectorThatDiesLetsTheProgramGoOn) {
  int Fd = FakeCollector::makeRegion(2);
  FakeCollector Collector(Fd);
  pid_t Dead = fork();
  if (Dead == 0)
    _exit(0);
  waitpid(Dead, nullptr, 0);
  Collector.header().CollectorProcess = uint32_t(Dead);
  TemporaryFolder Files;
  pid_t Program = fork();
  if (Program == 0) {
    dup2(open(Files.path("err").c_str(), O_CREAT | O_WRONLY, 0600), 2);
    dup2(open("/dev/null", O_WRONLY), 1);
    setenv("MEMFACET_REGION_FD", std::to_string(Fd).c_str(), 1);
    execl(MEMFACET_TEST_PROGRAMS "/many", "many", "3", "200000", nullptr);
    _exit(9);
  }
  int Status;
  waitpid(Program, &Status, 0);
  close(Fd);
  EXPECT_EQ(Status, 0);
  std::ifstream In(Files.path("err"));
  std::string Line, More;
  std::getline(In, Line);
  EXPECT_EQ(Line, "memfacet: the collector is gone; the rest of the run is not "
                  "recorded");
  EXPECT_FALSE(std::getline(In, More)) << More;
}

TEST(Starts, CollectorIsNoChildOfTheProgramAndHoldsNothing) {
  TemporaryFolder Files;
  Outcome O =
      runByItself("lonely", {},
                  {.Options = "collector=" MEMFACET_FAKE_COLLECTOR ":output=" +
                              Files.path("stream"),
                   .Environment = {"LD_PRELOAD=libm.so.6"}});
  int Children, Echild, Descriptor, Session, Variable;
  ASSERT_EQ(sscanf(O.Output.c_str(),
                   "children %d echild %d descriptor %d sid %d variable %d",
                   &Children, &Echild, &Descriptor, &Session, &Variable),
            5);
  EXPECT_EQ(Children, 0);
  EXPECT_EQ(Echild, 1);
  EXPECT_EQ(Descriptor, 3);
  std::ifstream Facts(Files.path("stream.facts"));
  std::string Word;
  int Descriptors = -1, Preload = -1, CollectorSession = -1;
  while (Facts >> Word) {
    if (Word == "descriptors")
      Facts >> Descriptors;
    if (Word == "preload")
      Facts >> Preload;
    if (Word == "sid")
      Facts >> CollectorSession;
  }
  EXPECT_EQ(Descriptors, 4); // 0, 1, 2 and the region
  EXPECT_EQ(Preload, 0);
  EXPECT_NE(CollectorSession, Session);
}

TEST(Starts, RegionIsHiddenFromTheProgram) {
  Outcome O = runUnderCollector("lonely", {});
  EXPECT_TRUE(has(O.Output, "variable 0"));
}

TEST(Starts, ForeignDescriptorIsNoRegion) {
  TemporaryFolder Files;
  Outcome O =
      runByItself("many", {"0", "100"},
                  {.Options = "collector=" MEMFACET_FAKE_COLLECTOR ":output=" +
                              Files.path("stream"),
                   .Environment = {"MEMFACET_REGION_FD=1"}});
  EXPECT_EQ(O.Output, "done\n");
  auto S = Stream::read(Files.path("stream"));
  ASSERT_TRUE(S);
  expectCounting(S->firstSlots(0), 100);
}

TEST(Starts, WithoutACollectorChunksGoToAFile) {
  TemporaryFolder Files;
  Outcome O = runByItself(
      "many", {"2", "100000"},
      {.Options = "collector=/nowhere/memfacet", .Folder = Files.folder()});
  EXPECT_EQ(O.Output, "done\n");
  std::vector<std::string> Found = Files.files("memfacet.", ".region");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(O.Errors, "memfacet: no collector could be started "
                      "(MEMFACET_OPTIONS=verbose=1 shows why); writing " +
                          Found[0] + "; next: memfacet collect --region " +
                          Found[0] + "\n");
  int Fd = open(Found[0].c_str(), O_RDWR);
  struct stat Info;
  ASSERT_EQ(fstat(Fd, &Info), 0);
  EXPECT_EQ(Info.st_mode & 0777, 0600u); // addresses, and the command
  FakeCollector Reader(Fd);
  close(Fd);
  EXPECT_TRUE(Reader.header().Flags & RegionIsFile);
  Reader.takeFilling();
  ASSERT_EQ(Reader.Result.threads().size(), 3u);
  for (uint32_t Thread = 0; Thread != 3; ++Thread)
    EXPECT_EQ(Reader.Result.firstSlots(Thread).size(), 100000u);
}

TEST(Starts, SaysWhyThereIsNoCollector) {
  TemporaryFolder Files;
  Outcome O = runByItself("many", {"0", "100"},
                          {.Options = "collector=/nowhere/memfacet:verbose=1",
                           .Folder = Files.folder()});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_TRUE(has(O.Errors, "memfacet: '/nowhere/memfacet' cannot be executed"))
      << O.Errors;
}

/// A collector of another version, which PATH may lead to, refuses like this.
TEST(Starts, ACollectorThatRefusesIsNotWaitedFor) {
  TemporaryFolder Files;
  auto Begin = std::chrono::steady_clock::now();
  Outcome O = runByItself(
      "many", {"0", "1000"},
      {.Options = "collector=/bin/false", .Folder = Files.folder()});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_EQ(Files.files("memfacet.", ".region").size(), 1u);
  // One that does not answer is waited for ten seconds.
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(9));
}

TEST(Starts, WithoutCollectorAndFileTheProgramStillRuns) {
  Outcome O = runByItself(
      "many", {"1", "100000"},
      {.Options = "collector=/nowhere/memfacet", .Folder = "/proc"});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_TRUE(O.Errors.starts_with("memfacet: no collector could be started "));
}

namespace {
/// Streams of a parent and of its only child.
struct Family {
  TemporaryFolder Files;
  Outcome Parent;
  std::vector<Stream> Children;

  std::vector<std::string> results() const {
    std::vector<std::string> Found;
    for (const std::string &Path : Files.files("stream."))
      if (!Path.ends_with(".facts") && !Path.ends_with(".part"))
        Found.push_back(Path);
    return Found;
  }

  explicit Family(const char *Ending, const std::string &More = "") {
    Parent = runByItself("forks", {Ending},
                         {.Options = "collector=" MEMFACET_FAKE_COLLECTOR
                                     ":output=" +
                                     Files.path("stream") + More});
    Parent.Recorded = *Stream::read(Files.path("stream"));
    // A killed child does not wait for its collector.
    // There are facts from the beginning on, the stream at the end.
    size_t Expected = Files.files("stream.", ".facts").size() - 1;
    for (int Tries = 0; Tries != 500 && results().size() != Expected; ++Tries)
      usleep(10000);
    for (const std::string &Path : results())
      Children.push_back(*Stream::read(Path));
  }
};
} // namespace

TEST(Forks, ParentAndChildRecordApart) {
  for (const char *Ending : {"exit", "_exit"}) {
    Family F(Ending);
    EXPECT_EQ(F.Parent.Output, "1 7\n") << F.Parent.Errors;
    EXPECT_EQ(F.Parent.Recorded.firstSlots(0), (Slots{1, 2}));
    ASSERT_EQ(F.Children.size(), 1u) << Ending;
    EXPECT_EQ(F.Children[0].firstSlots(0), (Slots{10, 11}));
    EXPECT_TRUE(F.Children[0].items(0)[0].is(EventKind::Program));
    EXPECT_EQ(F.Children[0].events(0, EventKind::Module).size(), 1u);
  }
}

TEST(Forks, ChildThatRecordsMuchLosesNothingEvenKilled) {
  for (const char *Case : {"many", "kill"}) {
    Family F(Case);
    ASSERT_EQ(F.Children.size(), 1u);
    Slots Values = F.Children[0].firstSlots(0);
    ASSERT_EQ(Values.size(), 200001u) << Case;
    for (uint64_t I = 0; I != Values.size(); ++I)
      ASSERT_EQ(Values[I], 10 + I);
  }
}

TEST(Forks, ChildThatExecsAtOnceStartsNoCollector) {
  Family F("exec");
  EXPECT_EQ(F.Parent.Output, "1 0\n");
  EXPECT_TRUE(F.Children.empty());
}

TEST(Forks, VforkIsHarmless) {
  Family F("vfork");
  EXPECT_EQ(F.Parent.Output, "1 7\n");
  EXPECT_EQ(F.Parent.Recorded.firstSlots(0), (Slots{1, 2}));
}

TEST(Forks, ChildDoesNotRecordWhereThatIsWished) {
  Family F("many", ":fork=stop");
  EXPECT_EQ(F.Parent.Output, "1 7\n");
  EXPECT_TRUE(F.Children.empty());
}
