//===- AddressForm.h - addresses as sums ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: a loop over `double a[]` that is unrolled twice accesses
// `a + 8 * i` and `a + 8 * (i | 1)`, where i is even. Both have the base `a`
// and the term `8 * i`. Their offsets are 0 and 8: they are 8 bytes apart,
// whatever i is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RUNS_ADDRESSFORM_H
#define MEMFACET_PASS_RUNS_ADDRESSFORM_H

#include "memfacet/Check.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace memfacet::runs {

/// How a term's variable becomes as wide as an address.
enum class Extension : uint8_t { None, Sign, Zero };

/// A variable times a constant. Neither the variable, nor what is added to it
/// or multiplied with it by Factor, is a constant.
struct AddressTerm {
  llvm::Value *Variable = nullptr;
  Extension Width = Extension::None;
  uint64_t Factor = 0;

  bool operator==(const AddressTerm &Other) const = default;
};

/// An address as the sum of a base, of terms, and of a constant number of
/// bytes, all modulo 2^64.
struct AddressForm {
  llvm::Value *Base = nullptr;
  llvm::SmallVector<AddressTerm, 2> Terms; ///< each variable once, ordered
  int64_t Offset = 0;

  /// Returns whether the distance from \p Other to this address is constant.
  bool isComparable(const AddressForm &Other) const {
    return Base == Other.Base && Terms == Other.Terms;
  }
  /// Returns how many bytes after \p Other, which must be comparable, this
  /// address is.
  int64_t distance(const AddressForm &Other) const {
    MEMFACET_CHECK(isComparable(Other), "the distance is constant");
    return int64_t(uint64_t(Offset) - uint64_t(Other.Offset));
  }
};

/// Returns the form of \p Pointer, of the default address space. What is too
/// complex becomes a base or a variable of its own.
AddressForm addressForm(llvm::Value *Pointer, const llvm::DataLayout &Layout);

} // namespace memfacet::runs

#endif
