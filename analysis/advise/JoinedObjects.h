//===- JoinedObjects.h - several arrays as one array of structs -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements with the same index lie one after the other: of X[n] and Y[n], the
// joined array is {x, y}[n]. The n-th object of one structure is joined with
// the n-th objects of the others. The first of them to begin has the length;
// one that is longer keeps its place. When all have ended, the memory is free.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_JOINEDOBJECTS_H
#define MEMFACET_ADVISE_JOINEDOBJECTS_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/ReplayStream.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet::advise {

class JoinedObjects {
public:
  explicit JoinedObjects(const Candidate &C);

  /// Takes an ObjectBegin or ObjectEnd, of any structure.
  void follow(const ReplayEvent &E);
  /// Calls \p Visit(address, bytes) for each access that \p A becomes.
  template <typename Visitor>
  void map(const ReplayAccess &A, Visitor Visit) const;
  /// Returns whether the object of \p A is joined. Then \p A becomes accesses
  /// to what is used of it.
  bool isJoined(const ReplayAccess &A) const {
    return A.Object < Objects.size() && Objects[A.Object].Member != Other;
  }

private:
  static constexpr uint32_t Other = ~uint32_t(0);

  struct Object {
    uint32_t Member = Other; ///< index into Members; Other: keeps its place
    uint64_t OldAddress = 0, NewAddress = 0; ///< of the first element
    size_t Number = 0;                       ///< of the joined array
  };
  struct JoinedMemory {
    uint64_t Address, Elements;
    size_t Ended = 0; ///< of the objects in it
  };

  std::vector<JoinedArray> Members;
  uint64_t Stride;
  Placement Memory;
  std::vector<Object> Objects;      ///< by number
  std::vector<size_t> Begun;        ///< by member: objects that have begun
  std::vector<JoinedMemory> Joined; ///< by number of the joined array
};

template <typename Visitor>
void JoinedObjects::map(const ReplayAccess &A, Visitor Visit) const {
  if (!isJoined(A))
    return Visit(A.Address, uint64_t(A.Info.size()));
  const Object &O = Objects[A.Object];
  uint64_t Bytes = Members[O.Member].Bytes, Offset = A.Address - O.OldAddress;
  A.Used.forPieces(A.Info.size(), [&](uint64_t First, uint64_t UsedCount) {
    uint64_t Begin = Offset + First, End = Begin + UsedCount;
    while (Begin != End) {
      uint64_t Element = Begin / Bytes;
      uint64_t Next = std::min(End, (Element + 1) * Bytes);
      Visit(O.NewAddress + Element * Stride + Begin % Bytes, Next - Begin);
      Begin = Next;
    }
  });
}

} // namespace memfacet::advise

#endif
