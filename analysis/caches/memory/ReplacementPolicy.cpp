//===- ReplacementPolicy.cpp - the choice of a replacement policy ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/ReplacementPolicy.h"
#include <cstdlib>

namespace memfacet::caches {

std::unique_ptr<ReplacementPolicy> makePolicy(Replacement Policy, uint64_t Sets,
                                              uint32_t Ways) {
  switch (Policy) {
#define MEMFACET_CASE(Name, Word, Second)                                      \
  case Replacement::Name:                                                      \
    return make##Name(Sets, Ways);
    MEMFACET_REPLACEMENTS(MEMFACET_CASE)
#undef MEMFACET_CASE
  }
  std::abort(); // there are no others
}

} // namespace memfacet::caches
