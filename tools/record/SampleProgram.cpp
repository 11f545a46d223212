//===- SampleProgram.cpp - run a program and sample its blocks ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/SampleProgram.h"
#include "analysis/support/Version.h"
#include "memfacet/Options.h"
#include "tools/record/ChildProgram.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/OutputNames.h"
#include "tools/record/PartFile.h"
#include "tools/record/PerfSampler.h"
#include "tools/record/ProgramFile.h"
#include "tools/report/format/Units.h"
#include "tools/support/InputFiles.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

namespace memfacet::record {

namespace {

constexpr uint64_t SecondNanoseconds = 1'000'000'000;
/// Samples per interval: enough to distinguish blocks that have a few per cent.
constexpr uint64_t IntervalSamples = 100;
constexpr int WaitMilliseconds = 100;

/// Returns the variable that switches recording off. Recording would change the
/// samples.
std::string withoutRecording() {
  const char *UserOptions = std::getenv(MEMFACET_OPTIONS_VARIABLE);
  return fmt::format("{}={}{}record=0", MEMFACET_OPTIONS_VARIABLE,
                     UserOptions ? UserOptions : "",
                     UserOptions && *UserOptions ? ":" : "");
}

result::Profile profileOf(const SampleOptions &Options, pid_t Process,
                          PerfSampler &Kernel,
                          const gauges::SampleSettings &Settings) {
  result::Profile P;
  P.Program = Options.Launch.Command[0];
  P.Arguments.assign(Options.Launch.Command.begin() + 1,
                     Options.Launch.Command.end());
  P.ProcessId = uint64_t(Process);
  P.ToolVersion = toolVersion();
  // Every profile has a cache model; here, nothing was simulated.
  P.Caches = *caches::parseCacheModel("host");
  P.Vectors = gauges::sampledBlocks(Kernel.Events, Kernel.Paths, Settings);
  P.Vectors.Lost = Kernel.Lost;
  if (P.Vectors.Samples != 0 && P.Vectors.OutsideSamples == P.Vectors.Samples)
    P.Notes.emplace_back("no sample lies in a known block; build the program "
                         "with a block map: memfacet-clang --block-map");
  return P;
}

void sayResult(const result::Profile &P, const std::string &Path, bool Brief) {
  const result::BlockVectors &V = P.Vectors;
  if (!Brief)
    say(fmt::format("{}: {} samples, {} outside of known blocks, {} -> {}",
                    std::filesystem::path(P.Program).filename().string(),
                    report::humanCount(V.Samples),
                    report::humanRate(V.OutsideSamples, V.Samples),
                    report::counted(V.Intervals.size(), "block vector"), Path));
  if (V.Lost)
    say(fmt::format("data loss: {} samples had no room; take fewer per second",
                    V.Lost));
  for (const std::string &Note : P.Notes)
    say("note: " + Note);
  if (!Brief)
    say("next: " + nextCommand(P, Path));
}

/// Takes samples while the program runs. Returns its exit code.
int follow(ChildProgram &Program, PerfSampler &Kernel) {
  std::atomic<bool> IsOver{false};
  std::thread Reader([&] {
    while (!IsOver.load())
      Kernel.wait(WaitMilliseconds);
  });
  int Code = Program.wait();
  IsOver.store(true);
  Reader.join();
  Kernel.drain();
  return Code;
}

} // namespace

Expected<uint64_t> parseHertz(const std::string &Text) {
  Expected<uint64_t> Count = parseCount(Text);
  if (!Count || *Count > 100'000)
    return usageError("'{}' is no number of samples per second; write 1 to "
                      "100000, for instance --sample-blocks=1000",
                      Text);
  return Count;
}

Expected<RecordedRun> sampleProgram(const SampleOptions &Options) {
  SignalForwarder Signals;
  LaunchOptions Launch = Options.Launch;
  Launch.SignalMask = Signals.programMask();
  Launch.Variables = {withoutRecording()};
  Expected<ChildProgram> Program = ChildProgram::fork(Launch);
  if (!Program)
    return Program.error();
  std::string Path = outputPath(Options.Output, uint32_t(Program->id()), false);
  if (Status Kept = checkOverwrites(Path, Options.Launch.Command[0],
                                    "the program to run");
      !Kept)
    return Kept.error();
  gauges::SampleSettings Settings;
  Settings.Period = SecondNanoseconds / Options.Hertz;
  Settings.Interval = Settings.Period * IntervalSamples;
  Expected<PerfSampler> Kernel =
      PerfSampler::open(Program->id(), Settings.Period);
  if (!Kernel)
    return Kernel.error();
  Expected<PartFile> Part = PartFile::create(Path);
  if (!Part)
    return Part.error();
  Signals.start(Program->id(), {});
  if (int ErrorNumber = Program->release(); ErrorNumber != 0) {
    say(runErrorText(Options.Launch.Command[0], ErrorNumber));
    return RecordedRun{ErrorNumber == ENOENT ? ExitNotFound : ExitNotExecutable,
                       false};
  }
  int Code = follow(*Program, *Kernel);
  result::Profile P = profileOf(Options, Program->id(), *Kernel, Settings);
  if (Status Written = result::writeProfile(P, Path); !Written)
    return RecordedRun{std::max(Code, fail(Written.error())), false};
  sayResult(P, Path, Options.Brief);
  return RecordedRun{Code, true};
}

} // namespace memfacet::record
