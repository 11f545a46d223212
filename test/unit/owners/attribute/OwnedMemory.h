//===- OwnedMemory.h - memory whose owners are asked for ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_OWNERS_ATTRIBUTE_OWNEDMEMORY_H
#define MEMFACET_TEST_UNIT_OWNERS_ATTRIBUTE_OWNEDMEMORY_H

#include "analysis/owners/objects/Ownership.h"
#include "test/support/ReferenceOwnership.h"
#include "test/support/Test.h"

namespace memfacet::test {

inline constexpr StructureId NoOne(ReferenceOwnership::NoOwner);

struct OwnedMemory {
  Ownership Fast{NoOne};
  void claim(uint64_t Address, uint64_t Size, uint32_t Structure) {
    Fast.claim({Address, Size, StructureId(Structure)});
  }
  uint32_t owner(uint64_t Address) { return Fast.owner(Address).Value; }
  std::vector<uint32_t> owners(const std::vector<uint64_t> &Addresses) {
    return each(Addresses, [&](uint64_t Address) { return owner(Address); });
  }
};

} // namespace memfacet::test

#endif
