//===- ProgramMarks.h - memory that a program names itself ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles the events of memfacet.h: objects of the program's own allocators,
// regions, names. Sizes are those of whole objects: a pool's chunk is as large
// as before, and the objects of the pool have their own sizes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_PROGRAMMARKS_H
#define MEMFACET_OWNERS_ATTRIBUTE_PROGRAMMARKS_H

#include "analysis/owners/attribute/HeapObjects.h"

namespace memfacet::owners {

class ProgramMarks {
public:
  ProgramMarks(StructureRegistry &Structures, Ownership &Memory,
               HeapObjects &Blocks, ObjectTimes &Times)
      : Structures(Structures), Memory(Memory), Blocks(Blocks), Times(Times) {}

  /// The locals that have ended must be hidden if \p E is of a stack.
  void begin(const decode::Event &E);
  void end(const decode::Event &E);
  void rename(const decode::Event &E);
  /// Returns the number of marks that could not be kept, and of ends and names
  /// without a mark.
  uint64_t refused() const { return Refused; }

private:
  bool isPiece(const decode::Event &E) const;
  void prepareEnd(const decode::Event &E);
  StructureId structureOf(const decode::Event &E);
  void giveTo(StructureId S, uint64_t Address);

  StructureRegistry &Structures;
  Ownership &Memory;
  HeapObjects &Blocks;
  ObjectTimes &Times;
  uint64_t Refused = 0;
};

} // namespace memfacet::owners

#endif
