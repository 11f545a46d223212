//===- MemberAlign.h - the alignment of a member -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_MEMBERALIGN_H
#define MEMFACET_ADVISE_MEMBERALIGN_H

#include <cstdint>
#include <string>

namespace memfacet::advise {

/// Returns the alignment of a member of \p Bytes bytes that begins at \p Begin.
/// The tables do not have it: it is guessed from the name of a scalar type,
/// else from the place where the compiler put the member.
uint64_t memberAlign(const std::string &Type, uint64_t Begin, uint64_t Bytes);

} // namespace memfacet::advise

#endif
