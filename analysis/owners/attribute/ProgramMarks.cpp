//===- ProgramMarks.cpp - memory that a program names itself --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/ProgramMarks.h"
#include <algorithm>

namespace memfacet::owners {

/// Returns whether \p E, of kind MarkBegin, is of an object without a name in
/// the heap: of a piece of a block, most likely.
bool ProgramMarks::isPiece(const decode::Event &E) const {
  return MarkKind(E.Argument) == MarkKind::Object && E.Payload[3] == 0 &&
         !Memory.inStack(E.Payload[0]);
}

/// Returns the structure of a MarkBegin event; invalid if it names none.
StructureId ProgramMarks::structureOf(const decode::Event &E) {
  std::string_view Name = decode::textIn(E, 3);
  if (MarkKind(E.Argument) == MarkKind::Region)
    return Name.empty() ? StructureId()
                        : Structures.region(Memory.owner(E.Payload[0]), Name);
  if (!Name.empty())
    return Structures.named(Name);
  size_t Contexts = std::min<size_t>(E.Payload.size() - 4, MaxContexts);
  return Blocks.structureOf(E.Payload[2], E.Payload.subspan(4, Contexts));
}

void ProgramMarks::begin(const decode::Event &E) {
  if (E.Payload.size() < 4)
    return;
  // Like empty allocations, empty objects count one byte.
  LiveObject O{E.Payload[0], std::max<uint64_t>(E.Payload[1], 1),
               StructureId()};
  if (isPiece(E)) {
    if (Memory.overlapsMark(O))
      Blocks.announceChange(); // marks in other lines may end
    Blocks.prepare(O);
  } else {
    Blocks.prepareAll();
  }
  StructureId S = structureOf(E);
  O.Structure = S;
  // A suballocator returns memory that it got from malloc.
  if (MarkKind(E.Argument) == MarkKind::Object && decode::textIn(E, 3).empty())
    if (auto Block = Memory.blockAt(O.Address);
        S.valid() && Block && Block->Size == O.Size) {
      Memory.unmarkInside(O.Address, O.end());
      giveTo(S, O.Address);
      return;
    }
  if (!S.valid() || !Memory.mark(O)) {
    ++Refused;
    return;
  }
  Structures.grow(S, O.Size, true);
  Structures.addToSum(S, O.Size);
}

/// Prepares the objects for the end of marks.
void ProgramMarks::prepareEnd(const decode::Event &E) {
  bool IsRange = E.Payload[1] != 0;
  std::optional<LiveObject> Mark =
      IsRange ? std::nullopt : Memory.markAt(E.Payload[0]);
  if (Mark && !Memory.inStack(Mark->Address))
    Blocks.prepare(*Mark);
  else if (Mark || IsRange || E.Argument == 0)
    Blocks.prepareAll();
}

void ProgramMarks::end(const decode::Event &E) {
  if (E.Payload.size() < 2)
    return;
  prepareEnd(E);
  uint64_t Address = E.Payload[0], Size = E.Payload[1];
  if (Size != 0)
    Memory.unmarkInside(Address, Address + std::min(Size, ~Address));
  else
    Refused +=
        !Memory.unmark(Address) && E.Argument == 0 && !Memory.blockAt(Address);
}

void ProgramMarks::rename(const decode::Event &E) {
  std::string_view Name = decode::textIn(E, 1);
  if (E.Payload.size() < 2 || Name.empty())
    return;
  StructureId OldStructure = Memory.objectAt(E.Payload[0]);
  if (!OldStructure.valid()) {
    ++Refused;
    return;
  }
  giveTo(Structures.renamed(OldStructure, Name), E.Payload[0]);
}

/// Gives the object around \p Address to \p S.
void ProgramMarks::giveTo(StructureId S, uint64_t Address) {
  std::optional<LiveObject> Old = Memory.rename(Address, S);
  if (!Old || Old->Structure == S)
    return;
  Structures.move(Old->Structure, S, Old->Size);
  Times.renamed(*Old, S);
}

} // namespace memfacet::owners
