//===- Ownership.cpp - which structure an address belongs to --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Ownership.h"
#include <algorithm>

namespace memfacet::owners {
namespace {

/// Calls \p Visit(line) for the lines that an object covers only in part.
template <typename Visitor>
void forEachEdge(const LiveObject &O, Visitor Visit) {
  uint64_t First = shadowLineBelow(O.Address),
           Last = shadowLineBelow(O.end() - 1);
  bool WholeFirst = O.Address == First && O.end() >= First + ShadowLineBytes;
  if (!WholeFirst)
    Visit(First);
  if (Last != First && O.end() != Last + ShadowLineBytes)
    Visit(Last);
}

bool fitsSpace(const LiveObject &O) {
  constexpr uint64_t Space = caches::AddressMask + 1;
  return O.Address < Space && O.Size <= Space - O.Address;
}

uint64_t clampToSpace(uint64_t Address) {
  return std::min(Address, caches::AddressMask + 1);
}

} // namespace

/// Adds the whole lines around [Low, High) to the changes.
void Ownership::changed(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  Changed.add(shadowLineBelow(Low), shadowLineAbove(High));
  ObjectsChanged.add(shadowLineBelow(Low), shadowLineAbove(High));
}

/// Returns whether a mark shares a line with [Low, High).
bool Ownership::marksAround(uint64_t Low, uint64_t High) const {
  return Objects.marked(shadowLineBelow(Low), shadowLineAbove(High));
}

const LocalList::Local *Ownership::localAround(uint64_t Address) const {
  Address &= caches::AddressMask;
  auto S = Stacks.find(Address);
  return S.Value && S.Value->Locals ? S.Value->Locals->find(Address) : nullptr;
}

std::pair<uint64_t, uint64_t>
Ownership::variableAround(uint64_t Address) const {
  auto Object = objectAround(Address);
  if (Object.first != Object.second)
    return Object;
  const LocalList::Local *L = localAround(Address);
  return L ? std::pair(L->Low, L->High) : Object;
}

StructureId Ownership::localAt(uint64_t Address) const {
  const LocalList::Local *L = localAround(Address);
  return L ? L->Structure : StructureId();
}

std::pair<uint64_t, uint64_t> Ownership::objectAround(uint64_t Address) const {
  Address &= caches::AddressMask;
  std::optional<LiveObject> O =
      Objects.bottom().firstOverlapping(Address, Address + 1);
  if (O && !Objects.marked(O->Address, O->end()))
    return {O->Address, O->end()};
  auto M = Mappings.find(Address);
  auto S = Stacks.find(Address);
  bool IsAlone = S.Low <= M.Low && M.High <= S.High && !S.Value;
  if (O || !M.Value || !IsAlone ||
      Objects.firstPiece(shadowLineBelow(M.Low), shadowLineAbove(M.High)))
    return {};
  return {M.Low, M.High};
}

Ownership::Claimed Ownership::claim(const LiveObject &Object) {
  Claimed Result;
  if (!fitsSpace(Object)) {
    Result.Accepted = false;
    return Result;
  }
  while (std::optional<LiveObject> Old =
             Objects.bottom().firstOverlapping(Object.Address, Object.end())) {
    Result.Evicted.push_back(*Old);
    release(Old->Address);
  }
  Objects.bottom().insert(Object);
  changed(Object.Address, Object.end());
  if (marksAround(Object.Address, Object.end())) [[unlikely]] {
    rebuildLines(Object.Address, Object.end());
    return Result;
  }
  uint64_t Low = shadowLineAbove(Object.Address),
           High = shadowLineBelow(Object.end());
  if (Low < High) {
    // The inside of a large object is left to ownerByRange: memory is used only
    // where it is accessed.
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
  if (Address > caches::AddressMask)
    return std::nullopt;
  std::optional<LiveObject> O = Objects.bottom().erase(Address);
  if (!O)
    return O;
  changed(O->Address, O->end());
  if (marksAround(O->Address, O->end())) [[unlikely]] {
    Objects.unmarkInside(O->Address, O->end(), Ended);
    rebuildLines(O->Address, O->end());
    return O;
  }
  uint64_t Low = shadowLineAbove(O->Address), High = shadowLineBelow(O->end());
  if (Low < High) {
    if (O->Size >= ObjectMap::LargeBytes)
      Lines.forget(Low, High);
    else
      Lines.clearLines(Low, High);
  }
  forEachEdge(*O, [&](uint64_t Line) { rebuildLine(Line); });
  return O;
}

bool Ownership::mark(const LiveObject &Object) {
  size_t OldCount = Ended.size();
  bool Accepted = fitsSpace(Object) && Objects.mark(Object, Ended);
  changed(Object.Address, Accepted ? Object.end() : Object.Address);
  if (Accepted) {
    rebuildLines(Object.Address, Object.end());
    if (Stacks.find(Object.Address).Value)
      StackMarks = StackMarks.first == StackMarks.second
                       ? std::pair(Object.Address, Object.end())
                       : std::pair(std::min(StackMarks.first, Object.Address),
                                   std::max(StackMarks.second, Object.end()));
  }
  marksEnded(OldCount);
  return Accepted;
}

bool Ownership::unmark(uint64_t Address) {
  size_t OldCount = Ended.size();
  bool Found = Address <= caches::AddressMask && Objects.unmark(Address, Ended);
  marksEnded(OldCount);
  return Found;
}

void Ownership::unmarkInside(uint64_t Low, uint64_t High) {
  size_t OldCount = Ended.size();
  Objects.unmarkInside(clampToSpace(Low), clampToSpace(High), Ended);
  marksEnded(OldCount);
}

void Ownership::unmarkLocal(uint64_t Low, uint64_t High) {
  if (!markedInStack(Low, High)) [[likely]]
    return;
  unmarkInside(Low, High);
  if (!marksAround(StackMarks.first, StackMarks.second))
    StackMarks = {};
}

/// Shows what was hidden by the marks from number \p First of Ended on.
void Ownership::marksEnded(size_t First) {
  uint64_t Low = 0, High = 0;
  for (size_t I = First; I != Ended.size(); ++I) {
    const LiveObject &O = Ended[I];
    if (Low <= O.Address && O.end() <= High)
      continue; // inside the last one
    Low = O.Address, High = O.end();
    changed(Low, High);
    rebuildLines(Low, High);
  }
}

StructureId Ownership::objectAt(uint64_t Address) const {
  if (Address > caches::AddressMask)
    return StructureId();
  auto P = Objects.firstPiece(Address, Address + 1);
  return P ? P->Structure : StructureId();
}

std::optional<LiveObject> Ownership::rename(uint64_t Address,
                                            StructureId Structure) {
  if (Address > caches::AddressMask)
    return std::nullopt;
  std::optional<LiveObject> O = Objects.rename(Address, Structure);
  if (O) {
    changed(O->Address, O->end());
    rebuildLines(O->Address, O->end());
  }
  return O;
}

void Ownership::setStack(uint64_t Low, uint64_t High, StructureId Structure,
                         const LocalList *Locals) {
  Low = clampToSpace(Low), High = clampToSpace(High);
  unmarkInside(Low, High);
  Stacks.assign(Low, High, {Structure, Locals});
  changed(Low, High);
  Lines.forget(Low, High);
}

void Ownership::localsChanged(uint64_t Low, uint64_t High) {
  Lines.forget(Low, High);
  if (Low < High)
    Changed.add(shadowLineBelow(Low), shadowLineAbove(High));
}

Ownership::Removed Ownership::setMapping(uint64_t Low, uint64_t High,
                                         StructureId Structure) {
  Removed Result = clearMapping(Low, High);
  Mappings.assign(clampToSpace(Low), clampToSpace(High), Structure);
  return Result;
}

Ownership::Removed Ownership::clearMapping(uint64_t Low, uint64_t High) {
  Low = clampToSpace(Low), High = clampToSpace(High);
  unmarkInside(Low, High);
  Unmapped = {};
  Removed Result;
  Mappings.erase(Low, High,
                 [&](uint64_t PieceLow, uint64_t PieceHigh, StructureId S) {
                   Result.push_back({PieceLow, PieceHigh - PieceLow, S});
                 });
  Lines.forget(Low, High);
  changed(Low, High);
  return Result;
}

StructureId Ownership::lineOwnerSlow(uint64_t Address) {
  owner(Address); // may remember the line
  return Shadow::whole(Lines.entry(Address));
}

StructureId Ownership::ownerSlow(uint64_t Address) {
  if (Lines.hasObjects(Address))
    return ownerInLine(Address);
  return ownerByRange(Address);
}

/// Returns the structure of the named local, the stack or the mapping that
/// covers \p Address.
std::optional<StructureId> Ownership::rangeAt(uint64_t Address) const {
  auto S = Stacks.find(Address);
  if (!S.Value)
    return Mappings.find(Address).Value;
  const LocalList *Locals = S.Value->Locals;
  const LocalList::Local *L = Locals ? Locals->find(Address) : nullptr;
  return L ? L->Structure : S.Value->Structure;
}

/// Finds the owner by the objects themselves, as several structures share the
/// word.
StructureId Ownership::ownerInLine(uint64_t Address) const {
  uint64_t Line = shadowLineBelow(Address), End = Line + ShadowLineBytes;
  if (marksAround(Line, End)) [[unlikely]] {
    if (auto Shown = Objects.firstPiece(Address, Address + 1))
      return Shown->Structure;
    if (std::optional<StructureId> Range = rangeAt(Address))
      return *Range;
  }
  std::optional<ObjectLayers::Piece> P = Objects.firstPiece(Line, End);
  StructureId Owner = P ? P->Structure : NoOwner;
  while (P && P->High <= Address) {
    P = Objects.firstPiece(P->High, Address + 1);
    if (P)
      Owner = P->Structure;
  }
  return Owner;
}

StructureId Ownership::ownerByRange(uint64_t Address) {
  uint64_t Line = shadowLineBelow(Address);
  if (std::optional<StructureId> Large = Objects.largeAt(Address)) {
    Lines.remember(Line, *Large);
    return *Large;
  }
  StructureId Owner = NoOwner;
  auto CoversLine = [&](const auto &Segment) {
    return Segment.Low <= Line && Line + ShadowLineBytes <= Segment.High;
  };
  auto S = Stacks.find(Address);
  bool WholeLine = CoversLine(S);
  if (S.Value) {
    Owner = S.Value->Structure;
    if (const LocalList *Locals = S.Value->Locals; Locals && WholeLine)
      return ownerByLocals(Address, *Locals, Owner);
  } else {
    auto M = Mappings.find(Address);
    WholeLine &= CoversLine(M);
    Owner = M.Value.value_or(NoOwner);
  }
  // If a range begins or ends in the line, each address is looked up anew.
  if (WholeLine)
    Lines.remember(Line, Owner);
  return Owner;
}

/// Returns the owner of \p Address, whose line lies in a stack.
StructureId Ownership::ownerByLocals(uint64_t Address, const LocalList &Locals,
                                     StructureId Stack) {
  if (Lines.mixed(Address)) {
    // The line is remembered already, and several locals share the word.
    const LocalList::Local *L = Locals.find(Address);
    return L ? L->Structure : Stack;
  }
  uint64_t Line = shadowLineBelow(Address), End = Line + ShadowLineBytes;
  size_t I = Locals.firstBelow(End);
  if (I == Locals.size() || Locals[I].High <= Line) {
    Lines.remember(Line, Stack);
    return Stack;
  }
  if (Locals[I].Low <= Line && Locals[I].High >= End) {
    Lines.remember(Line, Locals[I].Structure);
    return Locals[I].Structure;
  }
  Shadow::FineWords Words;
  Words.fill(Stack);
  StructureId Owner = Stack;
  for (; I != Locals.size() && Locals[I].High > Line; ++I) {
    const LocalList::Local &L = Locals[I];
    if (L.contains(Address))
      Owner = L.Structure;
    uint64_t PartLow = std::max(L.Low, Line), PartHigh = std::min(L.High, End);
    size_t First = (PartLow - Line) / 4, Last = (PartHigh - 1 - Line) / 4;
    std::fill(Words.begin() + First, Words.begin() + Last + 1, L.Structure);
    if (PartLow % 4 != 0)
      Words[First] = StructureId();
    if (PartHigh % 4 != 0)
      Words[Last] = StructureId();
  }
  Lines.rememberMixed(Line, Words);
  return Owner;
}

} // namespace memfacet::owners
