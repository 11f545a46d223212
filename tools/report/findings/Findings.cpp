//===- Findings.cpp - from counts to what to do ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Findings.h"
#include "analysis/result/profile/KnownWords.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/findings/SharedLines.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <map>
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
  /// A change of one structure.
  struct Single {
    StructureId Id;
    Cure Change;
  };

  void addStacks();
  void makeSingles();
  double ownSavings(const std::vector<StructureId> &Members) const;
  void addJoins();
  bool areOneWalk(const Single &A, const Single &B) const;
  void addSingle(const Single &First);
  std::string causeOf(StructureId Id) const;
  void add(Finding F, const Cure &C);

  const result::Profile &P;
  const Gains &Time;
  const double Whole, LeastShare;
  std::vector<AccessMix> Mixes;
  std::vector<StructureTraffic> Traffic;
  std::vector<Single> Singles; ///< of the structures that cost enough
  std::set<uint32_t> Handled;  ///< structures with a finding
  std::vector<Finding> Result;
};

std::string CostlyStructures::causeOf(StructureId Id) const {
  const AccessMix &Mix = Mixes[Id.Value];
  size_t Most =
      size_t(std::ranges::max_element(Mix.Accesses) - Mix.Accesses.begin());
  uint64_t Accesses = Mix.known() + Mix.Unknown;
  if (Mix.known() == 0 || double(Mix.known()) < MainShare * double(Accesses))
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

void CostlyStructures::makeSingles() {
  std::map<uint32_t, ListHeads> Heads;
  std::map<uint32_t, StructureId> Lists; // by the array that leads to them
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    if (shareOf(StructureId(Id)) < LeastShare)
      continue;
    const ListHeads &H = Heads[Id] = listHeads(P, StructureId(Id));
    if (H.areEntered() && H.areSearched())
      Lists[H.Array.Value] = StructureId(Id);
  }
  for (const auto &[Index, H] : Heads) {
    StructureId Id(Index);
    if (Handled.contains(Index))
      continue;
    auto Led = Lists.find(Index);
    Singles.push_back(
        {Id, bestCure({P, Id, P.Structures[Index], Mixes[Index], Traffic[Index],
                       H, Led == Lists.end() ? StructureId() : Led->second})});
  }
}

/// Returns the share of the cycles that changes of each of \p Members save.
double
CostlyStructures::ownSavings(const std::vector<StructureId> &Members) const {
  double Sum = 0;
  for (const Single &S : Singles)
    if (std::ranges::find(Members, S.Id) != Members.end())
      Sum += S.Change.Saves * shareOf(S.Id);
  return Sum;
}

/// Arrays that are walked across their lines are accessed together, too: not to
/// walk so saves more than to join them.
void CostlyStructures::addJoins() {
  for (const JoinGroup &G : joinGroups(P, Traffic)) {
    Finding F;
    F.Structure = G.Members.front();
    F.Companions.assign(G.Members.begin() + 1, G.Members.end());
    for (StructureId Id : G.Members)
      F.Share += shareOf(Id);
    if (F.Share >= LeastShare &&
        G.Change.Saves * F.Share >= ownSavings(G.Members))
      add(std::move(F), G.Change);
  }
}

/// Returns whether exchanging the loops of one function changes both walks.
bool CostlyStructures::areOneWalk(const Single &A, const Single &B) const {
  if (A.Change.Remedy != Change::Traverse ||
      B.Change.Remedy != Change::Traverse || A.Change.Advice != B.Change.Advice)
    return false;
  if (A.Change.Site >= P.Sites.size() || B.Change.Site >= P.Sites.size())
    return false;
  const result::CodeSite &X = P.Sites[A.Change.Site],
                         &Y = P.Sites[B.Change.Site];
  return X.File == Y.File && X.Function == Y.Function;
}

void CostlyStructures::addSingle(const Single &First) {
  if (Handled.contains(First.Id.Value))
    return;
  std::vector<const Single *> All;
  for (const Single &Other : Singles)
    if (&Other == &First ||
        (!Handled.contains(Other.Id.Value) && areOneWalk(First, Other)))
      All.push_back(&Other);
  std::ranges::stable_sort(All, std::greater(),
                           [&](const Single *S) { return shareOf(S->Id); });
  Finding F;
  Cure Joint = All.front()->Change;
  F.Structure = All.front()->Id;
  F.Share = shareOf(F.Structure);
  if (All.size() > 1) {
    double Saved = Joint.Saves * F.Share;
    for (size_t I = 1; I != All.size(); ++I) {
      F.Companions.push_back(All[I]->Id);
      F.Share += shareOf(All[I]->Id);
      Saved += All[I]->Change.Saves * shareOf(All[I]->Id);
    }
    Joint.Saves = Saved / F.Share;
    Joint.Advice += ", in one function for all";
  }
  add(std::move(F), Joint);
}

std::vector<Finding> CostlyStructures::find() {
  addStacks();
  makeSingles();
  addJoins();
  for (const Single &S : Singles)
    addSingle(S);
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
