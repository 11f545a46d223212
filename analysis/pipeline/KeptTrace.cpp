//===- pipeline/KeptTrace.cpp - a run's trace, beside or without analysis -===//

#include "analysis/pipeline/KeptTrace.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/TableFollower.h"

namespace memfacet {

Status KeptTrace::open(const CollectOptions &Options,
                       const RecordLength &Lengths) {
  Expected<std::unique_ptr<TraceWriter>> Opened = TraceWriter::create(
      Options.TracePath, Options.PlainTrace ? nullptr : &Lengths);
  if (!Opened)
    return Opened.error();
  Writer = std::move(*Opened);
  return {};
}

void KeptTrace::segment(const Segment &S) {
  if (Writer && !Failure)
    if (Status Kept = Writer->segment(S); !Kept)
      Failure = Kept.error();
}

Status KeptTrace::finish(const DataLoss &Loss) {
  if (Writer)
    if (Status Kept = Writer->finish(Loss); !Kept && !Failure)
      Failure = Kept.error();
  return Failure ? Status(*Failure) : Status();
}

namespace {

class TraceWork final : public StreamWork {
public:
  explicit TraceWork(const CollectOptions &Options)
      : Options(Options), Builder(Modules), Tables(Builder) {}

  Status openTrace() override { return Trace.open(Options, Builder); }

  Status segment(const Segment &S) override {
    // The merge asks for the lengths of what follows.
    Tables.follow(S);
    Trace.segment(S);
    return {};
  }

  const RecordLength &lengths() const override { return Builder; }
  TraceSize traceSize() const override { return Trace.size(); }

  Expected<Profile> finish(DataLoss Loss) override {
    if (Status Kept = Trace.finish(Loss); !Kept)
      return Kept.error();
    Profile Result;
    Result.Notes = Options.Notes;
    Result.Loss = std::move(Loss);
    return Result;
  }

private:
  const CollectOptions Options;
  ModuleSet Modules;
  ModuleBuilder Builder;
  TableFollower Tables;
  KeptTrace Trace;
};

} // namespace

std::unique_ptr<StreamWork> makeTraceWork(const CollectOptions &Options) {
  return std::make_unique<TraceWork>(Options);
}

} // namespace memfacet
