//===- Ownership.cpp - which structure an address belongs to --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Ownership.h"
#include <algorithm>

namespace memfacet::owners {
namespace {

bool fitsSpace(const LiveObject &O) {
  constexpr uint64_t Space = caches::AddressMask + 1;
  return O.Address < Space && O.Size <= Space - O.Address;
}

uint64_t clampToSpace(uint64_t Address) {
  return std::min(Address, caches::AddressMask + 1);
}

} // namespace

/// Adds the lines around [Low, High) to the changes.
void Ownership::noteChange(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  Changed.add(shadowLineBelow(Low), shadowLineAbove(High));
  ObjectsChanged.add(shadowLineBelow(Low), shadowLineAbove(High));
}

/// Adds the lines around [Low, High) to the changes, and forgets them.
void Ownership::changed(uint64_t Low, uint64_t High) {
  Lines.forget(Low, High);
  noteChange(Low, High);
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

Ownership::ClaimedRange Ownership::claim(const LiveObject &Object) {
  ClaimedRange Result;
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
  noteChange(Object.Address, Object.end());
  enterLines(Object);
  return Result;
}

std::optional<LiveObject> Ownership::release(uint64_t Address) {
  if (Address > caches::AddressMask)
    return std::nullopt;
  std::optional<LiveObject> O = Objects.bottom().erase(Address);
  if (!O)
    return O;
  changed(O->Address, O->end());
  Objects.unmarkInside(O->Address, O->end(), Ended);
  return O;
}

bool Ownership::mark(const LiveObject &Object) {
  size_t OldCount = Ended.size();
  bool Accepted = fitsSpace(Object) && Objects.mark(Object, Ended);
  if (Accepted) {
    changed(Object.Address, Object.end());
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
  if (O)
    changed(O->Address, O->end());
  return O;
}

void Ownership::setStack(uint64_t Low, uint64_t High, StructureId Structure,
                         const LocalList *Locals) {
  Low = clampToSpace(Low), High = clampToSpace(High);
  unmarkInside(Low, High);
  Stacks.assign(Low, High, {Structure, Locals});
  changed(Low, High);
}

void Ownership::detachLocals(uint64_t Low, uint64_t High,
                             const LocalList &Locals) {
  struct Piece {
    uint64_t Low, High;
    StructureId Structure;
  };
  Low = clampToSpace(Low), High = clampToSpace(High);
  std::vector<Piece> Pieces;
  Stacks.erase(Low, High, [&](uint64_t PieceLow, uint64_t PieceHigh, Stack S) {
    MEMFACET_CHECK(!S.Locals || S.Locals == &Locals,
                   "stacks that overlap replace one another");
    Pieces.push_back({PieceLow, PieceHigh, S.Structure});
  });
  for (const Piece &P : Pieces)
    Stacks.assign(P.Low, P.High, {P.Structure, nullptr});
  changed(Low, High);
}

void Ownership::localsChanged(uint64_t Low, uint64_t High) {
  Lines.forget(Low, High);
  if (Low < High)
    Changed.add(shadowLineBelow(Low), shadowLineAbove(High));
}

Ownership::Removed Ownership::setMapping(uint64_t Low, uint64_t High,
                                         StructureId Structure) {
  Removed Result = clearMapping(Low, High);
  Low = clampToSpace(Low), High = clampToSpace(High);
  Stacks.erase(Low, High);
  Mappings.assign(Low, High, Structure);
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
  changed(Low, High);
  return Result;
}

StructureId Ownership::lineOwnerSlow(uint64_t Address) {
  owner(Address); // may remember the line
  return Shadow::whole(Lines.entry(Address));
}

/// Finds the owner where the line is not known, or several structures share the
/// word.
StructureId Ownership::ownerSlow(uint64_t Address) {
  uint64_t Line = shadowLineBelow(Address);
  if (Lines.entry(Address) != 0)
    return Objects.firstPiece(Line, Line + ShadowLineBytes)
               ? ownerInLine(Address)
               : ownerByRange(Address);
  if (!buildLine(Line))
    return ownerByRange(Address);
  StructureId Structure = Lines.find(Address);
  return Structure.valid() ? Structure : ownerInLine(Address);
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
    Lines.setLine(Line, Owner);
  return Owner;
}

/// Returns the owner of \p Address, whose line lies in a stack.
StructureId Ownership::ownerByLocals(uint64_t Address, const LocalList &Locals,
                                     StructureId Stack) {
  if (Lines.mixed(Address)) {
    // The line is known already, and several locals share the word.
    const LocalList::Local *L = Locals.find(Address);
    return L ? L->Structure : Stack;
  }
  uint64_t Line = shadowLineBelow(Address), End = Line + ShadowLineBytes;
  size_t I = Locals.firstBelow(End);
  if (I == Locals.size() || Locals[I].High <= Line) {
    Lines.setLine(Line, Stack);
    return Stack;
  }
  if (Locals[I].Low <= Line && Locals[I].High >= End) {
    Lines.setLine(Line, Locals[I].Structure);
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
  Lines.setMixed(Line, Words);
  return Owner;
}

} // namespace memfacet::owners
