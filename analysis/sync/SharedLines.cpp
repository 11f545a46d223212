//===- SharedLines.cpp - lines that threads may take from each other ------===//

#include "analysis/sync/SharedLines.h"
#include <algorithm>
#include <bit>
#include <map>

namespace memfacet {

/// A copy of more touches lines that matter little.
static constexpr uint64_t MostOfAccess = 64;
static constexpr uint64_t Granules = 64;

SharedLines::SharedLines(uint64_t LineBytes)
    : LineBytes(LineBytes), LineShift(unsigned(std::countr_zero(LineBytes))),
      Granule(std::max<uint64_t>((LineBytes + Granules - 1) / Granules, 1)) {}

void SharedLines::enter(ThreadId Thread) {
  Last = Thread.Value;
  if (std::ranges::find(Running, Last) == Running.end())
    Running.push_back(Last);
}

void SharedLines::ends(ThreadId Thread) {
  std::erase(Running, Thread.Value);
  if (Last == Thread.Value)
    Last = None;
}

void SharedLines::clear() {
  Lines.clear();
  Uses.clear();
  Recents.fill({});
  Sampled.clear();
}

SharedLines::Use *SharedLines::useOf(uint64_t Line, uint32_t Thread,
                                     uint32_t Structure) {
  Recent &R = Recents[(Line + Thread) % Recents.size()];
  bool Is = R.Use != None && R.Line == Line && Uses[R.Use].Thread == Thread &&
            Uses[R.Use].Structure == Structure;
  if (!Is)
    R = {Line, findUse(Line, Thread, Structure)};
  return R.Use == None ? nullptr : &Uses[R.Use];
}

/// None: there is no room for another line.
uint32_t SharedLines::findUse(uint64_t Line, uint32_t Thread,
                              uint32_t Structure) {
  auto It = Lines.find(Line);
  if (It == Lines.end()) {
    if (Lines.size() == MostLines)
      return None;
    It = Lines.try_emplace(Line, None).first;
  }
  for (uint32_t I = It->second; I != None; I = Uses[I].Next)
    if (Uses[I].Thread == Thread && Uses[I].Structure == Structure)
      return I;
  Uses.push_back(
      {.Thread = Thread, .Structure = Structure, .Next = It->second});
  It->second = uint32_t(Uses.size() - 1);
  return It->second;
}

void SharedLines::add(uint64_t Address, uint64_t Bytes, bool Write,
                      ThreadId Thread, uint32_t Structure) {
  if (Sampled.size() <= Structure)
    Sampled.resize(size_t(Structure) + 1);
  ++Sampled[Structure];
  uint64_t End = Address + std::min(Bytes, MostOfAccess * LineBytes);
  for (uint64_t At = Address; At < End;) {
    uint64_t Begin = At & ~(LineBytes - 1);
    uint64_t Behind = std::min(End, Begin + LineBytes);
    if (Use *U = useOf(At >> LineShift, Thread.Value, Structure)) {
      uint64_t From = (At - Begin) / Granule,
               To = (Behind - 1 - Begin) / Granule;
      uint64_t Bits = (~uint64_t(0) >> (Granules - 1 - (To - From))) << From;
      ++U->Accesses;
      U->Writes += Write;
      U->Bytes |= Bits;
      U->Written |= Write ? Bits : 0;
    }
    At = Behind;
  }
}

/// How many of \p Of's accesses may miss because of writes to other bytes of
/// the line, whose first use is \p First.
uint64_t SharedLines::contested(const Use &Of, uint32_t First) const {
  uint64_t Writes = 0;
  for (uint32_t I = First; I != None; I = Uses[I].Next) {
    const Use &Other = Uses[I];
    if (Other.Thread != Of.Thread && (Other.Written & Of.Bytes) == 0)
      Writes += Other.Writes;
  }
  return std::min(Writes, Of.Accesses);
}

std::vector<SharingHint> SharedLines::hints() const {
  struct Sum {
    SharingHint Its;
    std::vector<uint32_t> Threads;
  };
  std::map<uint32_t, Sum> Sums;
  for (const auto &[Line, First] : Lines) {
    std::vector<uint32_t> Here; // structures of this line
    for (uint32_t I = First; I != None; I = Uses[I].Next) {
      const Use &U = Uses[I];
      uint64_t Contested = contested(U, First);
      if (Contested == 0)
        continue;
      Sum &S = Sums[U.Structure];
      S.Its.Contested += Contested;
      if (std::ranges::find(S.Threads, U.Thread) == S.Threads.end())
        S.Threads.push_back(U.Thread);
      if (std::ranges::find(Here, U.Structure) == Here.end()) {
        Here.push_back(U.Structure);
        ++S.Its.Lines;
      }
    }
  }
  std::vector<SharingHint> Result;
  for (auto &[Structure, S] : Sums) {
    S.Its.Structure = StructureId(Structure);
    S.Its.Sampled = Sampled[Structure];
    S.Its.Threads = S.Threads.size();
    Result.push_back(S.Its);
  }
  return Result;
}

} // namespace memfacet
