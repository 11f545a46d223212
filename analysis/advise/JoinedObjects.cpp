//===- JoinedObjects.cpp - several arrays as one array of structs ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/JoinedObjects.h"
#include "memfacet/Check.h"

namespace memfacet::advise {

JoinedObjects::JoinedObjects(const Candidate &C)
    : Members(C.Joined), Stride(C.JoinedBytes), Begun(C.Joined.size()) {
  MEMFACET_CHECK(!Members.empty() &&
                     std::ranges::all_of(Members,
                                         [&](const JoinedArray &J) {
                                           return J.Bytes != 0 &&
                                                  J.Offset + J.Bytes <= Stride;
                                         }),
                 "members lie in the joined element");
}

void JoinedObjects::follow(const ReplayEvent &E) {
  if (E.Number >= Objects.size())
    Objects.resize(E.Number + size_t(1));
  Object &O = Objects[E.Number];
  if (O.Member != Other && ++Joined[O.Number].Ended == Members.size())
    Memory.release(Joined[O.Number].Address);
  O = {};
  if (E.Type == ReplayEvent::Kind::ObjectEnd)
    return;
  auto Member =
      std::ranges::find(Members, E.Structure,
                        [](const JoinedArray &J) { return J.Structure.Value; });
  if (Member == Members.end())
    return;
  auto Index = size_t(Member - Members.begin());
  size_t Number = Begun[Index]++;
  MEMFACET_CHECK(Number <= Joined.size(), "arrays are joined as they begin");
  uint64_t Elements = (E.Bytes + Member->Bytes - 1) / Member->Bytes;
  if (Number == Joined.size())
    Joined.push_back(
        {Memory.allocate(E.OfHeap ? PlaceKind::Heap : PlaceKind::Data,
                         Elements * Stride, 0, E.Address),
         Elements});
  const JoinedMemory &Array = Joined[Number];
  if (Elements <= Array.Elements)
    O = {uint32_t(Index), E.Address, Array.Address + Member->Offset, Number};
}

} // namespace memfacet::advise
