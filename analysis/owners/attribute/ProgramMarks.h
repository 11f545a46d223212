//===- ProgramMarks.h - what a program says of its memory -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The events of memfacet.h: objects of the program's own allocators, regions,
// names. Sizes are of whole objects: a pool's chunk is as large as before, and
// what the pool hands out has sizes of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_PROGRAMMARKS_H
#define MEMFACET_OWNERS_ATTRIBUTE_PROGRAMMARKS_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/names/HeapNames.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/ObjectTimes.h"
#include "analysis/owners/objects/Ownership.h"

namespace memfacet::owners {

class ProgramMarks {
public:
  ProgramMarks(StructureRegistry &Structures, Ownership &Memory,
               HeapNames &Names, ObjectTimes &Times)
      : Structures(Structures), Memory(Memory), Names(Names), Times(Times) {}

  void begin(const decode::Event &E);
  void end(const decode::Event &E);
  void rename(const decode::Event &E);
  /// Marks that could not be kept, ends and names of nothing.
  uint64_t refused() const { return Refused; }

private:
  StructureId structureOf(const decode::Event &E);
  void giveTo(StructureId S, uint64_t Address);

  StructureRegistry &Structures;
  Ownership &Memory;
  HeapNames &Names;
  ObjectTimes &Times;
  uint64_t Refused = 0;
};

} // namespace memfacet::owners

#endif
