//===- SharingCaches.cpp - coherent caches of unlimited size --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/SharingCaches.h"
#include <algorithm>

namespace memfacet::threads {

/// Takes \p Word from the beginning or the end of a list.
static bool takeWord(std::string_view &List, std::string_view Word) {
  if (List == Word) {
    List = {};
    return true;
  }
  if (List.starts_with(Word) && List[Word.size()] == ',' &&
      List.size() > Word.size() + 1) {
    List.remove_prefix(Word.size() + 1);
    return true;
  }
  if (List.ends_with(Word) && List[List.size() - Word.size() - 1] == ',') {
    List.remove_suffix(Word.size() + 1);
    return true;
  }
  return false;
}

Expected<SharingPlan> SharingPlan::parse(std::string_view Text) {
  SharingPlan Plan;
  constexpr std::string_view Map = "map=";
  std::string_view Rest = Text;
  for (bool IsFound = true; IsFound;) {
    IsFound = false;
    if (Plan.Ranges && takeWord(Rest, "no-range"))
      Plan.Ranges = false, IsFound = true;
    if (!Plan.Pad && takeWord(Rest, "pad"))
      Plan.Pad = IsFound = true;
  }
  if (Rest.empty())
    return Plan;
  if (!Rest.starts_with(Map))
    return usageError("'{}' says nothing about sharing; write --sharing, "
                      "--sharing=map=pairs or --sharing=no-range",
                      Text);
  Expected<ThreadMap> Parsed = ThreadMap::parse(Rest.substr(Map.size()));
  if (!Parsed)
    return Parsed.error();
  Plan.Map = std::move(*Parsed);
  return Plan;
}

SharingCaches::SharingCaches(const SharingPlan &Plan) : Plan(Plan) {
  if (Plan.Ranges)
    Reorderings.emplace(Tally);
}

void SharingCaches::enter(uint32_t Number) {
  auto [Entry, IsNew] = Threads.try_emplace(Number);
  if (IsNew) {
    auto Next = uint32_t(Caches.size());
    uint32_t Cache =
        Caches.try_emplace(Plan.Map.cacheOf(Number), Next).first->second;
    Entry->second = {uint32_t(Threads.size() - 1), Cache, &Order.state(Number)};
  }
  Current = Entry->second;
  CurrentThread = Number;
}

void SharingCaches::share(OwnedLine &E) {
  const Thread &Owner = Threads.at(E.Thread);
  if (Reorderings)
    Reorderings->share(E, Owner.Cache);
  E.SharedIndex = uint32_t(Shared.size());
  Shared.emplace_back(E.Thread, Owner.Cache, E.Epoch, E.Written, E.LastWriter);
  E.Written = 0;
}

/// Counts an access to \p Structure in a line. Most lines belong to one
/// structure.
void SharingCaches::noteUnit(uint64_t Line, OwnedLine &E, uint32_t Structure,
                             bool IsNewUnit) {
  if (E.Structure != Structure || E.Units == ~uint32_t(0)) [[unlikely]] {
    if (E.Structure != OwnedLine::None) {
      auto &Units = OtherUnits[Line];
      auto Entry = std::ranges::find(Units, E.Structure,
                                     &std::pair<uint32_t, uint64_t>::first);
      if (Entry == Units.end())
        Entry = Units.insert(Entry, {E.Structure, 0});
      Entry->second += E.Units;
    }
    E.Structure = Structure;
    E.Units = 0;
  }
  E.Units += IsNewUnit;
}

void SharingCaches::touchShared(OwnedLine &E, const LineTouch &T) {
  auto Changes = uint32_t(Current.ThreadState->Changes);
  if (!T.Writes && E.Thread == T.Thread && E.Epoch == Changes &&
      (T.Bytes & ~E.Written) == 0)
    return;
  SharedLine &L = Shared[E.SharedIndex];
  L.touch(T, *Current.ThreadState, Tally);
  E.Thread = T.Thread;
  E.Epoch = Changes;
  E.Written = L.quietReads();
}

void SharingCaches::touch(const LineTouch &T, uint32_t Structure,
                          bool IsNewUnit) {
  OwnedLine &E = Lines[T.Line];
  if (Tally.counting())
    noteUnit(T.Line, E, Structure, IsNewUnit);
  if (T.Bytes == 0)
    return; // nothing of the line is used
  if (E.Thread == OwnedLine::None) {
    E.Thread = T.Thread;
    E.Section = Reorderings ? Reorderings->section() : 0;
    Tally[T.Vertex].Cold += Tally.counting();
  }
  if (E.SharedIndex == OwnedLine::None && E.Thread == T.Thread) {
    E.Epoch = Current.ThreadState->Epoch;
    if (T.Writes) {
      E.Written |= T.Bytes;
      E.LastWriter = T.Vertex;
    }
  } else {
    if (E.SharedIndex == OwnedLine::None)
      share(E);
    touchShared(E, T);
  }
  if (Reorderings)
    Reorderings->touch(E, Current.Number, T.Cache, T.Vertex, T.Writes);
}

/// Counts units and numbers lines as ReuseClock::access() does.
void SharingCaches::access(const SharingAccess &A) {
  if (A.Thread != CurrentThread)
    enter(A.Thread);
  LineTouch T = {.Line = 0,
                 .Thread = A.Thread,
                 .Cache = Current.Cache,
                 .Vertex = Tally.vertex(A.Thread, A.Site, A.Structure),
                 .Bytes = 0,
                 .Reads = A.Reads,
                 .Writes = A.Writes};
  constexpr uint64_t LineMask = ReuseAddressMask >> ReuseLineShift;
  uint64_t Line = reuseLine(A.Address),
           Last = reuseLine(A.Address + A.Bytes - 1);
  uint64_t Units =
      A.Bytes > ReuseLineBytes ? ((Last - Line) & LineMask) + 1 : 1;
  if (Tally.counting())
    Tally[T.Vertex].Units += Units;
  uint64_t FirstByte = A.Address % ReuseLineBytes;
  bool IsNewUnit = true;
  for (uint64_t Left = A.Bytes;; FirstByte = 0, Line = (Line + 1) & LineMask) {
    uint64_t ByteCount = std::min(Left, ReuseLineBytes - FirstByte);
    T.Bytes = (~uint64_t(0) >> (ReuseLineBytes - ByteCount)) << FirstByte;
    if (!A.Used.all())
      T.Bytes = A.Used.bits(A.Bytes - Left, ByteCount) << FirstByte;
    T.Line = Line;
    touch(T, A.Structure, IsNewUnit);
    IsNewUnit = Units != 1;
    Left -= ByteCount;
    if (Left == 0)
      return;
  }
}

/// Takes the next event. One with an order number keeps its place in every
/// order.
void SharingCaches::event(const decode::Event &E) {
  if (Reorderings && E.Order != 0)
    Reorderings->close();
  Order.event(E);
}

void SharingCaches::finish() {
  if (Reorderings)
    Reorderings->close();
  for (SharedLine &L : Shared)
    L.settle(Tally);
}

void SharingCaches::count(bool Wanted) {
  if (Wanted == Tally.counting())
    return;
  finish();
  Tally.count(Wanted);
}

void SharingCaches::forgetCounts() {
  finish();
  Tally.forget();
  OtherUnits.clear();
  Lines.forEach([](uint64_t, OwnedLine &E) {
    E.Structure = OwnedLine::None;
    E.Units = 0;
    if (E.SharedIndex != OwnedLine::None)
      E.Written = 0; // the line's habits begin again
  });
  for (SharedLine &L : Shared)
    L.forgetHabits();
}

void SharingCaches::fillLine(uint64_t Line, const OwnedLine &E,
                             Classes &Total) {
  if (E.Structure == OwnedLine::None)
    return;
  const LineHabits *Habits = E.SharedIndex == OwnedLine::None
                                 ? nullptr
                                 : &Shared[E.SharedIndex].habits();
  result::SharingClass Class =
      Habits ? Habits->classOf() : result::SharingClass::Private;
  std::map<uint32_t, uint64_t> Units = {{E.Structure, E.Units}};
  if (auto *FurtherUnits = OtherUnits.find(Line))
    for (auto [Structure, Count] : *FurtherUnits)
      Units[Structure] += Count;
  for (auto [Structure, Count] : Units) {
    result::SharingClassCount &C = Total[{Structure, Class}];
    ++C.Lines;
    C.Units += Count;
  }
  if (!Habits)
    return;
  for (const LineHabits::MissCounts &M : Habits->Misses) {
    result::SharingClassCount &C = Total[{M.Structure, Class}];
    C.True += M.True, C.False += M.False;
  }
}

void SharingCaches::fill(
    result::SharingTable &Table,
    const std::function<result::PairSite(SiteId)> &Describe) {
  Tally.fill(Table, Describe);
  Classes All;
  Lines.forEach(
      [&](uint64_t Line, const OwnedLine &E) { fillLine(Line, E, All); });
  Table.Classes.clear();
  for (auto &[Key, C] : All) {
    C.Structure = StructureId(Key.first), C.Class = Key.second;
    Table.Classes.push_back(C);
  }
}

} // namespace memfacet::threads
