//===- FightTable.cpp - misses of false sharing, by bytes -----------------===//

#include "analysis/communication/FightTable.h"
#include <tuple>

namespace memfacet {

void FightTable::add(const Fight &F, bool Certain) {
  auto It = Counts.find(F);
  if (It == Counts.end()) {
    Fight Kept = F;
    if (Counts.size() >= MaxRows)
      Kept.WrittenAt = Kept.MissedAt = {};
    It = Counts.try_emplace(Kept).first;
  }
  ++It->second.Misses;
  It->second.Certain += Certain;
}

std::vector<SharingFight>
FightTable::rows(const std::vector<uint32_t> &Number) const {
  std::vector<SharingFight> Rows;
  for (const auto &[F, C] : Counts)
    Rows.push_back({Number[F.Writer], Number[F.Victim], F.WrittenAt.Offset,
                    F.MissedAt.Offset, F.WrittenAt.Byte, F.MissedAt.Byte,
                    C.Misses, C.Certain});
  std::ranges::sort(Rows, [](const SharingFight &A, const SharingFight &B) {
    auto Key = [](const SharingFight &F) {
      return std::tuple(~F.Misses, F.Writer, F.Victim, F.WriterOffset,
                        F.VictimOffset, F.WriterByte, F.VictimByte);
    };
    return Key(A) < Key(B);
  });
  return Rows;
}

} // namespace memfacet
