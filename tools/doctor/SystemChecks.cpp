//===- SystemChecks.cpp - memory, limits, the kernel, the caches ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"
#include "analysis/words/stream/Region.h"
#include "tools/doctor/Checks.h"
#include "tools/record/PerfSampler.h"
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/personality.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace memfacet::doctor {

namespace {

constexpr uint64_t MiB = 1 << 20;

/// Checks that files and mappings may be as large as the shared memory, which
/// is sparse.
Check checkLimits() {
  const uint64_t Needed = regionBytes(MaxChunks);
  struct {
    decltype(RLIMIT_AS) Number;
    const char *Name, *Remedy;
  } Limits[] = {{RLIMIT_AS, "address space", "ulimit -v unlimited"},
                {RLIMIT_FSIZE, "size of files", "ulimit -f unlimited"}};
  for (auto &L : Limits) {
    rlimit Limit = {};
    getrlimit(L.Number, &Limit);
    if (Limit.rlim_cur != RLIM_INFINITY && Limit.rlim_cur <= Needed)
      return {"limits", CheckState::Missing,
              fmt::format("{}: {} MiB; the shared memory is mapped with {} MiB "
                          "of which few are used",
                          L.Name, Limit.rlim_cur / MiB, Needed / MiB),
              L.Remedy};
  }
  return {"limits", CheckState::Good, "large enough for the shared memory", ""};
}

Check checkSharedMemory() {
  Expected<words::Region> R = words::Region::create();
  if (!R)
    return {"shared memory", CheckState::Missing, R.error().Message,
            "free memory, or raise the memory limit of the container"};
  return {"shared memory", CheckState::Good,
          fmt::format("of the kernel (memfd), {} MiB of room; /dev/shm is not "
                      "used",
                      regionBytes(R->chunks()) / MiB),
          ""};
}

Check checkAddresses() {
  int Current = personality(0xffffffff);
  bool CanFix =
      Current != -1 && personality(unsigned(Current) | ADDR_NO_RANDOMIZE) != -1;
  if (!CanFix)
    return {"addresses", CheckState::Note,
            "cannot be fixed here: counts differ a little from run to run",
            "docker run --security-opt seccomp=unconfined"};
  personality(unsigned(Current));
  return {"addresses", CheckState::Good,
          "can be the same in each run, so counts are, too", ""};
}

Check checkSampling() {
  constexpr uint64_t Period = 1000000; // 1 ms
  Expected<record::PerfSampler> S = record::PerfSampler::open(getpid(), Period);
  if (S)
    return {"sampling", CheckState::Good, "the kernel's clock can be used", ""};
  std::string Reason = S.error().Message;
  size_t Semicolon = Reason.find("; ");
  return {"sampling", CheckState::Note,
          "only record --sample-blocks needs it: " +
              Reason.substr(0, Semicolon),
          Semicolon == Reason.npos ? "" : Reason.substr(Semicolon + 2)};
}

Check checkCaches() {
  caches::CacheModel M = caches::hostCacheModel();
  if (M.Source.starts_with("default"))
    return {"caches", CheckState::Note, M.spec() + " by default",
            "choose a model: record --cache zen4 (memfacet caches lists them)"};
  return {"caches", CheckState::Good,
          fmt::format("{}, from {}", M.spec(), M.Source), ""};
}

Check checkProcessors() {
  unsigned Count = std::thread::hardware_concurrency();
  if (Count > 1)
    return {"processors", CheckState::Good, fmt::format("{}", Count), ""};
  return {"processors", CheckState::Note,
          "1: program and analysis take turns, so recording takes longer", ""};
}

Check checkFolder() {
  std::error_code Failed;
  std::filesystem::path Folder = std::filesystem::current_path(Failed);
  std::filesystem::space_info Space = std::filesystem::space(Folder, Failed);
  if (Failed || access(".", W_OK) != 0)
    return {"this folder", CheckState::Note,
            fmt::format("'{}' cannot be written to", Folder.string()),
            "memfacet record -o /tmp/memfacet.mfp -- ./prog"};
  uint64_t Free = Space.available / MiB;
  return {"this folder", Free < 1024 ? CheckState::Note : CheckState::Good,
          fmt::format("{} MiB are free", Free),
          Free < 1024 ? "traces need more: record --trace into another folder"
                      : ""};
}

} // namespace

std::vector<Check> checkSystem() {
  std::vector<Check> All = {checkLimits()};
  // A file larger than the limit would end this process.
  if (All[0].State == CheckState::Good)
    All.push_back(checkSharedMemory());
  for (auto *More : {checkAddresses, checkSampling, checkCaches,
                     checkProcessors, checkFolder})
    All.push_back(More());
  return All;
}

} // namespace memfacet::doctor
