//===- LockTally.cpp - locks that go from thread to thread ----------------===//

#include "analysis/communication/LockTally.h"

namespace memfacet {

/// The first to take a lock got it from nobody.
void LockTally::acquired(uint64_t Object, uint32_t Thread, SyncKind Kind,
                         StructureId Structure, uint64_t Offset,
                         uint64_t Call) {
  auto From = Last.find(Object);
  if (From != Last.end() && Counting) {
    Key K(Structure.Value, Offset, uint32_t(Kind), From->second, Thread);
    ++Counts[{K, Call}];
  }
}

void LockTally::fill(SharingTable &To,
                     const std::function<PairSite(uint64_t)> &Describe) const {
  using Place = std::tuple<std::string, uint32_t, uint32_t, std::string>;
  // Addresses differ from run to run; places do not.
  std::map<Place, PairSite> Sites;
  std::map<Key, std::map<Place, uint64_t>> ByPlace;
  for (const auto &[K, Count] : Counts) {
    Place At;
    if (K.second) {
      PairSite Site = Describe(K.second);
      At = {Site.File, Site.Line, Site.Column, Site.Function};
      Sites.try_emplace(At, Site);
    }
    ByPlace[K.first][At] += Count;
  }
  Sites.erase(Place());
  std::map<Place, uint32_t> Numbers = {{Place(), LockHandOver::NoSite}};
  for (const auto &[At, Site] : Sites) {
    Numbers[At] = uint32_t(To.Sites.size());
    To.Sites.push_back(Site);
  }
  To.Locks.clear();
  for (const auto &[K, Places] : ByPlace)
    for (const auto &[At, Count] : Places)
      To.Locks.push_back({StructureId(std::get<0>(K)), std::get<1>(K),
                          std::get<2>(K), std::get<3>(K), std::get<4>(K), Count,
                          Numbers.at(At)});
}

} // namespace memfacet
