//===- TableFollower.h - tables without the rest of the stream ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_TABLEFOLLOWER_H
#define MEMFACET_DECODE_TABLEFOLLOWER_H

#include "analysis/decode/ModuleBuilder.h"
#include "analysis/words/stream/Segment.h"

namespace memfacet::decode {

/// Passes the tables of objects to a ModuleBuilder. Most segments have none and
/// are not cut into records.
class TableFollower {
public:
  explicit TableFollower(ModuleBuilder &Modules) : Modules(Modules) {}
  void follow(const words::Segment &S);

private:
  void event(ThreadId Thread, std::span<const uint64_t> Record);

  ModuleBuilder &Modules;
};

} // namespace memfacet::decode

#endif
