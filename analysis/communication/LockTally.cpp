//===- communication/LockTally.cpp - locks that go from thread to thread --===//

#include "analysis/communication/LockTally.h"

namespace memfacet {

/// The first to take a lock got it from nobody.
void LockTally::acquired(uint64_t Object, uint32_t Thread, SyncKind Kind,
                         StructureId Structure, uint64_t Offset) {
  auto From = Last.find(Object);
  if (From != Last.end() && Counting)
    ++Counts[{Structure.Value, Offset, uint32_t(Kind), From->second, Thread}];
}

void LockTally::fill(SharingTable &To) const {
  To.Locks.clear();
  for (const auto &[K, Count] : Counts)
    To.Locks.push_back({StructureId(std::get<0>(K)), std::get<1>(K),
                        std::get<2>(K), std::get<3>(K), std::get<4>(K), Count});
}

} // namespace memfacet
