//===- CoreThread.cpp - the runs of one thread on a core ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/CoreThread.h"
#include <algorithm>
#include <utility>

namespace memfacet::core {

void Activations::call(std::vector<CoreValue> NewArguments, uint32_t Result) {
  Arguments = std::move(NewArguments);
  Frames.back().Awaited = Result;
}

void Activations::push(const decode::RunCode &Run) {
  if (Frames.size() == MostFrames || Values.size() > MostValues) {
    Frames.clear();
    Values.clear();
  }
  Frames.push_back({Run.Function, Values.size()});
  Values.resize(Values.size() + Run.Values);
}

void Activations::pop() {
  Values.resize(Frames.back().FirstValue);
  Frames.pop_back();
}

void Activations::begin(const decode::RunCode &Run) {
  if (Run.EntersFunction) {
    push(Run);
    size_t Known = std::min<size_t>(Arguments.size(), Run.Values);
    std::copy_n(Arguments.begin(), Known, Values.end() - Run.Values);
  } else {
    while (!Frames.empty() && Frames.back().Function != Run.Function)
      pop();
    if (Frames.empty())
      push(Run);
    // Other code may have been loaded in place of the function.
    size_t Needed = Frames.back().FirstValue + Run.Values;
    if (Values.size() < Needed)
      Values.resize(Needed);
  }
  Arguments.clear();
}

void Activations::leave(const CoreValue *Result) {
  pop();
  if (Frames.empty())
    return;
  uint32_t Awaited =
      std::exchange(Frames.back().Awaited, decode::RunOperation::NoNumber);
  if (Result && Awaited != decode::RunOperation::NoNumber)
    value(Awaited) = *Result;
}

void CoreThread::stalled(const Blame &Cause, uint64_t Cycles) {
  if (!Counting)
    return;
  switch (Cause.Structure) {
  case Blame::Computation:
    Counts.Computation += Cycles;
    break;
  case Blame::Branches:
    Counts.Branches += Cycles;
    break;
  case Blame::Start:
    Counts.Start += Cycles;
    break;
  default:
    Counts.Stalls[{Cause.Site, Cause.Structure}] += Cycles;
    if (Counts.Recent.size() <= Cause.Structure)
      Counts.Recent.resize(Cause.Structure + 1);
    if (Cycles != 0 && Counts.Recent[Cause.Structure] == 0)
      Counts.RecentlyStalled.push_back(Cause.Structure);
    Counts.Recent[Cause.Structure] += Cycles;
  }
}

CoreValue CoreThread::inputOf(const decode::RunInput &Input) {
  switch (Input.Source) {
  case decode::RunInput::InRun:
    return Results[Input.Number];
  case decode::RunInput::OfFunction:
    return Functions.value(Input.Number);
  default:
    return {};
  }
}

CoreValue CoreThread::lastInput(const decode::RunCode &Run,
                                const decode::RunOperation &O) {
  CoreValue Last;
  for (const decode::RunInput &I : Run.inputs(O))
    if (CoreValue V = inputOf(I); V.Ready > Last.Ready)
      Last = V;
  return Last;
}

/// Executes all phis at once: each takes the values from before.
void CoreThread::executePhis(const decode::RunCode &Run) {
  size_t Predecessor = 0;
  while (Predecessor != Run.Predecessors.size() &&
         Run.Predecessors[Predecessor] != Functions.lastRun())
    ++Predecessor;
  uint32_t Count = 0;
  for (const decode::RunOperation &O : Run.Operations) {
    if (O.Class != OperationClass::Phi)
      break;
    Results[Count++] = Predecessor < O.Inputs
                           ? inputOf(Run.inputs(O)[Predecessor])
                           : CoreValue();
  }
  for (uint32_t I = 0; I != Count; ++I)
    if (uint32_t Number = Run.Operations[I].Number;
        Number != decode::RunOperation::NoNumber)
      Functions.value(Number) = Results[I];
}

CoreValue CoreThread::step(const PipelineOperation &O) {
  uint64_t Cycles = Timing.cycles(), Busy = Timing.busyCycles();
  CoreValue Result = Timing.execute(O);
  if (Counting) {
    ++Counts.Operations;
    Counts.Cycles += Timing.cycles() - Cycles;
    Counts.Busy += Timing.busyCycles() - Busy;
  }
  return Result;
}

bool CoreThread::mispredicted(const decode::RunCode &Run,
                              const decode::RunOperation &O,
                              const decode::RunCode *Next) {
  bool IsBranch = O.Class == OperationClass::Branch;
  if (!IsBranch && O.Class != OperationClass::Switch)
    return false;
  // A signal handler may run next, or the program may end.
  if (!Next || Next->Function != Run.Function || Next->EntersFunction)
    return false;
  bool IsTaken = int64_t(Next->Ordinal) == Run.TakenOrdinal;
  if (IsBranch && !IsTaken && int64_t(Next->Ordinal) != Run.NotTakenOrdinal)
    return false;
  bool Right = IsBranch ? Predictor.branch(Run.Id, IsTaken)
                        : Predictor.jump(Run.Id, Next->Ordinal);
  if (Counting) {
    ++Counts.Predicted;
    Counts.Mispredicted += !Right;
  }
  return !Right;
}

void CoreThread::executeOperation(const decode::RunCode &Run, uint32_t Index,
                                  std::span<const CoreAccess> Accesses,
                                  const decode::RunCode *Next) {
  const decode::RunOperation &O = Run.Operations[Index];
  if (O.Class == OperationClass::Phi)
    return;
  CoreValue Inputs = lastInput(Run, O);
  Results[Index] = Inputs;
  if (O.Class != OperationClass::Copy || !Accesses.empty())
    Results[Index] = step({isFree(O.Class) ? OperationClass::Other : O.Class,
                           Inputs, Accesses, mispredicted(Run, O, Next)});
  if (O.Class == OperationClass::Call ||
      O.Class == OperationClass::IndirectCall)
    call(Run, O);
  if (O.Number != decode::RunOperation::NoNumber)
    Functions.value(O.Number) = Results[Index];
}

void CoreThread::call(const decode::RunCode &Run,
                      const decode::RunOperation &O) {
  std::vector<CoreValue> Arguments;
  for (const decode::RunInput &I : Run.inputs(O))
    Arguments.push_back(inputOf(I));
  if (O.Class == OperationClass::IndirectCall && !Arguments.empty())
    Arguments.erase(Arguments.begin());
  Functions.call(std::move(Arguments), O.Number);
}

/// The most instructions that are executed of a run without operations. Sound
/// traces need fewer: the tables of programs list the operations, and imported
/// traces have one instruction for each run.
static constexpr uint32_t MostUnknown = 4096;

/// Executes instructions and accesses for which the tables have no operations.
void CoreThread::executeUnknown(const decode::RunCode &Run,
                                std::span<const CoreAccess> Accesses) {
  if (Run.Operations.empty())
    for (uint32_t I = uint32_t(Accesses.size()),
                  End = std::min(Run.Instructions, MostUnknown);
         I < End; ++I)
      step({OperationClass::IntAlu});
  for (const CoreAccess &A : Accesses)
    step({A.Write ? OperationClass::Store : OperationClass::Load, {}, {&A, 1}});
}

void CoreThread::execute(const decode::RunCode &Run,
                         std::span<const CoreAccess> Accesses,
                         const decode::RunCode *Next, uint32_t Interval) {
  uint64_t OldCycles = Counts.Cycles;
  Functions.begin(Run);
  Results.assign(Run.Operations.size(), {});
  executePhis(Run);
  for (uint32_t I = 0; I != Run.Operations.size(); ++I) {
    const decode::RunOperation &O = Run.Operations[I];
    uint32_t End = Run.FirstSite + O.FirstSite + O.Sites;
    size_t AccessCount = 0;
    while (AccessCount != Accesses.size() &&
           Accesses[AccessCount].Origin.Site < End)
      ++AccessCount;
    executeOperation(Run, I, Accesses.first(AccessCount), Next);
    Accesses = Accesses.subspan(AccessCount);
  }
  executeUnknown(Run, Accesses);
  Functions.end(Run);
  if (!Run.Operations.empty() &&
      Run.Operations.back().Class == OperationClass::Return) {
    const decode::RunOperation &O = Run.Operations.back();
    CoreValue Result = lastInput(Run, O);
    Functions.leave(O.Inputs ? &Result : nullptr);
  }
  if (!Counting)
    return;
  Counts.Instructions += Run.Instructions;
  if (Counts.Cycles == OldCycles)
    return;
  if (Counts.Intervals.empty() || Counts.Intervals.back().first != Interval)
    Counts.Intervals.push_back({Interval, 0});
  Counts.Intervals.back().second += Counts.Cycles - OldCycles;
}

} // namespace memfacet::core
