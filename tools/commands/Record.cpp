//===- Record.cpp - memfacet record ---------------------------------------===//

#include "analysis/cache/CacheModel.h"
#include "analysis/communication/SharingCaches.h"
#include "tools/cli/Commands.h"
#include "tools/cli/NamingOptions.h"
#include "tools/record/CoreChoice.h"
#include "tools/record/RecordProgram.h"
#include "tools/record/SampleProgram.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct RecordCommand {
  CLI::Option *Cache = nullptr;
  RecordOptions Options;
  bool NoAnalysis = false;
  std::string Interval = "1M", Context = "0", Hertz;
};

/// Not instrumented: a way of its own.
int runSampled(const RecordCommand &C) {
  Expected<uint64_t> Hertz = parseHertz(C.Hertz);
  if (!Hertz)
    return fail(Hertz.error());
  Expected<int> Code =
      sampleProgram({C.Options.Command, C.Options.Settings.Output, *Hertz,
                     C.Options.RandomAddresses});
  return Code ? *Code : fail(Code.error());
}

/// With --communication, nothing else is recorded.
Status checkAlone(const CollectorSettings &S) {
  const char *Other = S.Communication.empty() ? nullptr
                      : !S.Trace.empty()      ? "--trace"
                      : S.Why                 ? "--why"
                      : !S.Curves.empty()     ? "--curves"
                      : !S.Core.empty()       ? "--core"
                      : S.Blocks              ? "--blocks"
                      : !S.Phases.empty()     ? "--phases"
                      : !S.Sharing.empty()    ? "--sharing"
                                              : nullptr;
  if (Other)
    return makeError("{} needs every access, and --communication records a "
                     "sample of pairs only; drop one of them, or record a "
                     "trace for 'memfacet simulate --communication'",
                     Other);
  return {};
}

/// Layouts are tried by reading a trace once more.
Status checkSharing(const CollectorSettings &S) {
  Expected<SharingPlan> Plan = SharingPlan::parse(S.Sharing);
  if (!Plan)
    return Plan.error();
  if (Plan->Pad)
    return makeError("--sharing={} reads a trace twice; record with --trace "
                     "FILE.mft, then type: memfacet simulate FILE.mft "
                     "--sharing=pad",
                     S.Sharing);
  return {};
}

int run(const CLI::App &App, RecordCommand &C,
        const std::vector<std::string> &AfterDashes) {
  std::vector<std::string> Words = App.remaining();
  Words.insert(Words.end(), AfterDashes.begin(), AfterDashes.end());
  if (Words.empty()) {
    say("no program to run; type: memfacet record -- ./program arguments");
    return ExitUsage;
  }
  C.Options.Command = std::move(Words);
  if (!C.Hertz.empty())
    return runSampled(C);
  Expected<uint64_t> Interval = parseCount(C.Interval);
  if (!Interval)
    return fail(Interval.error());
  C.Options.Settings.Interval = *Interval;
  Expected<uint32_t> Frames = parseContext(C.Context);
  if (!Frames)
    return fail(Frames.error());
  C.Options.Settings.Context = *Frames;
  CollectorSettings &S = C.Options.Settings;
  S.Analyse = !C.NoAnalysis;
  S.Cache = cachesFor(S.Core, S.Cache, C.Cache->count() != 0);
  if (Status Alone = checkAlone(S); !Alone)
    return fail(Alone.error());
  if (Status Sharing = checkSharing(S); !Sharing)
    return fail(Sharing.error());
  Expected<int> Code = recordProgram(C.Options);
  return Code ? *Code : fail(Code.error());
}

} // namespace

/// What is written, of which caches.
static void declareFiles(CLI::App &App, RecordCommand &C) {
  CollectorSettings &S = C.Options.Settings;
  App.add_option("-o,--output", S.Output,
                 "profile to write; an existing one is kept as FILE.old")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--trace", S.Trace,
                 "keep the complete trace as well, for 'memfacet simulate'")
      ->type_name("FILE");
  App.add_flag("--no-analysis", C.NoAnalysis,
               "keep the trace only, with no profile: several times faster; "
               "'memfacet simulate' makes the same profile later");
  App.add_option("--trace-coding", S.Coding,
                 "of the trace: predicted, or plain (larger; the words as they "
                 "are, compressed)")
      ->type_name("KIND")
      ->capture_default_str();
  C.Cache = App.add_option("--cache", S.Cache,
                           "cache model; 'memfacet caches' lists them")
                ->type_name("MODEL")
                ->capture_default_str();
}

/// What is looked at beyond what always is, and how closely.
static void declareAnalyses(CLI::App &App, RecordCommand &C) {
  CollectorSettings &S = C.Options.Settings;
  App.add_option(
         "--core", S.Core,
         "simulate this core, too: alpha21264, inorder, zen4 or a spec; "
         "brings its caches")
      ->type_name("CORE");
  App.add_flag("--why", S.Why,
               "why lines miss, and who evicted them ('memfacet why', "
               "'memfacet evictions'): slower, keeps private caches coherent");
  App.add_option("--interval,--period", C.Interval,
                 "instructions per interval: the period of what is kept over "
                 "time")
      ->type_name("N")
      ->capture_default_str();
  declareNaming(App, C.Context, S.Wrappers);
  App.add_flag("--curves{sampled}", S.Curves,
               "misses by cache size as well, for 'memfacet curves': "
               "--curves or --curves=exact");
  App.add_flag("--sample{2%}", S.Sample,
               "record windows only, of 2 % of the run, and estimate the "
               "rest: --sample, --sample=0.5%, "
               "--sample=period=50M,window=1M,warm=1M");
  App.add_flag("--blocks", S.Blocks,
               "block vectors as well, for 'memfacet blocks': slower");
  App.add_flag("--phases{all}", S.Phases,
               "what intervals look like as well, for 'memfacet phases': "
               "--phases, or --phases=image,reuse,modulo=64K: slower")
      ->type_name("LIST");
  App.add_flag("--communication{1000}", S.Communication,
               "only a sample of pairs of accesses to a line, for 'memfacet "
               "communication': --communication (one of 1000), "
               "--communication=period=1000,seed=1");
  App.add_option("--pairs", S.Pairs,
                 "with --communication: write the pairs one by one, as "
                 "comma-separated values")
      ->type_name("FILE");
  App.add_flag("--sharing{map=threads}", S.Sharing,
               "misses by sharing lines between threads as well, for 'memfacet "
               "sharing': --sharing, --sharing=map=pairs (two threads to a "
               "cache), --sharing=no-range: slower")
      ->type_name("PLAN");
  App.add_flag("--sample-blocks{1000}", C.Hertz,
               "only block vectors, sampled, of any program with a block map: "
               "--sample-blocks or --sample-blocks=HZ");
}

Action declareRecord(CLI::App &App) {
  auto C = std::make_shared<RecordCommand>();
  App.footer("Then the program and its arguments:\n"
             "  memfacet record [OPTIONS] -- ./program [ARGUMENTS]");
  declareFiles(App, *C);
  declareAnalyses(App, *C);
  App.add_flag("--aslr", C->Options.RandomAddresses,
               "leave addresses random: runs will differ");
  return [C, &App](const std::vector<std::string> &AfterDashes) {
    return run(App, *C, AfterDashes);
  };
}

} // namespace memfacet
