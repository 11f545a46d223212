//===- Findings.cpp - from counts to what to do ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Findings.h"
#include "analysis/result/profile/KnownWords.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/findings/SharedLines.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <set>

namespace memfacet::report {

namespace {

/// The part of a structure's stalls that counts, in the order of findings, if
/// there is no change.
constexpr double NoChangeWeight = 0.01;

/// Makes findings of the structures that cost most.
class CostlyStructures {
public:
  /// \p Whole: the cycles of all misses, not 0.
  CostlyStructures(const result::Profile &P, const Gains &Time, double Whole,
                   double LeastShare)
      : P(P), Time(Time), Whole(Whole), LeastShare(LeastShare),
        Mixes(accessMixes(P)), Traffic(trafficOf(P)) {}

  std::vector<Finding> find();

private:
  double shareOf(StructureId Id) const {
    return missCost(P.Structures[Id.Value].Total) / Whole;
  }
  void addStacks();
  void addJoins();
  void addSingle(StructureId Id);
  std::string causeOf(StructureId Id) const;
  void add(Finding F, const Cure &C);

  const result::Profile &P;
  const Gains &Time;
  const double Whole, LeastShare;
  std::vector<AccessMix> Mixes;
  std::vector<StructureTraffic> Traffic;
  std::set<uint32_t> Handled; ///< structures with a finding
  std::vector<Finding> Result;
};

std::string CostlyStructures::causeOf(StructureId Id) const {
  const AccessMix &Mix = Mixes[Id.Value];
  size_t Most =
      size_t(std::ranges::max_element(Mix.Accesses) - Mix.Accesses.begin());
  if (Mix.known() == 0)
    return "";
  return fmt::format("{} {}", patternText(result::StepKind(Most)),
                     humanRate(Mix.Accesses[Most], Mix.known()));
}

void CostlyStructures::add(Finding F, const Cure &C) {
  F.Cause = causeOf(F.Structure);
  F.Remedy = C.Remedy;
  F.Saves = C.Saves * F.Share;
  F.Place = sitePlace(P, C.Site);
  F.Advice = C.Advice;
  F.More = C.More;
  std::vector<StructureId> All = F.Companions;
  All.push_back(F.Structure);
  for (StructureId Id : All)
    Handled.insert(Id.Value);
  F.Gain = Time.ofChange(All, C.Remedy, C.Saves);
  Result.push_back(std::move(F));
}

/// Adds one finding for the stacks of all threads.
void CostlyStructures::addStacks() {
  std::vector<StructureId> Stacks;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
    if (result::isThreadStack(P.Structures[Id]) &&
        P.Structures[Id].Total.Accesses != 0)
      Stacks.push_back(StructureId(Id));
  if (Stacks.size() < 2)
    return;
  std::ranges::stable_sort(Stacks, std::greater(),
                           [&](StructureId Id) { return shareOf(Id); });
  Finding F;
  F.Structure = Stacks.front();
  F.Companions.assign(Stacks.begin() + 1, Stacks.end());
  for (StructureId Id : Stacks)
    F.Share += shareOf(Id);
  Cure C = noCure({P, F.Structure, P.Structures[F.Structure.Value],
                   Mixes[F.Structure.Value], Traffic[F.Structure.Value]});
  if (F.Share >= LeastShare)
    add(std::move(F), C);
}

void CostlyStructures::addJoins() {
  for (const JoinGroup &G : joinGroups(P, Traffic)) {
    Finding F;
    F.Structure = G.Members.front();
    F.Companions.assign(G.Members.begin() + 1, G.Members.end());
    for (StructureId Id : G.Members)
      F.Share += shareOf(Id);
    if (F.Share >= LeastShare)
      add(std::move(F), G.Change);
  }
}

void CostlyStructures::addSingle(StructureId Id) {
  double Share = shareOf(Id);
  if (Share < LeastShare || Handled.contains(Id.Value))
    return;
  Finding F;
  F.Structure = Id;
  F.Share = Share;
  add(std::move(F), bestCure({P, Id, P.Structures[Id.Value], Mixes[Id.Value],
                              Traffic[Id.Value], listHeads(P, Id)}));
}

std::vector<Finding> CostlyStructures::find() {
  addStacks();
  addJoins();
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
    addSingle(StructureId(Id));
  return std::move(Result);
}

/// Returns the key of the order: what is small comes last.
std::pair<bool, double> orderOf(const Finding &F) {
  double Weight = F.Remedy == Change::None ? NoChangeWeight : 1;
  return {F.isSmall(), -Weight * F.Gain.Likely};
}

} // namespace

std::vector<Finding> findingsOf(const result::Profile &P,
                                const FindingLimits &Limits) {
  Gains Time(P);
  std::vector<Finding> All;
  double Whole = missCost(P.total());
  if (Whole > 0)
    All = CostlyStructures(P, Time, Whole, Limits.LeastShare).find();
  for (Finding &F : sharingFindings(P, Time))
    All.push_back(std::move(F));
  std::ranges::stable_sort(All, {}, orderOf);
  std::vector<Finding> Result;
  for (Finding &F : All)
    if (Result.size() < Limits.Most || F.Share >= Limits.CertainShare)
      Result.push_back(std::move(F));
  return Result;
}

} // namespace memfacet::report
