//===- SharedLines.cpp - findings about what threads share ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/SharedLines.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ProcessLines.h"
#include "tools/report/format/Units.h"
#include <algorithm>

namespace memfacet::report {

namespace {

/// Fewer lost lines than these are chance.
constexpr uint64_t LeastLost = 64;
/// Lost lines are a finding if they may cost this part of the run, one cycle
/// for an instruction.
constexpr double LeastOfRun = 0.01;

bool matters(const result::Profile &P, LostRange R) {
  return R.High >= LeastLost &&
         lostCycles(double(R.High)) >= LeastOfRun * double(P.Instructions);
}

std::string falseText(const LostLines &L, bool WasRecorded) {
  std::string Text;
  if (L.Hint)
    Text = fmt::format("{}threads access different bytes of {} and write there",
                       // A sample may have seen only one of the threads.
                       L.Hint->Threads > 1 ? fmt::format("{} ", L.Hint->Threads)
                                           : std::string(),
                       counted(L.Hint->Lines, "line"));
  else
    Text = "threads access different bytes of the same lines and write there";
  if (L.FalseInRun.Low < LeastLost && L.FalseInRun.High >= LeastLost)
    return Text + ": how often they took them from each other is not known, as "
                  "these lines were not followed";
  if (L.FalseInRun.Low < LeastLost)
    return Text + (WasRecorded ? ": in this run it cost little, in another "
                                 "order of threads it may cost more"
                               : ": what it costs depends on their order, "
                                 "which was not recorded");
  return Text + ": give each thread lines of its own";
}

/// A thread writes what another one then misses.
struct HandOver {
  ThreadSite Writer, Reader;
  uint64_t Lines = 0;
};

ThreadSite endOf(const result::SharingTable &T, uint32_t Vertex) {
  const result::SharingVertex &V = T.Vertices[Vertex];
  return {T.Sites[V.Site], V.Structure, V.Thread};
}

/// Returns the pair of sites by which most lines of \p Id go.
HandOver mostOf(const result::Profile &P, StructureId Id) {
  const result::SharingEdge *Most = nullptr;
  for (const result::SharingEdge &E : P.Sharing.Edges)
    if (P.Sharing.Vertices[E.Target].Structure == Id &&
        (!Most || E.True > Most->True))
      Most = &E;
  if (!Most)
    return {};
  return {endOf(P.Sharing, Most->Source), endOf(P.Sharing, Most->Target),
          Most->True};
}

std::string handOverText(const result::Profile &P, StructureId Id) {
  HandOver H = mostOf(P, Id);
  std::string Text = "one thread writes what another one then uses";
  if (H.Lines != 0)
    Text = fmt::format("thread {} writes ({}) what thread {} then uses ({}), "
                       "{} times",
                       H.Writer.Thread, siteText(P, H.Writer.Site),
                       H.Reader.Thread, siteText(P, H.Reader.Site),
                       humanCount(H.Lines));
  return Text + ": hand over more at a time, or work on it in the thread that "
                "wrote it";
}

} // namespace

/// Returns findings about what the processes of a merged profile share.
static std::vector<Finding> processFindings(const result::Profile &P,
                                            const Gains &G) {
  std::vector<Finding> Result;
  if (!hasProcessLines(P))
    return Result;
  for (const ProcessLines &L : processLines(P)) {
    if (!matters(P, {0, L.False}))
      continue;
    Finding F;
    F.Structure = L.Structure;
    F.Remedy = Change::MayShare;
    F.Lost = {0, L.False};
    F.Gain = G.ofLost(F.LostInRun, F.Lost);
    F.Advice = fmt::format("{} processes access different bytes of {} and "
                           "write there: what it costs depends on their order, "
                           "which was not recorded",
                           L.Processes, counted(L.Lines, "line"));
    Result.push_back(std::move(F));
  }
  return Result;
}

std::vector<Finding> sharingFindings(const result::Profile &P, const Gains &G) {
  std::vector<Finding> Result = processFindings(P, G);
  for (const LostLines &L : lostLines(P)) {
    if (matters(P, L.FalseSharing)) {
      Finding F;
      F.Structure = L.Structure;
      F.Remedy =
          L.FalseInRun.Low < LeastLost ? Change::MayShare : Change::Unshare;
      F.Lost = L.FalseSharing, F.LostInRun = L.FalseInRun;
      F.Gain = G.ofLost(F.LostInRun, F.Lost);
      F.Advice = falseText(L, !P.Sharing.empty());
      Result.push_back(std::move(F));
    }
    if (matters(P, L.TrueSharing)) {
      Finding F;
      F.Structure = L.Structure;
      F.Remedy = Change::HandOver;
      F.Lost = L.TrueSharing, F.LostInRun = L.TrueInRun;
      F.Gain = G.ofLost(F.LostInRun, F.Lost);
      F.Advice = handOverText(P, L.Structure);
      Result.push_back(std::move(F));
    }
  }
  return Result;
}

} // namespace memfacet::report
