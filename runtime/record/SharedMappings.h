//===- SharedMappings.h - mappings that forked children share -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forked child has private copies of its parent's memory, except of shared
// mappings, which are one object in both. So the child's record names them as
// the parent's does.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_SHAREDMAPPINGS_H
#define MEMFACET_RUNTIME_RECORD_SHAREDMAPPINGS_H

#include "memfacet/Events.h"
#include "runtime/record/Thread.h"
#include "runtime/support/Lock.h"
#include "runtime/support/Text.h"

namespace memfacet::record {

/// The words of a Mapping event.
struct SharedMapping {
  static constexpr uint32_t MostSites = MaxContexts + 1, MostPath = 256;

  uint64_t Low, High; ///< 0: the place is free
  MappingKind Kind;
  uint32_t PathBytes, SiteCount;
  uint64_t Sites[MostSites];
  char Path[MostPath];
};

/// Notes a mapping that a later child shares. The first 64 are kept.
void noteShared(uint64_t Low, uint64_t High, Text Path, const uint64_t *Sites,
                uint32_t SiteCount);
/// Returns the mapping around \p Address; High is 0 if none is known.
SharedMapping sharedAt(uint64_t Address);
/// Forgets the mappings that [\p Low, \p High) takes up, and the part that it
/// takes up at the end of others.
void forgetShared(uint64_t Low, uint64_t High);
/// Writes the mappings to the record of a forked child.
void announceShared(ThreadState &T);
/// Returns a lock that must not be taken while the process forks.
Lock &sharedMappingsLock();

} // namespace memfacet::record

#endif
