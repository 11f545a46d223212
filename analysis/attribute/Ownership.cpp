//===- attribute/Ownership.cpp - which structure an address belongs to ----===//

#include "analysis/attribute/Ownership.h"
#include <algorithm>

namespace memfacet {
namespace {

constexpr uint64_t lineBelow(uint64_t Address) {
  return Address & ~(ShadowLineBytes - 1);
}
constexpr uint64_t lineAbove(uint64_t Address) {
  return lineBelow(Address + ShadowLineBytes - 1);
}

/// Calls \p Visit(line) for the lines that an object covers only in part.
template <typename Visitor>
void forEachEdge(const LiveObject &O, Visitor Visit) {
  uint64_t First = lineBelow(O.Address), Last = lineBelow(O.end() - 1);
  bool WholeFirst = O.Address == First && O.end() >= First + ShadowLineBytes;
  if (!WholeFirst)
    Visit(First);
  if (Last != First && O.end() != Last + ShadowLineBytes)
    Visit(Last);
}

uint64_t clampToSpace(uint64_t Address) {
  return std::min(Address, AddressMask + 1);
}

} // namespace

/// Whole lines around [Low, High) are somebody else's now.
void Ownership::changed(uint64_t Low, uint64_t High) {
  if (Low < High)
    Changed.add(lineBelow(Low), lineAbove(High));
}

void Ownership::rebuildLine(uint64_t Line) {
  uint64_t End = Line + ShadowLineBytes;
  std::optional<LiveObject> O = Objects.firstOverlapping(Line, End);
  if (!O)
    return Lines.clearLine(Line);
  Shadow::Words Words;
  Words.fill(O->Structure);
  bool Mixed = false;
  for (uint64_t From = O->end(); From < End; From = O->end()) {
    O = Objects.firstOverlapping(From, End);
    if (!O)
      break;
    // The rule: from here on, the line is this object's.
    uint64_t Word = (O->Address - Line) / 8;
    if (Words[Word] == O->Structure)
      continue;
    Mixed = true;
    std::fill(Words.begin() + Word, Words.end(), O->Structure);
    if (O->Address % 8 != 0)
      Words[Word] = StructureId();
  }
  if (Mixed)
    Lines.setMixed(Line, Words);
  else
    Lines.setLine(Line, Words[0]);
}

void Ownership::enterLine(uint64_t Line, StructureId Structure) {
  if (!Lines.hasObjects(Line))
    Lines.setLine(Line, Structure);
  else if (Lines.mixed(Line) || Lines.find(Line) != Structure)
    rebuildLine(Line);
}

Ownership::Claimed Ownership::claim(const LiveObject &Object) {
  Claimed Result;
  uint64_t Space = AddressMask + 1;
  if (Object.Address >= Space || Object.Size > Space - Object.Address) {
    Result.Accepted = false;
    return Result;
  }
  while (std::optional<LiveObject> Old =
             Objects.firstOverlapping(Object.Address, Object.end())) {
    Result.Evicted.push_back(*Old);
    release(Old->Address);
  }
  Objects.insert(Object);
  changed(Object.Address, Object.end());
  uint64_t Low = lineAbove(Object.Address), High = lineBelow(Object.end());
  if (Low < High) {
    // The inside of a large object is left to ownerByRange: it costs only
    // where it is used.
    if (Object.Size >= ObjectMap::LargeBytes)
      Lines.forget(Low, High);
    else
      Lines.setLines(Low, High, Object.Structure);
  }
  forEachEdge(Object,
              [&](uint64_t Line) { enterLine(Line, Object.Structure); });
  return Result;
}

std::optional<LiveObject> Ownership::release(uint64_t Address) {
  if (Address > AddressMask)
    return std::nullopt;
  std::optional<LiveObject> O = Objects.erase(Address);
  if (!O)
    return O;
  changed(O->Address, O->end());
  uint64_t Low = lineAbove(O->Address), High = lineBelow(O->end());
  if (Low < High) {
    if (O->Size >= ObjectMap::LargeBytes)
      Lines.forget(Low, High);
    else
      Lines.clearLines(Low, High);
  }
  forEachEdge(*O, [&](uint64_t Line) { rebuildLine(Line); });
  return O;
}

void Ownership::setStack(uint64_t Low, uint64_t High, StructureId Structure) {
  Low = clampToSpace(Low), High = clampToSpace(High);
  Stacks.assign(Low, High, Structure);
  changed(Low, High);
  Lines.forget(Low, High);
}

Ownership::Removed Ownership::setMapping(uint64_t Low, uint64_t High,
                                         StructureId Structure) {
  Removed Result = clearMapping(Low, High);
  Mappings.assign(clampToSpace(Low), clampToSpace(High), Structure);
  return Result;
}

Ownership::Removed Ownership::clearMapping(uint64_t Low, uint64_t High) {
  Low = clampToSpace(Low), High = clampToSpace(High);
  Removed Result;
  Mappings.erase(Low, High, [&](uint64_t From, uint64_t To, StructureId S) {
    Result.push_back({From, To - From, S});
  });
  Lines.forget(Low, High);
  changed(Low, High);
  return Result;
}

StructureId Ownership::lineOwnerSlow(uint64_t Address) {
  owner(Address); // may remember the line
  return Lines.whole(Address);
}

StructureId Ownership::ownerSlow(uint64_t Address) {
  if (Lines.hasObjects(Address))
    return ownerInLine(Address);
  return ownerByRange(Address);
}

/// Several structures share the word: look at the objects themselves.
StructureId Ownership::ownerInLine(uint64_t Address) const {
  uint64_t Line = lineBelow(Address), End = Line + ShadowLineBytes;
  std::optional<LiveObject> O = Objects.firstOverlapping(Line, End);
  StructureId Owner = O ? O->Structure : Nobody;
  while (O && O->end() <= Address) {
    O = Objects.firstOverlapping(O->end(), Address + 1);
    if (O)
      Owner = O->Structure;
  }
  return Owner;
}

StructureId Ownership::ownerByRange(uint64_t Address) {
  uint64_t Line = lineBelow(Address);
  if (std::optional<LiveObject> O = Objects.largeAt(Address)) {
    Lines.remember(Line, O->Structure);
    return O->Structure;
  }
  StructureId Owner = Nobody;
  bool WholeLine = true;
  for (const RangeMap<StructureId> *Ranges : {&Stacks, &Mappings}) {
    RangeMap<StructureId>::Segment S = Ranges->find(Address);
    WholeLine &= S.Low <= Line && Line + ShadowLineBytes <= S.High;
    if (S.Value) {
      Owner = *S.Value;
      break;
    }
  }
  // Where a range begins or ends in the line, each address is looked up anew.
  if (WholeLine)
    Lines.remember(Line, Owner);
  return Owner;
}

} // namespace memfacet
