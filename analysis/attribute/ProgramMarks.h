//===- ProgramMarks.h - what a program says of its memory -----------------===//
//
// The events of memfacet.h: objects of the program's own allocators, regions,
// names. Sizes are of whole objects: a pool's chunk is as large as before, and
// what the pool hands out has sizes of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ATTRIBUTE_PROGRAMMARKS_H
#define MEMFACET_ATTRIBUTE_PROGRAMMARKS_H

#include "analysis/attribute/HeapNames.h"
#include "analysis/attribute/ObjectTimes.h"
#include "analysis/attribute/Ownership.h"
#include "analysis/attribute/StructureRegistry.h"
#include "analysis/decode/Batch.h"

namespace memfacet {

class ProgramMarks {
public:
  ProgramMarks(StructureRegistry &Structures, Ownership &Memory,
               HeapNames &Names, ObjectTimes &Times)
      : Structures(Structures), Memory(Memory), Names(Names), Times(Times) {}

  void begin(const Event &E);
  void end(const Event &E);
  void rename(const Event &E);
  /// Marks that could not be kept, ends and names of nothing.
  uint64_t refused() const { return Refused; }

private:
  StructureId structureOf(const Event &E);
  void giveTo(StructureId S, uint64_t Address);

  StructureRegistry &Structures;
  Ownership &Memory;
  HeapNames &Names;
  ObjectTimes &Times;
  uint64_t Refused = 0;
};

} // namespace memfacet

#endif
