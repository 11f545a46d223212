//===- Run.cpp - running a test program -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Run.h"
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <linux/close_range.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet::test {

namespace {

std::string contents(const std::string &Path) {
  std::ostringstream Text;
  Text << std::ifstream(Path).rdbuf();
  return Text.str();
}

struct Child {
  TemporaryFolder Files;
  pid_t Id = 0;

  Child(const std::string &Name, const std::vector<std::string> &Arguments,
        const RunOptions &Options, std::vector<std::string> Environment,
        int Region = -1) {
    std::vector<std::string> Words = {MEMFACET_TEST_PROGRAMS "/" + Name};
    Words.insert(Words.end(), Arguments.begin(), Arguments.end());
    Environment.insert(Environment.end(), Options.Environment.begin(),
                       Options.Environment.end());
    Environment.push_back("PATH=/usr/bin:/bin");
    Id = fork();
    if (Id != 0)
      return;
    if (!Options.Folder.empty() && chdir(Options.Folder.c_str()) != 0)
      _exit(99);
    dup2(open(Files.path("out").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600),
         1);
    dup2(open(Files.path("err").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600),
         2);
    // What the test runner left open is not the program's.
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (Region >= 0)
      fcntl(Region, F_SETFD, 0);
    std::vector<char *> Argv, Envp;
    for (std::string &W : Words)
      Argv.push_back(W.data());
    for (std::string &E : Environment)
      Envp.push_back(E.data());
    Argv.push_back(nullptr);
    Envp.push_back(nullptr);
    execve(Argv[0], Argv.data(), Envp.data());
    _exit(98);
  }
  void collect(Outcome &O) const {
    O.Output = contents(Files.path("out"));
    O.Errors = contents(Files.path("err"));
  }
};

} // namespace

Outcome runUnderCollector(const std::string &Name,
                          const std::vector<std::string> &Arguments,
                          const RunOptions &Options) {
  Outcome O;
  int Fd = FakeCollector::makeRegion(Options.Chunks);
  FakeCollector Collector(Fd);
  Collector.KeepChunks = !Options.Collect;
  Child Program(Name, Arguments, Options,
                {"MEMFACET_REGION_FD=" + std::to_string(Fd),
                 "MEMFACET_OPTIONS=" + Options.Options},
                Fd);
  close(Fd);
  while (waitpid(Program.Id, &O.Status, WNOHANG) == 0)
    Collector.drain(2);
  while (Collector.drain(0))
    ;
  Collector.takeFilling();
  Program.collect(O);
  O.Recorded = std::move(Collector.Result);
  O.LostChunks = Collector.header().LostChunks;
  O.LiveThreads = Collector.header().LiveThreads;
  return O;
}

Outcome runByItself(const std::string &Name,
                    const std::vector<std::string> &Arguments,
                    const RunOptions &Settings) {
  Outcome O;
  TemporaryFolder Results;
  std::string Options =
      "collector=" MEMFACET_FAKE_COLLECTOR ":output=" + Results.path("stream");
  if (!Settings.Options.empty())
    Options = Settings.Options;
  Child Program(Name, Arguments, Settings, {"MEMFACET_OPTIONS=" + Options});
  waitpid(Program.Id, &O.Status, 0);
  Program.collect(O);
  if (auto S = Stream::read(Results.path("stream")))
    O.Recorded = std::move(*S);
  return O;
}

BetweenRecords::BetweenRecords(const std::string &Name,
                               const std::vector<std::string> &Arguments,
                               uint64_t First)
    : O(runUnderCollector(Name, Arguments)) {
  bool IsInside = false;
  for (const Item &I : O.Recorded.items(0))
    if (I.isBlock())
      IsInside = I.Words[0] == First;
    else if (IsInside)
      Items.push_back(I);
}

TemporaryFolder::TemporaryFolder() {
  char Template[] = "/tmp/memfacet-test-XXXXXX";
  Path = mkdtemp(Template);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code Ignored;
  std::filesystem::remove_all(Path, Ignored);
}

std::vector<std::string>
TemporaryFolder::files(const std::string &Prefix,
                       const std::string &Suffix) const {
  std::vector<std::string> Result;
  for (auto &Entry : std::filesystem::directory_iterator(Path)) {
    std::string Name = Entry.path().filename().string();
    if (Name.starts_with(Prefix) && Name.ends_with(Suffix))
      Result.push_back(Entry.path().string());
  }
  return Result;
}

} // namespace memfacet::test
