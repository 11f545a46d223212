//===- ReferenceCore.h - a core, cycle by cycle ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/core-model.md as a slow program: in each cycle, it checks each
// operation that has not left, and each access. It shares only the parameters
// with core/Pipeline.cpp.
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

/// Stall cycles by what they are charged to: structure (or a constant of
/// Blame), site.
using StallTable = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

class ReferenceCore {
public:
  ReferenceCore(const CoreModel &Model, unsigned Levels, uint32_t LineBytes,
                const std::vector<CoreStep> &Program)
      : M(Model), Levels(Levels), LineBytes(LineBytes), Program(Program),
        Ops(Program.size()) {
    plan();
    for (Cycle = 0; Left != Ops.size(); ++Cycle)
      cycle();
  }

  uint64_t cycles() const { return Cycle; }
  uint64_t busy() const { return Busy; }
  StallTable stalls() const {
    StallTable Result;
    for (const auto &[Op, Cause] : Idle) {
      Blame Charged = blame(Op, Cause);
      ++Result[{Charged.Structure, Charged.Site}];
    }
    return Result;
  }

private:
  using Time = std::optional<uint64_t>;
  static constexpr size_t None = ~size_t(0);
  static constexpr uint64_t Slots = 4096;

  struct Op {
    Time Entered, Issued, Finished, Left;
    std::vector<size_t> Reads, Writes; ///< accesses
    size_t QueueBefore = None;  ///< the store whose place in the queue it takes
    size_t RedirectedBy = None; ///< the last mispredicted branch before it
  };
  struct Request {
    const CoreAccess *A;
    size_t Operation;
    bool Waited;
    std::vector<size_t> Lines;  ///< accesses that fetch these lines
    std::vector<size_t> Stores; ///< operations that stored these words
    size_t MissBefore = None;   ///< the miss whose entry it takes
    Time Wanted, Start, Finished, LineEnd;
    uint64_t FromBeats = 0, ToBeats = 0; ///< that remain
  };
  enum Reason { Front, FirstFront, Inputs, Queue, OwnWork };

  // Finds who waits for whom, which follows from program order.
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
        // Later operations can read what this one writes.
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
        if (auto Entry = WordSlots.find(Byte / 8 % Slots);
            Entry != WordSlots.end() && Entry->second.first == Byte / 8)
          R.Stores.push_back(Entry->second.second);
      uint64_t Line = Byte / LineBytes;
      if (A.Result.Missed == 0 && !A.Perfect)
        if (auto Entry = LineSlots.find(Line % Slots);
            Entry != LineSlots.end() && Entry->second.first == Line)
          R.Lines.push_back(Entry->second.second);
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

  bool isReached(const Time &T) const { return T && *T <= Cycle; }
  Time frontOf(size_t I) const {
    // Find the latest of all redirections so far.
    uint64_t Latest = M.Penalty;
    for (size_t R = Ops[I].RedirectedBy; R != None; R = Ops[R].RedirectedBy) {
      if (!Ops[R].Finished)
        return std::nullopt;
      Latest = std::max(Latest, *Ops[R].Finished + M.Penalty);
    }
    return Latest;
  }
  /// Returns when the stores of \p I are in the first level.
  Time storedTime(size_t I) const {
    uint64_t Last = 0;
    for (size_t R : Ops[I].Writes) {
      if (!Requests[R].Finished)
        return std::nullopt;
      Last = std::max(Last, *Requests[R].Finished);
    }
    return Last;
  }
  Time queueFreeOf(size_t I) const {
    if (Ops[I].QueueBefore == None)
      return 0;
    Time T = storedTime(Ops[I].QueueBefore);
    return T ? Time(*T + 1) : T;
  }
  Time inputsOf(size_t I) const {
    uint64_t Last = 0;
    for (size_t P : Program[I].Inputs) {
      if (!Ops[P].Finished)
        return std::nullopt;
      Last = std::max(Last, *Ops[P].Finished);
    }
    return Last;
  }

  void cycle() {
    enter();
    size_t OldLeft = Left;
    if (M.InOrder) {
      issueInOrder();
    } else {
      leaveWindow();
      issueOldestFirst();
    }
    account(OldLeft);
    requests();
    channel();
    for (Request &R : Requests)
      finish(R);
    for (size_t I = FirstUndone; I != Entered; ++I)
      finish(I);
    while (FirstUndone != Entered && Ops[FirstUndone].Finished)
      ++FirstUndone;
  }

  void enter() {
    for (uint32_t N = 0; N != M.Width && Entered != Ops.size(); ++N) {
      Op &O = Ops[Entered];
      bool Room = M.InOrder || Entered < M.Window ||
                  (Ops[Entered - M.Window].Left &&
                   *Ops[Entered - M.Window].Left < Cycle);
      if (!Room || !isReached(frontOf(Entered)) ||
          !isReached(queueFreeOf(Entered)))
        return;
      O.Entered = Cycle;
      ++Entered;
    }
  }

  void leaveWindow() {
    for (uint32_t N = 0; N != M.Width && Left != Entered; ++N) {
      if (!isReached(Ops[Left].Finished))
        return;
      Ops[Left].Left = Cycle;
      for (size_t R : Ops[Left].Writes)
        Requests[R].Wanted = Cycle;
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
        return false; // operations use dividers in order
      if (!O.Issued)
        continue;
      uint64_t End =
          *O.Issued +
          (isPipelined(Kind) ? 1 : M.Latency[size_t(Program[J].Class)]);
      Busy += Cycle < End;
    }
    return Busy < Units;
  }

  void issue(size_t I) {
    Ops[I].Issued = Cycle;
    for (size_t R : Ops[I].Reads)
      Requests[R].Wanted = Cycle;
  }

  void issueOldestFirst() {
    for (size_t I = Left; I != Entered; ++I)
      if (!Ops[I].Issued && *Ops[I].Entered < Cycle && isReached(inputsOf(I)) &&
          unitFree(I))
        issue(I);
  }

  void issueInOrder() {
    for (uint32_t N = 0; N != M.Width && Left != Entered; ++N) {
      if (!isReached(inputsOf(Left)) || !unitFree(Left))
        return;
      issue(Left);
      Ops[Left].Left = Cycle;
      ++Left;
    }
  }

  void account(size_t OldLeft) {
    if (Left != OldLeft) {
      ++Busy;
      return;
    }
    if (Left == Ops.size())
      return;
    Reason Cause = OwnWork;
    if (!isReached(frontOf(Left)))
      Cause = Ops[Left].RedirectedBy == None ? FirstFront : Front;
    else if (M.InOrder && !isReached(inputsOf(Left)))
      Cause = Inputs;
    else if (!isReached(queueFreeOf(Left)))
      Cause = Queue;
    Idle.push_back({Left, Cause});
  }

  void requests() {
    for (Request &R : Requests) {
      if (R.Start || !isReached(R.Wanted))
        continue;
      bool Ready = true;
      for (size_t S : R.Stores)
        Ready &= isReached(Ops[S].Finished);
      if (R.MissBefore != None)
        Ready &= isReached(Requests[R.MissBefore].Finished);
      if (!Ready)
        continue;
      R.Start = Cycle + (R.A->Perfect ? 0 : R.A->Result.TlbMissed * M.TlbMiss);
      R.FromBeats = uint64_t(R.A->Result.FromMemory) * M.Line;
      R.ToBeats = uint64_t(R.A->Result.ToMemory) * M.Line;
    }
  }

  void channel() {
    for (Request &R : Requests) {
      if (!isReached(R.Start) || R.FromBeats + R.ToBeats == 0)
        continue;
      if (R.FromBeats == 0) {
        --R.ToBeats;
      } else if (--R.FromBeats == 0) {
        R.LineEnd = Cycle + 1;
      }
      return;
    }
  }

  void finish(Request &R) {
    if (R.Finished || !R.Start)
      return;
    const CoreAccess &A = *R.A;
    if (A.Perfect) {
      R.Finished = *R.Start + 1;
      return;
    }
    bool Memory = A.Result.Missed >= Levels;
    uint64_t End = *R.Start + (Memory ? M.Memory : M.Levels[A.Result.Missed]);
    if (Memory && M.Line != 0 && A.Result.FromMemory != 0) {
      if (!R.LineEnd)
        return;
      End = *R.LineEnd - M.Line + M.Memory;
    }
    End += ends(A)[1] / LineBytes - ends(A)[0] / LineBytes;
    for (size_t L : R.Lines) {
      if (!Requests[L].Finished)
        return;
      End = std::max(End, *Requests[L].Finished);
    }
    R.Finished = End;
  }

  void finish(size_t I) {
    Op &O = Ops[I];
    if (O.Finished || !O.Issued)
      return;
    uint64_t End = *O.Issued + M.Latency[size_t(Program[I].Class)];
    for (size_t R : O.Reads) {
      if (!Requests[R].Finished)
        return;
      End = std::max(End, *Requests[R].Finished);
    }
    O.Finished = End;
    if (M.InOrder)
      for (size_t R : O.Writes)
        Requests[R].Wanted = End;
  }

  Blame lastOf(const std::vector<size_t> &List) const {
    size_t Last = List.front();
    for (size_t R : List)
      if (*Requests[R].Finished > *Requests[Last].Finished)
        Last = R;
    return Requests[Last].A->Origin;
  }

  /// Returns the structure that the result of \p I waited for last.
  Blame resultOf(size_t I) const {
    return Ops[I].Reads.empty() ? Blame() : lastOf(Ops[I].Reads);
  }

  Blame blame(size_t I, Reason Cause) const {
    switch (Cause) {
    case FirstFront:
      return {Blame::Start, 0};
    case Front:
      return {Blame::Branches, 0};
    case Queue:
      return lastOf(Ops[Ops[I].QueueBefore].Writes);
    case Inputs: {
      size_t Last = Program[I].Inputs.front();
      for (size_t P : Program[I].Inputs)
        if (*Ops[P].Finished > *Ops[Last].Finished)
          Last = P;
      return resultOf(Last);
    }
    case OwnWork:
      break;
    }
    if (M.InOrder)
      return {};
    if (!Ops[I].Reads.empty())
      return resultOf(I);
    return Program[I].Accesses.empty() ? Blame()
                                       : Program[I].Accesses.front().Origin;
  }

  const CoreModel &M;
  unsigned Levels, LineBytes;
  const std::vector<CoreStep> &Program;
  std::vector<Op> Ops;
  std::vector<Request> Requests;
  uint64_t Cycle = 0, Busy = 0, Entered = 0, Left = 0, FirstUndone = 0;
  std::vector<std::pair<size_t, Reason>> Idle; ///< by cycle: operation, reason
};

} // namespace memfacet::test

#endif
