//===- FightTable.h - misses of false sharing, by bytes -------------------===//

#ifndef MEMFACET_COMMUNICATION_FIGHTTABLE_H
#define MEMFACET_COMMUNICATION_FIGHTTABLE_H

#include "analysis/profile/SharingTable.h"
#include "memfacet/ReusePairs.h"
#include <functional>
#include <unordered_map>

namespace memfacet {

/// The first byte of an access.
struct FightPlace {
  uint64_t Offset = SharingFight::Other; ///< in its object
  uint32_t Byte = 0;                     ///< in the line
  bool operator==(const FightPlace &) const = default;
};

/// Misses of false sharing: whose write took the line, who missed it.
class FightTable {
public:
  /// Rows that are kept; what comes then counts without offsets.
  static constexpr size_t MaxRows = 64 * 1024;
  /// The offset of an address in its object, or SharingFight::Other.
  using Locate = std::function<uint64_t(uint64_t)>;

  struct Fight {
    uint32_t Writer, Victim; ///< vertices
    FightPlace WrittenAt, MissedAt;
    bool operator==(const Fight &) const = default;
  };

  void locate(Locate W) { Where = std::move(W); }
  FightPlace placeOf(uint64_t Line, uint32_t Byte) const {
    return {Where ? Where(Line << ReuseLineShift | Byte) : SharingFight::Other,
            Byte};
  }
  void add(const Fight &F, bool Certain);
  void clear() { Counts.clear(); }
  /// Most misses first. \p Number: what vertices are called.
  std::vector<SharingFight> rows(const std::vector<uint32_t> &Number) const;

private:
  struct Hash {
    size_t operator()(const Fight &F) const {
      uint64_t H = uint64_t(F.Writer) << 32 | F.Victim;
      for (uint64_t N : {F.WrittenAt.Offset, F.MissedAt.Offset,
                         uint64_t(F.WrittenAt.Byte) << 6 | F.MissedAt.Byte})
        H = (H ^ N) * 0x9e3779b97f4a7c15, H ^= H >> 32;
      return H;
    }
  };
  struct Count {
    uint64_t Misses = 0, Certain = 0;
  };

  Locate Where;
  std::unordered_map<Fight, Count, Hash> Counts;
};

} // namespace memfacet

#endif
