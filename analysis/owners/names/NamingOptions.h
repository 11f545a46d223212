//===- NamingOptions.h - what the user says of names ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_NAMES_NAMINGOPTIONS_H
#define MEMFACET_OWNERS_NAMES_NAMINGOPTIONS_H

#include "analysis/owners/names/WrapperNames.h"
#include <cstdint>

namespace memfacet::owners {

struct NamingOptions {
  /// The number of frames around the naming one that are part of the name.
  uint32_t ContextFrames = 0;
  /// Wrappers in addition to those that the compiler found.
  WrapperNames Wrappers;
  /// Classes that are containers, and those that are none.
  WrapperNames Containers;
};

} // namespace memfacet::owners

#endif
