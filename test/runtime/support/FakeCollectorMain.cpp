//===- FakeCollectorMain.cpp - stands in for memfacet ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `fake-collector collect --region-fd N --program-pid P [--child]` writes a
// Stream to the path in MEMFACET_OPTIONS' output, for a child with `.<pid>`
// appended. What it finds out about its own circumstances goes to
// `<output>.facts`.
//
//===----------------------------------------------------------------------===//

#include "test/runtime/support/FakeCollector.h"
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace memfacet;
using namespace memfacet::test;

static std::string outputPath(bool Child, int Program) {
  std::string Options = getenv("MEMFACET_OPTIONS");
  size_t Begin = Options.find("output=") + strlen("output=");
  std::string Path = Options.substr(Begin, Options.find(':', Begin) - Begin);
  return Child ? Path + "." + std::to_string(Program) : Path;
}

static unsigned openDescriptors() {
  DIR *Open = opendir("/proc/self/fd");
  unsigned Count = 0;
  while (dirent *Entry = readdir(Open))
    Count += Entry->d_name[0] != '.' && atoi(Entry->d_name) != dirfd(Open);
  closedir(Open);
  return Count;
}

static void writeFacts(const std::string &Path) {
  unsigned Descriptors = openDescriptors();
  std::ofstream(Path) << "descriptors " << Descriptors << "\npreload "
                      << (getenv("LD_PRELOAD") ? 1 : 0) << "\nsid " << getsid(0)
                      << "\n";
}

int main(int Count, char **Arguments) {
  int Fd = -1, Program = 0;
  bool Child = false;
  for (int I = 2; I < Count; ++I) {
    if (!strcmp(Arguments[I], "--region-fd"))
      Fd = atoi(Arguments[++I]);
    else if (!strcmp(Arguments[I], "--program-pid"))
      Program = atoi(Arguments[++I]);
    else if (!strcmp(Arguments[I], "--child"))
      Child = true;
  }
  std::string Output = outputPath(Child, Program);
  writeFacts(Output + ".facts");
  FakeCollector Collector(Fd);
  int Watch = int(syscall(SYS_pidfd_open, Program, 0));
  Collector.attach();
  RegionHeader &H = Collector.header();
  bool Dead = false;
  while (!Dead && H.ProgramStatus != ProgramState::Exiting) {
    Collector.drain(5);
    pollfd Poll = {Watch, POLLIN, 0};
    Dead = poll(&Poll, 1, 0) > 0;
  }
  while (Collector.drain(0))
    ;
  Collector.takeFilling();
  Collector.Result.write(Output + ".part");
  rename((Output + ".part").c_str(), Output.c_str());
  H.CollectorStatus = CollectorState::Done;
  syscall(SYS_futex, &H.CollectorStatus, FUTEX_WAKE, 100, nullptr);
}
