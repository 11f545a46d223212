//===- Curves.h - miss curves of a stream ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ExactCurves finds the reuse distance of every touch. SpatialCurves uses
// touches of chosen lines only (SpatialTable.h). Both simulate private caches,
// one for each thread, and a shared cache.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_REUSE_CURVES_H
#define MEMFACET_GAUGES_REUSE_CURVES_H

#include "analysis/gauges/reuse/ReuseStack.h"
#include "analysis/gauges/reuse/SpatialTable.h"
#include "analysis/result/profile/MissCurves.h"
#include "analysis/support/Ids.h"
#include <functional>
#include <map>
#include <optional>

namespace memfacet::gauges {

/// Keeps an \p Engine, which follows a stream of touches, for each thread, as
/// private caches do, and one for all threads together. While there is only one
/// thread both are the same, and work is done once.
///
/// As with simulated caches, the engine of a thread is emptied when the thread
/// ends. What the thread does after its end goes to an engine that is emptied
/// at each switch to another thread.
template <typename Engine> class ByScope {
public:
  struct Actions {
    std::function<Engine(ThreadId)> Make;
    /// Called when the engine for all threads is separated from that of the
    /// first thread.
    std::function<void()> Split;
    /// Called when the engine of a thread is removed.
    std::function<void(Engine &)> Retire;
  };

  explicit ByScope(Actions Hooks) : Hooks(std::move(Hooks)) {}

  /// Returns the engine of \p Thread, whose touches come next.
  Engine &enter(ThreadId Thread) {
    if (Current != Thread && CurrentEnded)
      retire(Current);
    CurrentEnded = CurrentEnded && Current == Thread;
    Current = Thread;
    auto Found = PerThread.find(Thread.Value);
    if (Found != PerThread.end())
      return Found->second;
    if (!PerThread.empty())
      split();
    CurrentEnded = Ended.contains(Thread.Value);
    return PerThread.try_emplace(Thread.Value, Hooks.Make(Thread))
        .first->second;
  }
  void threadEnded(ThreadId Thread) {
    Ended.insert_or_assign(Thread.Value, true);
    retire(Thread);
  }
  /// Returns the engine for all threads. Null: it is the engine of the only
  /// thread.
  Engine *shared() { return Shared ? &*Shared : nullptr; }

  template <typename Visitor> void forEach(Visitor Visit) {
    for (auto &[Thread, ThreadEngine] : PerThread)
      Visit(ThreadEngine);
    if (Shared)
      Visit(*Shared);
  }

private:
  void split() {
    if (Shared)
      return;
    Hooks.Split();
    Shared.emplace(PerThread.begin()->second);
  }
  void retire(ThreadId Thread) {
    auto Found = PerThread.find(Thread.Value);
    if (Found == PerThread.end())
      return;
    // The shared cache keeps what the thread brought into it.
    split();
    Hooks.Retire(Found->second);
    PerThread.erase(Found);
    CurrentEnded = CurrentEnded && Current != Thread;
  }

  Actions Hooks;
  std::map<uint32_t, Engine> PerThread; ///< by thread
  std::optional<Engine> Shared;
  std::map<uint32_t, bool> Ended;
  ThreadId Current;
  bool CurrentEnded = false; ///< Current had ended before it was entered
};

/// The stacks of private caches and of a shared one, with a table for each
/// kind. Not synchronised: one thread at a time.
template <typename Table> class StacksByScope {
public:
  StacksByScope()
      : Stacks({[](ThreadId) { return ReuseStack(); },
                [this] { Shared = Private; }, [](ReuseStack &) {}}) {}
  StacksByScope(const StacksByScope &) = delete;
  StacksByScope &operator=(const StacksByScope &) = delete;

  /// Takes touches of \p Thread, with owners below \p Structures.
  void touch(ThreadId Thread, const Touches &T, size_t Structures) {
    forEachTable([&](Table &Target) { Target.resize(Structures); });
    Stacks.enter(Thread).touch(T, Counting ? Private : NotCounted);
    if (ReuseStack *All = Stacks.shared())
      All->touch(T, Counting ? Shared : NotCounted);
  }
  void threadEnded(ThreadId Thread) { Stacks.threadEnded(Thread); }
  /// Switches counting off, or on again. All touches are followed in any case.
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() {
    Private.clear();
    Shared.clear();
  }
  const Table &tableOf(result::CurveScope Scope) {
    return Scope == result::CurveScope::Shared && Stacks.shared() ? Shared
                                                                  : Private;
  }
  template <typename Visitor> void forEachTable(Visitor Visit) {
    for (Table *Target : {&Private, &Shared, &NotCounted})
      Visit(*Target);
  }
  template <typename Visitor> void forEachStack(Visitor Visit) {
    Stacks.forEach(Visit);
  }

private:
  Table Private, Shared, NotCounted;
  ByScope<ReuseStack> Stacks;
  bool Counting = true;
};

/// The reuse distances of all touches.
class ExactCurves : public StacksByScope<DistanceTable> {
public:
  void fill(result::MissCurves &Curves);
};

/// The reuse distances among chosen lines.
class SpatialCurves : public StacksByScope<SpatialTable> {
public:
  /// Says that, from here on, touches are only of chosen lines, one in
  /// 2^\p More and no more than before.
  void choose(unsigned More);
  unsigned bits() const { return Bits; }

private:
  unsigned Bits = 0;
};

} // namespace memfacet::gauges

#endif
