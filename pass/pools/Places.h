//===- Places.h - which piece of memory an address is ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two addresses are one place if they are reached in the same way from a
// parameter or a global: the member `next` of `*pool->current`. What is written
// in between does not count, because this only looks for what a function is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_PLACES_H
#define MEMFACET_PASS_POOLS_PLACES_H

#include "pass/pools/PromotedCopy.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <string>

namespace memfacet::pools {

/// Returns the place that \p Address is, in a promoted copy; empty for a local
/// variable of the function.
std::string placeOf(const llvm::Value *Address);

/// A key for a member or a global in all functions of a module: "struct
/// pool::64", with the offset in bits; empty where it is not known.
struct Member {
  std::string Name;
  const llvm::DIType *Type = nullptr;
  llvm::StringRef Field; ///< of a member: its name in the source
};

/// Returns the member or global that \p Address, on the front end's IR, is.
Member memberAt(const llvm::Value *Address);

/// Returns the member or global that a load or store in a promoted copy
/// accesses.
Member memberOf(const PromotedCopy &Copy, const llvm::Instruction &Access);

} // namespace memfacet::pools

#endif
