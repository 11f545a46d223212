//===- FalseSharingModel.cpp - false sharing, by structure ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Padding.h"
#include "memfacet/Check.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/report/threads/FalseSharing.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace memfacet::report {

namespace {

FightSide sideOf(const result::Profile &P, uint32_t Vertex, uint64_t Offset,
                 uint32_t Byte) {
  MEMFACET_CHECK(Vertex < P.Sharing.Vertices.size(),
                 "a fight is between two vertices");
  FightSide Side;
  Side.End = endOf(P.Sharing, P.Sharing.Vertices[Vertex]);
  Side.Offset = Offset, Side.Byte = Byte;
  if (Offset != result::SharingFight::Other)
    Side.Member = memberName(P, P.Structures[Side.End.Structure.Value], Offset);
  return Side;
}

using SideKey = std::tuple<uint32_t, uint32_t, uint64_t, uint32_t, std::string,
                           std::string, uint32_t, uint32_t, AccessKind>;

SideKey keyOf(const FightSide &S) {
  const result::PairSite &Site = S.End.Site;
  return {S.End.Structure.Value, S.End.Thread, S.Offset,    S.Byte,   Site.File,
          Site.Function,         Site.Line,    Site.Column, Site.Kind};
}

void addFights(const result::Profile &P,
               std::map<uint32_t, FalseSharer> &Sharers) {
  std::map<std::pair<SideKey, SideKey>, FightRow> Rows;
  for (const result::SharingFight &F : P.Sharing.Fights) {
    FightRow Row = {sideOf(P, F.Writer, F.WriterOffset, F.WriterByte),
                    sideOf(P, F.Victim, F.VictimOffset, F.VictimByte), 0, 0};
    FightRow &R = Rows.try_emplace({keyOf(Row.Writer), keyOf(Row.Victim)}, Row)
                      .first->second;
    R.Misses += F.Misses, R.Certain += F.Certain;
  }
  for (auto &[Key, R] : Rows) {
    FalseSharer &S = Sharers[R.Victim.End.Structure.Value];
    S.False += R.Misses, S.Certain += R.Certain;
    S.Fights.push_back(R);
  }
}

/// Chooses the padding of \p S that leaves the fewest misses of all structures:
/// those in the same lines gain, too.
void chooseBest(const std::vector<result::SharingPadding> &Tried,
                FalseSharer &S) {
  auto Key = [](const result::SharingPadding &P) {
    return std::tuple(P.AllAfter, P.ColdAfter, P.Kind);
  };
  for (const result::SharingPadding &P : Tried)
    if (P.Structure == S.Structure && P.AllAfter < P.AllBefore &&
        (!S.Best || Key(P) < Key(*S.Best)))
      S.Best = P;
}

} // namespace

FalseSharingModel falseSharing(const result::Profile &P,
                               const std::vector<StructureId> &Named) {
  FalseSharingModel M;
  M.Paddings = P.Sharing.Paddings;
  M.IsPredicted = P.Sharing.Followed && M.Paddings.empty();
  if (M.IsPredicted)
    M.Paddings = advise::predictPaddings(P, advise::MostPadded);
  std::map<uint32_t, FalseSharer> All;
  addFights(P, All);
  std::map<uint32_t, uint64_t> Lost;
  for (const result::SharingVertex &V : P.Sharing.Vertices) {
    M.False += V.False, M.Lost += V.misses();
    Lost[V.Structure.Value] += V.misses();
  }
  std::vector<LostLines> Ranges = lostLines(P);
  for (const LostLines &L : Ranges)
    if (L.FalseSharing.High != 0)
      All[L.Structure.Value];
  for (auto &[Id, S] : All) {
    MEMFACET_CHECK(Id < Ranges.size(), "lostLines returns all structures");
    S.Structure = StructureId(Id);
    S.Lost = Lost[Id];
    S.Range = Ranges[Id].FalseSharing, S.InRun = Ranges[Id].FalseInRun;
    std::ranges::stable_sort(S.Fights, std::greater(), &FightRow::Misses);
    chooseBest(M.Paddings, S);
    if (Named.empty() || std::ranges::count(Named, S.Structure))
      M.Structures.push_back(std::move(S));
  }
  std::ranges::stable_sort(M.Structures, std::greater(), [](const auto &S) {
    return std::pair(S.False, S.Range.High);
  });
  return M;
}

std::string paddingText(const result::Profile &P,
                        const result::SharingPadding &Padding) {
  const std::string &Name = P.Structures[Padding.Structure.Value].title();
  switch (Padding.Kind) {
  case result::PaddingKind::Objects:
    return fmt::format("each object of {} in lines of its own", Name);
  case result::PaddingKind::Elements:
    return fmt::format(
        "each element of {} in lines of its own ({} bytes apart)", Name,
        Padding.Stride);
  case result::PaddingKind::Members:
    return fmt::format("each member of {} that others' misses come from in a "
                       "line of its own ({} bytes in all)",
                       Name, Padding.Stride);
  }
  return Name;
}

} // namespace memfacet::report
