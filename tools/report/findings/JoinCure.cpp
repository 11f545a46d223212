//===- JoinCure.cpp - arrays with the same index, joined ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that accesses X[i], Y[i] and Z[i] at random misses three lines in a
// round; of an array of {x, y, z}, it misses one. A loop that reads only X from
// end to end would fetch three times as many lines. The model adds up both.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Check.h"
#include "tools/report/findings/Cures.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <map>
#include <set>

namespace memfacet::report {

namespace {

/// Uses in one block of code, which is executed as a whole.
struct BlockUses {
  double Cycles = 0;                      ///< of the uses at random
  std::map<uint32_t, double> ByStructure; ///< the same
};

/// Finds groups, those with most cycles first.
class JoinFinder {
public:
  JoinFinder(const result::Profile &P,
             const std::vector<StructureTraffic> &Traffic)
      : P(P), Traffic(Traffic) {}

  std::vector<JoinGroup> find();

private:
  void collect();
  bool isArray(const result::Structure &S) const;
  bool areAlike(const result::Structure &A, const result::Structure &B) const;
  std::vector<StructureId> membersOf(const BlockUses &B) const;
  /// Returns the cycles that joining \p Members saves; less than 0: that it
  /// costs. \p Extra: what loops cost more that use only some.
  double saved(const std::vector<StructureId> &Members, double &Extra) const;
  /// Returns the cycles of misses in levels that do not hold \p Bytes. Larger
  /// ones miss each line once, joined or not.
  double cyclesBeyond(const result::SiteCounts &C, double Bytes) const;
  JoinGroup groupOf(std::vector<StructureId> Members, double Saved,
                    double Extra) const;

  const result::Profile &P;
  const std::vector<StructureTraffic> &Traffic;
  std::map<uint32_t, BlockUses> Blocks; ///< those with uses at random
  /// Structures that each block uses.
  std::map<uint32_t, std::set<uint32_t>> Used;
  std::set<uint32_t> Grouped;
};

/// Members and the joined element are at most this long.
constexpr uint64_t MostBytes = 32, MostJoined = 64;

bool JoinFinder::isArray(const result::Structure &S) const {
  bool IsMovable = S.Kind == result::StructureKind::Heap ||
                   S.Kind == result::StructureKind::Global;
  return IsMovable && S.ElementBytes != 0 && S.ElementBytes <= MostBytes &&
         S.Objects != 0 && holdsSeveral(S);
}

bool JoinFinder::areAlike(const result::Structure &A,
                          const result::Structure &B) const {
  return A.Objects == B.Objects &&
         A.PeakBytes / A.ElementBytes == B.PeakBytes / B.ElementBytes;
}

void JoinFinder::collect() {
  for (const result::SiteCounts &C : P.BySite) {
    const result::FieldAccess &F = P.Sites[C.Site].Field;
    if (F.Bytes == 0 || !isArray(P.Structures[C.Structure.Value]))
      continue;
    Used[F.Block].insert(C.Structure.Value);
    if (randomShare(C) < MainShare)
      continue;
    BlockUses &B = Blocks[F.Block];
    double Cycles = missCost(C.Misses);
    B.Cycles += Cycles;
    B.ByStructure[C.Structure.Value] += Cycles;
  }
}

std::vector<StructureId> JoinFinder::membersOf(const BlockUses &B) const {
  std::vector<std::pair<double, uint32_t>> Costly;
  for (auto [Id, Cycles] : B.ByStructure)
    if (!Grouped.contains(Id))
      Costly.emplace_back(-Cycles, Id);
  std::ranges::sort(Costly);
  std::vector<StructureId> Members;
  uint64_t Bytes = 0;
  for (auto [Cycles, Id] : Costly) {
    const result::Structure &S = P.Structures[Id];
    // What misses much less is small, or is not accessed as often.
    bool Fits = Members.empty() ||
                (areAlike(S, P.Structures[Members.front().Value]) &&
                 -Cycles * 4 >= B.ByStructure.at(Members.front().Value));
    if (!Fits || Bytes + S.ElementBytes > MostJoined)
      continue;
    Bytes += S.ElementBytes;
    Members.push_back(StructureId(Id));
  }
  return Members;
}

double JoinFinder::cyclesBeyond(const result::SiteCounts &C,
                                double Bytes) const {
  std::vector<uint64_t> Misses = C.Misses;
  for (size_t L = 0; L != Misses.size(); ++L)
    if (double(P.Caches.Levels[L].Bytes) >= Bytes)
      Misses[L] = 0;
  return missCost(Misses);
}

double JoinFinder::saved(const std::vector<StructureId> &Members,
                         double &Extra) const {
  double Bytes = 0, All = 0, Line = double(P.Caches.LineBytes);
  for (StructureId Id : Members) {
    Bytes += double(P.Structures[Id.Value].ElementBytes);
    All += double(P.Structures[Id.Value].PeakBytes);
  }
  // An element that does not begin with a line may end in the next one.
  double Lines = 1 + std::max(Bytes - 8, 0.0) / Line;
  double Saved = 0;
  std::map<uint32_t, std::vector<double>> ByBlock;
  for (StructureId Id : Members) {
    double MemberBytes = double(P.Structures[Id.Value].ElementBytes);
    for (uint32_t Use : Traffic[Id.Value].Uses) {
      const result::SiteCounts &C = P.BySite[Use];
      uint32_t Block = P.Sites[C.Site].Field.Block;
      double Cycles = cyclesBeyond(C, All);
      double UsedBytes = 0;
      if (auto It = Used.find(Block); It != Used.end())
        for (StructureId Other : Members)
          if (It->second.contains(Other.Value))
            UsedBytes += double(P.Structures[Other.Value].ElementBytes);
      if (randomShare(C) >= MainShare)
        ByBlock[Block].push_back(Cycles);
      else // A walk in order fetches all members, and uses some.
        Extra += Cycles * (Bytes / std::max(UsedBytes, MemberBytes) - 1);
    }
  }
  for (auto &[Block, Cycles] : ByBlock) {
    double Now = 0;
    for (double C : Cycles)
      Now += C;
    Saved += Now - std::min(Now, Lines * std::ranges::max(Cycles));
  }
  return Saved - Extra;
}

JoinGroup JoinFinder::groupOf(std::vector<StructureId> Members, double Saved,
                              double Extra) const {
  MEMFACET_CHECK(!Members.empty(), "a group has arrays to join");
  JoinGroup G;
  double All = 0;
  uint64_t Bytes = 0;
  for (StructureId Id : Members) {
    All += missCost(P.Structures[Id.Value].Total);
    Bytes += P.Structures[Id.Value].ElementBytes;
  }
  G.Change.Remedy = Change::Join;
  G.Change.Saves = Saved / All;
  G.Change.Site = Traffic[Members.front().Value].CostliestSite;
  G.Change.Advice = fmt::format(
      "one loop accesses them together, at random: if with the same index, "
      "join them to an array of structs of {} B",
      Bytes);
  if (Extra * 100 >= All)
    G.Change.More = {fmt::format(
        "Loops that use only some of them then fetch more lines: {} of these "
        "cycles, which is taken off",
        humanRate(uint64_t(Extra), uint64_t(All)))};
  G.Members = std::move(Members);
  return G;
}

std::vector<JoinGroup> JoinFinder::find() {
  collect();
  std::vector<const BlockUses *> Order;
  for (const auto &[Block, Uses] : Blocks)
    Order.push_back(&Uses);
  std::ranges::stable_sort(Order, std::greater(), &BlockUses::Cycles);
  std::vector<JoinGroup> Groups;
  // A gain below this part of the members' cycles is not worth it.
  constexpr double LeastGain = 0.1;
  for (const BlockUses *B : Order) {
    std::vector<StructureId> Members = membersOf(*B);
    if (Members.size() < 2)
      continue;
    double Extra = 0, Saved = saved(Members, Extra);
    JoinGroup G = groupOf(std::move(Members), Saved, Extra);
    if (G.Change.Saves < LeastGain)
      continue;
    for (StructureId Id : G.Members)
      Grouped.insert(Id.Value);
    Groups.push_back(std::move(G));
  }
  return Groups;
}

} // namespace

std::vector<JoinGroup>
joinGroups(const result::Profile &P,
           const std::vector<StructureTraffic> &Traffic) {
  if (!P.HasSiteAccesses)
    return {};
  return JoinFinder(P, Traffic).find();
}

} // namespace memfacet::report
