//===- KeptTrace.cpp - a run's trace, with or without analysis ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/KeptTrace.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/TableFollower.h"
#include "memfacet/Check.h"
#include <mutex>

namespace memfacet::measure {

Status KeptTrace::open(const CollectOptions &Options,
                       const words::RecordLength &Lengths, unsigned Threads) {
  MEMFACET_CHECK(!Writer, "a trace is opened once");
  Expected<std::unique_ptr<words::TraceWriter>> Opened =
      words::TraceWriter::create(Options.TracePath, Lengths, Threads);
  if (!Opened)
    return Opened.error();
  Writer = std::move(*Opened);
  return {};
}

void KeptTrace::segment(const words::Segment &S) {
  if (Writer && !Failure)
    if (Status Written = Writer->segment(S); !Written)
      Failure = Written.error();
}

Status KeptTrace::finish(const words::DataLoss &Loss) {
  if (Writer)
    if (Status Written = Writer->finish(Loss); !Written && !Failure)
      Failure = Written.error();
  return Failure ? Status(*Failure) : Status();
}

namespace {

/// Threads that code frames, in addition to the one that reads the stream.
/// Their number is fixed, so that the same stream gives the same trace on any
/// machine.
constexpr unsigned CodingThreadCount = 2;

/// Lengths that change in one thread and are read in others.
class SharedLengths final : public words::RecordLength {
public:
  SharedLengths(const decode::ModuleBuilder &Lengths, std::mutex &Lock)
      : Lengths(Lengths), Lock(Lock) {}
  uint32_t blockWords(uint64_t Address) const override {
    std::lock_guard Guard(Lock);
    return Lengths.lookUpBlockWords(Address);
  }

private:
  const decode::ModuleBuilder &Lengths;
  std::mutex &Lock;
};

class TraceWork final : public StreamWork {
public:
  explicit TraceWork(const CollectOptions &Options)
      : Options(Options), Builder(Modules), Tables(Builder),
        Shared(Builder, Changing) {}

  Status openTrace() override {
    return Trace.open(Options, Shared, CodingThreadCount);
  }

  Status segment(const words::Segment &S) override {
    {
      // The merge asks for the lengths of the records that follow.
      std::lock_guard Guard(Changing);
      Tables.follow(S);
    }
    Trace.segment(S);
    return {};
  }

  const words::RecordLength &lengths() const override { return Builder; }
  words::TraceSize traceSize() const override { return Trace.size(); }

  Expected<result::Profile> finish(words::DataLoss Loss) override {
    if (Status Written = Trace.finish(Loss); !Written)
      return Written.error();
    result::Profile Result;
    Result.Notes = Options.Notes;
    Result.Loss = std::move(Loss);
    return Result;
  }
  /// Returns false: there is no profile to write.
  bool split(const std::function<bool()> &) override { return false; }

private:
  const CollectOptions Options;
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder;
  decode::TableFollower Tables;
  std::mutex Changing; ///< locked while Builder is used
  SharedLengths Shared;
  KeptTrace Trace; ///< its threads use the others
};

} // namespace

std::unique_ptr<StreamWork> makeTraceWork(const CollectOptions &Options) {
  return std::make_unique<TraceWork>(Options);
}

} // namespace memfacet::measure
