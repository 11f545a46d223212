//===- CheckTrace.cpp - the invariants of one trace -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/CheckTrace.h"
#include "analysis/check/LiveMemory.h"
#include "analysis/check/TraceRules.h"
#include "analysis/decode/Decoder.h"
#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/words/trace/TraceReader.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <fstream>

namespace memfacet::check {

namespace {

/// Shows each record to all rules.
class RuleSink final : public words::SegmentSink {
public:
  RuleSink() {
    Rows.reserve(std::size(TraceRules)); // the rules refer to the rows
    for (const TraceRuleRow &R : TraceRules) {
      MEMFACET_CHECK(Rows.size() < Rows.capacity(), "rows do not move");
      Rows.push_back({R.Name, R.Says, {}});
      Rules.push_back(R.Make(Facts, Rows.back().Found));
    }
  }

  Status segment(const words::Segment &S) override {
    std::span<const uint64_t> Rest = S.Words;
    while (!Rest.empty()) {
      uint32_t Words = Rest[0] ? words::recordWords(Rest[0], Facts.Builder) : 0;
      if (Words == 0 || Words > Rest.size()) {
        size_t Unknown = words::nextHeader(Rest, 0, Facts.Builder);
        for (uint64_t Word : Rest.first(Unknown))
          Facts.UnknownWords += Word != 0;
        Rest = Rest.subspan(Unknown);
        continue;
      }
      if (isEvent(Rest[0]))
        event(S.Thread, Rest.first(Words));
      else
        for (auto &Rule : Rules)
          Rule->record(S.Thread, Rest.first(Words));
      Rest = Rest.subspan(Words);
    }
    return {};
  }

  std::vector<CheckedInvariant> finish(const Expected<words::DataLoss> &Loss) {
    if (Loss)
      Facts.Loss = *Loss;
    else
      Facts.Unreadable = Loss.error().Message;
    for (auto &Rule : Rules)
      Rule->finish();
    return std::move(Rows);
  }

private:
  void event(ThreadId Thread, std::span<const uint64_t> Record) {
    decode::Event E;
    E.Kind = eventKind(Record[0]);
    E.Thread = Thread;
    E.Argument = eventArgument(Record[0]);
    bool Ordered = isOrdered(E.Kind);
    MEMFACET_CHECK(Record.size() > size_t(Ordered),
                   "recordWords counts the words of each kind");
    E.Order = Ordered ? Record[1] : 0;
    E.Payload = Record.subspan(1 + Ordered);
    if (E.Kind == EventKind::Lost)
      ++Facts.Loss.LostChunks;
    for (auto &Rule : Rules)
      Rule->event(E);
    Facts.Builder.event(E);
    if (E.Kind == EventKind::Program)
      Facts.IsImported = E.Payload[0] == 0;
    if (E.Kind == EventKind::ThreadStart)
      Facts.Started.insert(Thread.Value);
    if (E.Kind == EventKind::ThreadEnd)
      Facts.Ended.insert(Thread.Value);
  }

  TraceFacts Facts;
  std::vector<CheckedInvariant> Rows;
  std::vector<std::unique_ptr<TraceRule>> Rules;
};

/// Checks the addresses of a trace that has them twice: its program was built
/// to record them, too.
CheckedInvariant checkAddresses(const std::string &Path) {
  CheckedInvariant Row{AddressRule, AddressRuleSays, {}};
  Expected<measure::Verification> Result = measure::verifyTrace(Path);
  if (Result && Result->Compared != 0)
    Row.Found.expect(Result->Mismatches == 0, "{}", Result->First);
  return Row;
}

CheckedInvariant checkOwners(const std::string &Path,
                             const result::Profile &P) {
  CheckedInvariant Row{OwnerRule, OwnerRuleSays, {}};
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder(Modules);
  LiveMemory Memory(Modules);
  decode::DecoderOptions Options;
  decode::Decoder Records(Builder, Memory, Options);
  Expected<std::unique_ptr<words::TraceReader>> Trace =
      words::TraceReader::open(Path);
  if (!Trace || !(*Trace)->replay(Records))
    return Row;
  Records.finish();
  Memory.compare(P, Row.Found);
  return Row;
}

} // namespace

std::vector<CheckedInvariant>
checkEvents(const std::function<Expected<words::DataLoss>(words::SegmentSink &)>
                &Replay) {
  RuleSink Sink;
  Expected<words::DataLoss> Loss = Replay(Sink);
  return Sink.finish(Loss);
}

std::vector<CheckedInvariant> checkTraceFile(const std::string &Path) {
  std::vector<CheckedInvariant> All =
      checkEvents([&](words::SegmentSink &Sink) -> Expected<words::DataLoss> {
        Expected<std::unique_ptr<words::TraceReader>> Trace =
            words::TraceReader::open(Path);
        if (!Trace)
          return Trace.error();
        if (Status Read = (*Trace)->replay(Sink); !Read)
          return Read.error();
        return (*Trace)->loss();
      });
  All.push_back(checkAddresses(Path));
  measure::CollectOptions Options;
  Options.Caches = *caches::parseCacheModel("zen4");
  Expected<result::Profile> P = measure::simulateTrace(Path, Options);
  if (!P)
    return All; // trace-complete says why
  All.push_back(checkOwners(Path, *P));
  std::vector<CheckedInvariant> Made = checkProfile(*P);
  std::ranges::move(Made, std::back_inserter(All));
  return All;
}

bool isTraceFile(const std::string &Path) {
  uint64_t Magic = 0;
  std::ifstream In(Path, std::ios::binary);
  return In.read(reinterpret_cast<char *>(&Magic), sizeof(Magic)) &&
         Magic == words::TraceMagic;
}

std::vector<InvariantText> listedInvariants() {
  std::vector<InvariantText> All;
  for (const ProfileInvariant &I : ProfileInvariants)
    All.push_back({"profile", I.Name, I.Says, I.Requirement});
  for (const TraceRuleRow &R : TraceRules)
    All.push_back({"trace", R.Name, R.Says, R.Requirement});
  All.push_back({"trace", AddressRule, AddressRuleSays,
                 "a program that was built with --memfacet-verify"});
  All.push_back({"trace", OwnerRule, OwnerRuleSays, OwnerRuleNeeds});
  return All;
}

} // namespace memfacet::check
