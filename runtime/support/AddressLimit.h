//===- AddressLimit.h - the limit that the program has set ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel counts the runtime's memory as the program's. So where the program
// limits its address space (RLIMIT_AS), the kernel is given a larger limit, and
// the program reads the one that it has set.
//
// Example: the runtime has mapped 1300 MB. The program sets 600 MB and can map
// 600 MB, because the kernel's limit is 1900 MB.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SUPPORT_ADDRESSLIMIT_H
#define MEMFACET_RUNTIME_SUPPORT_ADDRESSLIMIT_H

#include "runtime/support/FunctionRef.h"
#include <cstddef>
#include <cstdint>

namespace memfacet {

/// A limit as the kernel has it: bytes; all ones: no limit.
struct AddressLimit {
  uint64_t Soft, Hard;
  bool operator==(const AddressLimit &) const = default;
};

/// Returns the program's limit where the kernel has \p Kernel. It is another
/// one only if the program has set it and no other process has changed it.
AddressLimit programLimit(AddressLimit Kernel);

/// Returns the bytes that the program may have, by its own limit.
uint64_t programAddressSpace();

/// Sets the program's limit to \p Limit, and to the kernel's one before \p Call
/// sets it in the kernel. Returns what \p Call returns: not 0 if it fails.
long setProgramLimit(AddressLimit &Limit, FunctionRef<long> Call);

/// Makes the kernel's limit large enough for \p Bytes more of the runtime, as
/// far as the hard limit allows. Does nothing unless the program has set a
/// limit.
void makeAddressRoom(size_t Bytes);

/// Makes the limit usable in a forked child.
void resetAddressLimit();

/// While an object exists, the kernel has the limit that the program has set: a
/// program that is executed inherits it.
class InheritedLimit {
public:
  /// Nothing is done unless \p WillRun.
  explicit InheritedLimit(bool WillRun);
  /// Execution has failed. A hard limit that this process may not raise stays.
  ~InheritedLimit();
  InheritedLimit(const InheritedLimit &) = delete;
  InheritedLimit &operator=(const InheritedLimit &) = delete;

private:
  bool IsChanged;
};

} // namespace memfacet

#endif
