//===- SharingTally.cpp - counts of shared lines and of locks -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/SharingTally.h"
#include <numeric>
#include <tuple>

namespace memfacet::threads {

void FightTable::add(const Fight &F, uint64_t Misses, uint64_t Certain) {
  auto Entry = Counts.find(F);
  if (Entry == Counts.end()) {
    Fight StoredFight = F;
    if (Counts.size() >= MaxRows)
      StoredFight.WrittenAt = StoredFight.MissedAt = {};
    Entry = Counts.try_emplace(StoredFight).first;
  }
  Entry->second.Misses += Misses;
  Entry->second.Certain += Certain;
}

std::vector<result::SharingFight>
FightTable::rows(const std::vector<uint32_t> &Numbers) const {
  std::vector<result::SharingFight> Rows;
  for (const auto &[F, C] : Counts)
    Rows.push_back({Numbers[F.Writer], Numbers[F.Victim], F.WrittenAt.Offset,
                    F.MissedAt.Offset, F.WrittenAt.Byte, F.MissedAt.Byte,
                    C.Misses, C.Certain});
  std::ranges::sort(
      Rows, [](const result::SharingFight &A, const result::SharingFight &B) {
        auto Key = [](const result::SharingFight &F) {
          return std::tuple(~F.Misses, F.Writer, F.Victim, F.WriterOffset,
                            F.VictimOffset, F.WriterByte, F.VictimByte);
        };
        return Key(A) < Key(B);
      });
  return Rows;
}

uint32_t SharingTally::lookUp(uint32_t Thread, uint32_t Site,
                              uint32_t Structure) {
  auto [Entry, IsNew] =
      Numbers.try_emplace({Thread, Site, Structure}, Rows.size());
  if (IsNew) {
    result::SharingVertex V;
    V.Site = Site, V.Structure = StructureId(Structure), V.Thread = Thread;
    Rows.push_back(V);
  }
  std::vector<LastAccess> &Sites = ByThread[Thread];
  if (Site >= Sites.size())
    Sites.resize(Site + size_t(1));
  Sites[Site] = {Structure, Entry->second};
  return Entry->second;
}

void SharingTally::forget() {
  for (result::SharingVertex &V : Rows) {
    result::SharingVertex Empty;
    Empty.Site = V.Site, Empty.Structure = V.Structure, Empty.Thread = V.Thread;
    V = Empty;
  }
  Edges.clear();
  Fights.clear();
  ++Generation;
}

/// Returns whether anything was counted.
static bool isCounted(const result::SharingVertex &V) {
  return V.Units | V.Cold | V.True | V.False | V.Coarse | V.Fine |
         V.Invalidations | V.Upgrades;
}

void SharingTally::fill(
    result::SharingTable &Table,
    const std::function<result::PairSite(SiteId)> &Describe) const {
  std::vector<bool> IsUsed(Rows.size());
  for (size_t I = 0; I != Rows.size(); ++I)
    IsUsed[I] = isCounted(Rows[I]);
  Edges.forEach([&](uint64_t Key, const Ends &) {
    IsUsed[Key >> 32] = IsUsed[uint32_t(Key)] = true;
  });
  std::vector<uint32_t> Order(Rows.size()), Numbers(Rows.size(), NoVertex);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](uint32_t I) {
    const result::SharingVertex &V = Rows[I];
    return std::tuple(V.Site, V.Structure.Value, V.Thread);
  });
  Table.Sites.clear(), Table.Vertices.clear(), Table.Edges.clear();
  uint32_t LastSite = 0;
  for (uint32_t I : Order) {
    if (!IsUsed[I])
      continue;
    if (Table.Sites.empty() || Rows[I].Site != LastSite)
      Table.Sites.push_back(Describe(SiteId(Rows[I].Site)));
    LastSite = Rows[I].Site;
    Numbers[I] = uint32_t(Table.Vertices.size());
    Table.Vertices.push_back(Rows[I]);
    Table.Vertices.back().Site = uint32_t(Table.Sites.size() - 1);
  }
  Edges.forEach([&](uint64_t Key, const Ends &E) {
    Table.Edges.push_back({Numbers[Key >> 32], Numbers[uint32_t(Key)], E.Cold,
                           E.True, E.False, E.Bytes});
  });
  std::ranges::sort(Table.Edges, {}, [](const result::SharingEdge &E) {
    return std::pair(E.Source, E.Target);
  });
  Table.Fights = Fights.rows(Numbers);
}

/// Counts nothing where a lock is taken for the first time: no thread had it
/// before.
void LockTally::acquired(uint64_t Object, uint32_t Thread, SyncKind Kind,
                         StructureId Structure, uint64_t Offset,
                         uint64_t Call) {
  auto Holder = LastHolder.find(Object);
  if (Holder != LastHolder.end() && Counting) {
    Key K(Structure.Value, Offset, uint32_t(Kind), Holder->second, Thread);
    ++Counts[{K, Call}];
  }
}

void LockTally::fill(
    result::SharingTable &Table,
    const std::function<result::PairSite(uint64_t)> &Describe) const {
  using Place = std::tuple<std::string, uint32_t, uint32_t, std::string>;
  // Addresses differ from run to run; places do not.
  std::map<Place, result::PairSite> Sites;
  std::map<Key, std::map<Place, uint64_t>> ByPlace;
  for (const auto &[K, Count] : Counts) {
    Place CallPlace;
    if (K.second) {
      result::PairSite Site = Describe(K.second);
      CallPlace = {Site.File, Site.Line, Site.Column, Site.Function};
      Sites.try_emplace(CallPlace, Site);
    }
    ByPlace[K.first][CallPlace] += Count;
  }
  Sites.erase(Place());
  std::map<Place, uint32_t> Numbers = {{Place(), result::LockHandOver::NoSite}};
  for (const auto &[CallPlace, Site] : Sites) {
    Numbers[CallPlace] = uint32_t(Table.Sites.size());
    Table.Sites.push_back(Site);
  }
  Table.Locks.clear();
  for (const auto &[K, Places] : ByPlace)
    for (const auto &[CallPlace, Count] : Places)
      Table.Locks.push_back({StructureId(std::get<0>(K)), std::get<1>(K),
                             std::get<2>(K), std::get<3>(K), std::get<4>(K),
                             Count, Numbers.at(CallPlace)});
}

} // namespace memfacet::threads
