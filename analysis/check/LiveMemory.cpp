//===- LiveMemory.cpp - what each access of a trace lies in, slowly -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/LiveMemory.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::check {

/// Memory next to an object, in a line of this size, is the object's: nothing
/// else can use it, and libraries read whole lines.
static constexpr uint64_t LineBytes = 64;

bool LiveMemory::contains(const Ranges &In, uint64_t Address) {
  auto It = In.upper_bound(Address);
  return It != In.begin() && Address < std::prev(It)->second;
}

void LiveMemory::remove(Ranges &Target, uint64_t Low, uint64_t High) {
  auto Next = Target.upper_bound(Low);
  if (Next != Target.begin() && std::prev(Next)->second > Low)
    --Next;
  while (Next != Target.end() && Next->first < High) {
    auto [First, Last] = *Next;
    Next = Target.erase(Next);
    if (First < Low)
      Target[First] = Low;
    if (High < Last)
      Next = std::next(Target.insert_or_assign(High, Last).first);
  }
}

void LiveMemory::claim(uint64_t Low, uint64_t Bytes, Class Kind) {
  MEMFACET_CHECK(Bytes != 0, "an object has an address of its own");
  if (Low > caches::AddressMask || Bytes > caches::AddressMask - Low)
    return;
  auto Next = Objects.upper_bound(Low);
  if (Next != Objects.begin() && std::prev(Next)->second.High > Low)
    --Next;
  while (Next != Objects.end() && Next->first < Low + Bytes) {
    // An array that the program's own malloc hands out.
    auto [First, Old] = *Next;
    if (Kind == Allocated && isGlobal(First, Old) && First <= Low &&
        Low + Bytes <= Old.High) {
      unmap(First, Old.High);
      remove(Stacks, First, Old.High);
      Arenas[First] = Old.High;
    }
    Next = Objects.erase(Next);
  }
  Objects[Low] = {Low + Bytes, Kind};
}

bool LiveMemory::isGlobal(uint64_t Low, const Object &O) const {
  return O.Kind == Static && !ThreadLocals.contains(Low);
}

void LiveMemory::unmap(uint64_t Low, uint64_t High) {
  remove(Mappings, Low, High);
  remove(Arenas, Low, High);
}

/// Returns the class of the object around \p Address, or of the one below it in
/// its line, or of the first one in its line; then of stacks and mappings.
LiveMemory::Class LiveMemory::classOf(uint64_t Address) const {
  uint64_t Line = Address / LineBytes * LineBytes;
  auto Next = Objects.upper_bound(Address);
  if (Next != Objects.begin()) {
    const Object &Previous = std::prev(Next)->second;
    if (Previous.High > Line)
      return Previous.Kind;
  }
  if (Next != Objects.end() && Next->first < Line + LineBytes)
    return Next->second.Kind;
  if (contains(Stacks, Address))
    return Stack;
  if (contains(Arenas, Address))
    return Static;
  return contains(Mappings, Address) ? Allocated : Nothing;
}

void LiveMemory::batch(const decode::AccessBatch &B) {
  if (OnlySome)
    return;
  addGlobals();
  for (size_t I = 0; I != B.Count; ++I)
    ++Accesses[classOf(B.Address[I] & caches::AddressMask)];
}

void LiveMemory::addGlobals() {
  for (uint32_t Module : Changed) {
    const std::vector<decode::GlobalInfo> &All = Modules.globals(Module);
    for (size_t &I = Known[Module]; I < All.size(); ++I)
      if (!(All[I].Flags & GlobalThreadLocal) && All[I].Size != 0)
        claim(All[I].Address, All[I].Size, Static);
  }
  if (!Changed.empty())
    Early.takeKnown(Modules, [&](const decode::GlobalInfo &G, uint64_t Low) {
      claimThreadLocal(G, Low);
    });
  Changed.clear();
}

void LiveMemory::claimThreadLocal(const decode::GlobalInfo &G, uint64_t Low) {
  if (G.Size == 0)
    return;
  claim(Low, G.Size, Static);
  ThreadLocals.insert(Low);
}

void LiveMemory::unload(uint32_t Module) {
  Changed.erase(Module);
  if (Known.erase(Module) == 0)
    return;
  for (const decode::GlobalInfo &G : Modules.globals(Module))
    if (!(G.Flags & GlobalThreadLocal))
      Objects.erase(G.Address);
}

/// Thread-locals in the memory of a new stack were another thread's.
void LiveMemory::threadStarted(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  Early.drop(Low, High);
  auto End = ThreadLocals.lower_bound(High);
  for (auto It = ThreadLocals.lower_bound(Low); It != End;
       It = ThreadLocals.erase(It))
    Objects.erase(*It);
  remove(Stacks, Low, High);
  Stacks[Low] = High;
}

void LiveMemory::allocated(const decode::Event &E, uint64_t Low,
                           uint64_t Bytes) {
  if (decode::keepsBlock(E))
    Bytes = std::exchange(Released[E.Thread.Value], 0);
  if (Bytes != 0)
    claim(Low, Bytes, Allocated);
}

void LiveMemory::released(const decode::Event &E, uint64_t Low) {
  auto Found = Objects.find(Low);
  bool IsKnown = Found != Objects.end(), ByRealloc = E.Argument == 1;
  Released[E.Thread.Value] =
      IsKnown && ByRealloc ? Found->second.High - Low : 0;
  if (IsKnown)
    Objects.erase(Found);
}

void LiveMemory::event(const decode::Event &E) {
  auto Word = [&](size_t I) { return I < E.Payload.size() ? E.Payload[I] : 0; };
  if (E.Kind == EventKind::Module || E.Kind == EventKind::TableData) {
    Changed.insert(E.Argument);
    return;
  }
  if (E.Kind == EventKind::ModuleUnload)
    return unload(E.Argument);
  addGlobals();
  switch (E.Kind) {
  case EventKind::ThreadStart:
    return threadStarted(Word(0), Word(1));
  case EventKind::Alloc:
    return allocated(E, Word(0), std::max<uint64_t>(Word(1), 1));
  case EventKind::Free:
    return released(E, Word(0));
  case EventKind::ThreadLocal:
    if (const decode::GlobalInfo *G = Modules.globalAt(Word(0)))
      claimThreadLocal(*G, Word(1));
    else
      Early.add(Word(0), Word(1));
    return;
  case EventKind::Mapping:
    unmap(Word(0), Word(1));
    remove(Stacks, Word(0), Word(1)); // of a thread that has ended
    if (Word(0) < Word(1))
      Mappings[Word(0)] = Word(1);
    return;
  case EventKind::Unmap:
    return unmap(Word(0), Word(1));
  case EventKind::MarkBegin:
  case EventKind::Interest:
    OnlySome = true;
    return;
  default:
    return;
  }
}

static LiveMemory::Class classOf(result::StructureKind Kind) {
  switch (Kind) {
  case result::StructureKind::Global:
  case result::StructureKind::ThreadLocal:
  case result::StructureKind::Literals:
    return LiveMemory::Static;
  case result::StructureKind::Stack:
  case result::StructureKind::Local:
    return LiveMemory::Stack;
  case result::StructureKind::Unattributed:
    return LiveMemory::Nothing;
  default:
    return LiveMemory::Allocated;
  }
}

void LiveMemory::compare(const result::Profile &P, Comparisons &V) const {
  constexpr std::array<const char *, Classes> Names = {
      "allocated or mapped memory", "globals", "stacks", "nothing alive"};
  if (OnlySome)
    return;
  std::array<uint64_t, Classes> Reported = {};
  for (const result::Structure &S : P.Structures)
    Reported[memfacet::check::classOf(S.Kind)] += S.Total.Accesses;
  for (size_t C = 0; C != Classes; ++C)
    if (Reported[C] != 0 || Accesses[C] != 0)
      V.equal(Reported[C], Accesses[C], "accesses to {}", Names[C]);
}

} // namespace memfacet::check
