//===- pipeline/PackedBatch.cpp - few accesses in little memory -----------===//

#include "analysis/pipeline/PackedBatch.h"

namespace memfacet {

void PackedBatch::pack(AccessBatch &B) {
  Place = B;
  Instructions = B.Instructions;
  Address.assign(B.Address.data(), B.Address.data() + B.Count);
  Info.assign(B.Info.data(), B.Info.data() + B.Count);
  Outside.assign(B.Outside.data(), B.Outside.data() + B.OutsideCount);
  Marks.swap(B.Marks);
  Runs.swap(B.Runs);
  B.clear();
}

void PackedBatch::unpack(AccessBatch &B) {
  static_cast<BatchPlace &>(B) = Place;
  B.Instructions = Instructions;
  B.Count = Address.size();
  B.OutsideCount = Outside.size();
  std::ranges::copy(Address, B.Address.begin());
  std::ranges::copy(Info, B.Info.begin());
  std::ranges::copy(Outside, B.Outside.begin());
  Marks.swap(B.Marks);
  Runs.swap(B.Runs);
}

} // namespace memfacet
