//===- ReferenceCore.h - a core, cycle by cycle ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of docs/internals/core-model.md as a slow program: each cycle, it
// looks at each operation that was fetched and has not left, and at each
// access. It shares the parameters alone with core/Pipeline.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCECORE_H
#define MEMFACET_TEST_SUPPORT_REFERENCECORE_H

#include "analysis/core/Pipeline.h"
#include "test/support/Wings.h"
#include <map>
#include <optional>
#include <vector>

namespace memfacet::test {

/// An operation of a program without loops.
struct CoreStep {
  OperationClass Class = OperationClass::IntAlu;
  std::vector<size_t> Inputs = {}; ///< earlier operations
  std::vector<CoreAccess> Accesses = {};
  bool Mispredicted = false;
};

/// Stall cycles by whom they are charged to: structure (or one of Blame's
/// words), site.
using StallTable = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

class ReferenceCore {
public:
  ReferenceCore(const CoreModel &Model, unsigned Levels, uint32_t LineBytes,
                const std::vector<CoreStep> &Program)
      : M(Model), Levels(Levels), LineBytes(LineBytes), Program(Program),
        Ops(Program.size()) {
    plan();
    for (Now = 0; Left != Ops.size(); ++Now)
      cycle();
  }

  uint64_t cycles() const { return Now; }
  uint64_t busy() const { return Busy; }
  StallTable stalls() const {
    StallTable Result;
    for (const auto &[Op, Why] : Idle) {
      Blame By = blame(Op, Why);
      ++Result[{By.Structure, By.Site}];
    }
    return Result;
  }

private:
  using Time = std::optional<uint64_t>;
  static constexpr size_t None = ~size_t(0);
  static constexpr uint64_t Slots = 4096;

  struct Op {
    Time Entered, Issued, Done, Left;
    std::vector<size_t> Reads, Writes; ///< accesses
    size_t QueueBefore = None;         ///< the store whose place it takes
    size_t RedirectedBy = None;        ///< the last mispredicted one before
  };
  struct Request {
    const CoreAccess *A;
    size_t Of;
    bool Waited;
    std::vector<size_t> Lines;  ///< accesses that fetch its lines
    std::vector<size_t> Stores; ///< operations that stored its words
    size_t MissBefore = None;   ///< whose entry it takes
    Time Wanted, Start, Done, LineEnd;
    uint64_t FromBeats = 0, ToBeats = 0; ///< to come
  };
  enum Reason { Front, FirstFront, Inputs, Queue, Own };

  // Who waits for whom is a matter of program order.
  void plan() {
    std::map<uint64_t, std::pair<uint64_t, size_t>> LineSlots, WordSlots;
    std::vector<size_t> Missing, Storing;
    size_t Redirect = None;
    for (size_t I = 0; I != Program.size(); ++I) {
      const CoreStep &S = Program[I];
      Ops[I].RedirectedBy = Redirect;
      if (S.Mispredicted)
        Redirect = I;
      bool Atomic = S.Class == OperationClass::Atomic;
      for (bool Waited : {true, false}) {
        for (const CoreAccess &A : S.Accesses)
          if ((!A.Write || Atomic) == Waited)
            planAccess(I, A, Waited, LineSlots, WordSlots, Missing);
        // What it writes can be read by later operations.
        if (Waited)
          for (const CoreAccess &A : S.Accesses)
            for (uint64_t Byte : ends(A))
              if (A.Write)
                WordSlots[Byte / 8 % Slots] = {Byte / 8, I};
      }
      if (Ops[I].Writes.empty())
        continue;
      if (Storing.size() >= M.Stores)
        Ops[I].QueueBefore = Storing[Storing.size() - M.Stores];
      Storing.push_back(I);
    }
  }

  static std::array<uint64_t, 2> ends(const CoreAccess &A) {
    return {A.Address, A.Address + A.Size - 1};
  }

  template <typename Map>
  void planAccess(size_t I, const CoreAccess &A, bool Waited, Map &LineSlots,
                  Map &WordSlots, std::vector<size_t> &Missing) {
    size_t Id = Requests.size();
    Request R{&A, I, Waited, {}, {}, None, {}, {}, {}, {}, 0, 0};
    (Waited ? Ops[I].Reads : Ops[I].Writes).push_back(Id);
    for (uint64_t Byte : ends(A)) {
      if (Waited)
        if (auto It = WordSlots.find(Byte / 8 % Slots);
            It != WordSlots.end() && It->second.first == Byte / 8)
          R.Stores.push_back(It->second.second);
      uint64_t Line = Byte / LineBytes;
      if (A.Result.Missed == 0 && !A.Perfect)
        if (auto It = LineSlots.find(Line % Slots);
            It != LineSlots.end() && It->second.first == Line)
          R.Lines.push_back(It->second.second);
    }
    if (A.Result.Missed != 0 && !A.Perfect) {
      for (uint64_t Byte : ends(A))
        LineSlots[Byte / LineBytes % Slots] = {Byte / LineBytes, Id};
      if (Missing.size() >= M.Misses)
        R.MissBefore = Missing[Missing.size() - M.Misses];
      Missing.push_back(Id);
    }
    Requests.push_back(R);
  }

  bool by(const Time &T) const { return T && *T <= Now; }
  Time frontOf(size_t I) const {
    // The latest of all redirections so far.
    uint64_t Latest = M.Penalty;
    for (size_t R = Ops[I].RedirectedBy; R != None; R = Ops[R].RedirectedBy) {
      if (!Ops[R].Done)
        return std::nullopt;
      Latest = std::max(Latest, *Ops[R].Done + M.Penalty);
    }
    return Latest;
  }
  /// When the stores of \p I are in the first level.
  Time stored(size_t I) const {
    uint64_t Last = 0;
    for (size_t R : Ops[I].Writes) {
      if (!Requests[R].Done)
        return std::nullopt;
      Last = std::max(Last, *Requests[R].Done);
    }
    return Last;
  }
  Time queueFreeOf(size_t I) const {
    if (Ops[I].QueueBefore == None)
      return 0;
    Time T = stored(Ops[I].QueueBefore);
    return T ? Time(*T + 1) : T;
  }
  Time inputsOf(size_t I) const {
    uint64_t Last = 0;
    for (size_t P : Program[I].Inputs) {
      if (!Ops[P].Done)
        return std::nullopt;
      Last = std::max(Last, *Ops[P].Done);
    }
    return Last;
  }

  void cycle() {
    enter();
    size_t Before = Left;
    if (M.InOrder) {
      issueInOrder();
    } else {
      leaveWindow();
      issueOldestFirst();
    }
    account(Before);
    requests();
    channel();
    for (Request &R : Requests)
      finish(R);
    for (size_t I = FirstUndone; I != Entered; ++I)
      finish(I);
    while (FirstUndone != Entered && Ops[FirstUndone].Done)
      ++FirstUndone;
  }

  void enter() {
    for (uint32_t N = 0; N != M.Width && Entered != Ops.size(); ++N) {
      Op &O = Ops[Entered];
      bool Room =
          M.InOrder || Entered < M.Window ||
          (Ops[Entered - M.Window].Left && *Ops[Entered - M.Window].Left < Now);
      if (!Room || !by(frontOf(Entered)) || !by(queueFreeOf(Entered)))
        return;
      O.Entered = Now;
      ++Entered;
    }
  }

  void leaveWindow() {
    for (uint32_t N = 0; N != M.Width && Left != Entered; ++N) {
      if (!by(Ops[Left].Done))
        return;
      Ops[Left].Left = Now;
      for (size_t R : Ops[Left].Writes)
        Requests[R].Wanted = Now;
      ++Left;
    }
  }

  bool unitFree(size_t I) {
    UnitKind Kind = unitOf(Program[I].Class);
    uint32_t Units = M.Units[size_t(Kind)], Busy = 0;
    for (size_t J = 0; J != Entered; ++J) {
      if (J == I || unitOf(Program[J].Class) != Kind)
        continue;
      const Op &O = Ops[J];
      if (!isPipelined(Kind) && J < I && !O.Issued)
        return false; // dividers are used in order
      if (!O.Issued)
        continue;
      uint64_t Until =
          *O.Issued +
          (isPipelined(Kind) ? 1 : M.Latency[size_t(Program[J].Class)]);
      Busy += Now < Until;
    }
    return Busy < Units;
  }

  void issue(size_t I) {
    Ops[I].Issued = Now;
    for (size_t R : Ops[I].Reads)
      Requests[R].Wanted = Now;
  }

  void issueOldestFirst() {
    for (size_t I = Left; I != Entered; ++I)
      if (!Ops[I].Issued && *Ops[I].Entered < Now && by(inputsOf(I)) &&
          unitFree(I))
        issue(I);
  }

  void issueInOrder() {
    for (uint32_t N = 0; N != M.Width && Left != Entered; ++N) {
      if (!by(inputsOf(Left)) || !unitFree(Left))
        return;
      issue(Left);
      Ops[Left].Left = Now;
      ++Left;
    }
  }

  void account(size_t Before) {
    if (Left != Before) {
      ++Busy;
      return;
    }
    if (Left == Ops.size())
      return;
    Reason Why = Own;
    if (!by(frontOf(Left)))
      Why = Ops[Left].RedirectedBy == None ? FirstFront : Front;
    else if (M.InOrder && !by(inputsOf(Left)))
      Why = Inputs;
    else if (!by(queueFreeOf(Left)))
      Why = Queue;
    Idle.push_back({Left, Why});
  }

  void requests() {
    for (Request &R : Requests) {
      if (R.Start || !by(R.Wanted))
        continue;
      bool Ready = true;
      for (size_t S : R.Stores)
        Ready &= by(Ops[S].Done);
      if (R.MissBefore != None)
        Ready &= by(Requests[R.MissBefore].Done);
      if (!Ready)
        continue;
      R.Start = Now + (R.A->Perfect ? 0 : R.A->Result.TlbMissed * M.TlbMiss);
      R.FromBeats = uint64_t(R.A->Result.FromMemory) * M.Line;
      R.ToBeats = uint64_t(R.A->Result.ToMemory) * M.Line;
    }
  }

  void channel() {
    for (Request &R : Requests) {
      if (!by(R.Start) || R.FromBeats + R.ToBeats == 0)
        continue;
      if (R.FromBeats == 0) {
        --R.ToBeats;
      } else if (--R.FromBeats == 0) {
        R.LineEnd = Now + 1;
      }
      return;
    }
  }

  void finish(Request &R) {
    if (R.Done || !R.Start)
      return;
    const CoreAccess &A = *R.A;
    if (A.Perfect) {
      R.Done = *R.Start + 1;
      return;
    }
    bool Memory = A.Result.Missed >= Levels;
    uint64_t Done = *R.Start + (Memory ? M.Memory : M.Levels[A.Result.Missed]);
    if (Memory && M.Line != 0 && A.Result.FromMemory != 0) {
      if (!R.LineEnd)
        return;
      Done = *R.LineEnd - M.Line + M.Memory;
    }
    Done += ends(A)[1] / LineBytes - ends(A)[0] / LineBytes;
    for (size_t L : R.Lines) {
      if (!Requests[L].Done)
        return;
      Done = std::max(Done, *Requests[L].Done);
    }
    R.Done = Done;
  }

  void finish(size_t I) {
    Op &O = Ops[I];
    if (O.Done || !O.Issued)
      return;
    uint64_t Done = *O.Issued + M.Latency[size_t(Program[I].Class)];
    for (size_t R : O.Reads) {
      if (!Requests[R].Done)
        return;
      Done = std::max(Done, *Requests[R].Done);
    }
    O.Done = Done;
    if (M.InOrder)
      for (size_t R : O.Writes)
        Requests[R].Wanted = Done;
  }

  Blame lastOf(const std::vector<size_t> &List) const {
    size_t Last = List.front();
    for (size_t R : List)
      if (*Requests[R].Done > *Requests[Last].Done)
        Last = R;
    return Requests[Last].A->Of;
  }

  /// What the result of \p I came from.
  Blame resultOf(size_t I) const {
    return Ops[I].Reads.empty() ? Blame() : lastOf(Ops[I].Reads);
  }

  Blame blame(size_t I, Reason Why) const {
    switch (Why) {
    case FirstFront:
      return {Blame::Start, 0};
    case Front:
      return {Blame::Branches, 0};
    case Queue:
      return lastOf(Ops[Ops[I].QueueBefore].Writes);
    case Inputs: {
      size_t Last = Program[I].Inputs.front();
      for (size_t P : Program[I].Inputs)
        if (*Ops[P].Done > *Ops[Last].Done)
          Last = P;
      return resultOf(Last);
    }
    case Own:
      break;
    }
    if (M.InOrder)
      return {};
    if (!Ops[I].Reads.empty())
      return resultOf(I);
    return Program[I].Accesses.empty() ? Blame()
                                       : Program[I].Accesses.front().Of;
  }

  const CoreModel &M;
  unsigned Levels;
  uint32_t LineBytes;
  const std::vector<CoreStep> &Program;
  std::vector<Op> Ops;
  std::vector<Request> Requests;
  uint64_t Now = 0, Busy = 0;
  size_t Entered = 0, Left = 0, FirstUndone = 0;
  std::vector<std::pair<size_t, Reason>> Idle; ///< by cycle: who, why
};

} // namespace memfacet::test

#endif
