//===- ObjectLayers.cpp - objects, and marks on top of them ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/ObjectLayers.h"

namespace memfacet::owners {

std::optional<ObjectLayers::Piece>
ObjectLayers::firstPiece(uint64_t Low, uint64_t High) const {
  return firstPiece(Depth + 1, Low, High);
}

/// Returns the first piece of the lowest \p Layers layers only.
std::optional<ObjectLayers::Piece>
ObjectLayers::firstPiece(size_t Layers, uint64_t Low, uint64_t High) const {
  std::optional<Piece> Found;
  // Downwards: what shows first in a layer limits what shows of those below.
  while (Layers-- != 0 && Low < High) {
    std::optional<LiveObject> O = layer(Layers).firstOverlapping(Low, High);
    if (!O)
      continue;
    Found = pieceOf(*O, Low, High);
    High = Found->Low;
  }
  return Found;
}

bool ObjectLayers::marked(uint64_t Low, uint64_t High) const {
  for (size_t N = 0; N != Depth; ++N)
    if (Marks[N]->firstOverlapping(Low, High))
      return true;
  return false;
}

void ObjectLayers::endOverlapping(size_t FromMark, uint64_t Low, uint64_t High,
                                  std::vector<LiveObject> &Ended) {
  for (size_t N = FromMark; N < Depth; ++N)
    while (std::optional<LiveObject> O = Marks[N]->firstOverlapping(Low, High))
      end(N, O->Address, Ended);
}

/// Ends a mark, if there is one, and all inside it. Returns whether there is
/// one.
bool ObjectLayers::end(size_t Mark, uint64_t Address,
                       std::vector<LiveObject> &Ended) {
  std::optional<LiveObject> O = Marks[Mark]->erase(Address);
  if (!O)
    return false;
  Ended.push_back(*O);
  endOverlapping(Mark + 1, O->Address, O->end(), Ended);
  return true;
}

bool ObjectLayers::mark(const LiveObject &O, std::vector<LiveObject> &Ended) {
  size_t Place = 0;
  bool IsAlone = true; // most marks overlap no other
  for (size_t N = 0; N != Depth; ++N) {
    std::optional<LiveObject> Other =
        Marks[N]->firstOverlapping(O.Address, O.end());
    IsAlone &= !Other;
    if (Other && Other->Size > O.Size && Other->Address <= O.Address &&
        Other->end() >= O.end())
      Place = N + 1;
  }
  if (Place == MaxMarkDepth)
    return false;
  if (Place == Depth)
    Marks[Depth++] = std::make_unique<ObjectMap>();
  if (!IsAlone)
    endOverlapping(Place, O.Address, O.end(), Ended);
  Marks[Place]->insert(O);
  return true;
}

std::optional<LiveObject> ObjectLayers::markAt(uint64_t Address) const {
  for (size_t N = Depth; N-- != 0;)
    if (std::optional<LiveObject> O = Marks[N]->find(Address))
      return O;
  return std::nullopt;
}

bool ObjectLayers::unmark(uint64_t Address, std::vector<LiveObject> &Ended) {
  for (size_t N = Depth; N-- != 0;)
    if (end(N, Address, Ended))
      return true;
  return false;
}

void ObjectLayers::unmarkInside(uint64_t Low, uint64_t High,
                                std::vector<LiveObject> &Ended) {
  for (size_t N = 0; N != Depth; ++N)
    for (uint64_t Position = Low; Position < High;) {
      std::optional<LiveObject> O = Marks[N]->firstOverlapping(Position, High);
      if (!O)
        break;
      Position = O->end();
      if (O->Address >= Low && O->end() <= High)
        end(N, O->Address, Ended);
    }
}

std::optional<LiveObject> ObjectLayers::rename(uint64_t Address,
                                               StructureId Structure) {
  for (size_t N = Depth + 1; N-- != 0;) {
    ObjectMap &Layer = N == 0 ? Bottom : *Marks[N - 1];
    std::optional<LiveObject> O = Layer.firstOverlapping(Address, Address + 1);
    if (!O)
      continue;
    Layer.erase(O->Address);
    Layer.insert({O->Address, O->Size, Structure});
    return O;
  }
  return std::nullopt;
}

} // namespace memfacet::owners
