//===- ByScope.h - one for each thread, one for all -----------------------===//

#ifndef MEMFACET_REUSE_BYSCOPE_H
#define MEMFACET_REUSE_BYSCOPE_H

#include "analysis/support/Ids.h"
#include <functional>
#include <map>
#include <optional>

namespace memfacet {

/// What follows a stream of touches (\p Engine), once for each thread, as
/// private caches do, and once for all together. While there is one thread only
/// both are the same, and work is done once.
///
/// As with simulated caches, a thread's own goes cold when the thread ends, and
/// what it still does then goes cold at each switch to another.
template <typename Engine> class ByScope {
public:
  struct Actions {
    std::function<Engine(ThreadId)> Make;
    /// The one for all becomes another than the first thread's.
    std::function<void()> Split;
    /// A thread's own goes away.
    std::function<void(Engine &)> Retire;
  };

  explicit ByScope(Actions Do) : Do(std::move(Do)) {}

  /// That of \p Thread, whose touches come next.
  Engine &enter(ThreadId Thread) {
    if (Current != Thread && EndedNow)
      retire(Current);
    EndedNow = EndedNow && Current == Thread;
    Current = Thread;
    auto It = Own.find(Thread.Value);
    if (It != Own.end())
      return It->second;
    if (!Own.empty())
      split();
    EndedNow = Ended.contains(Thread.Value);
    return Own.try_emplace(Thread.Value, Do.Make(Thread)).first->second;
  }
  void ended(ThreadId Thread) {
    Ended.insert_or_assign(Thread.Value, true);
    retire(Thread);
  }
  /// Null: the only thread's own is that of all.
  Engine *shared() { return Shared ? &*Shared : nullptr; }

  template <typename Visitor> void forEach(Visitor Visit) {
    for (auto &[Thread, Its] : Own)
      Visit(Its);
    if (Shared)
      Visit(*Shared);
  }
  template <typename Visitor> void forEachOwn(Visitor Visit) {
    for (auto &[Thread, Its] : Own)
      Visit(Its);
  }

private:
  void split() {
    if (Shared)
      return;
    Do.Split();
    Shared.emplace(Own.begin()->second);
  }
  void retire(ThreadId Thread) {
    auto It = Own.find(Thread.Value);
    if (It == Own.end())
      return;
    // The others' cache keeps what the thread brought into it.
    split();
    Do.Retire(It->second);
    Own.erase(It);
    EndedNow = EndedNow && Current != Thread;
  }

  Actions Do;
  std::map<uint32_t, Engine> Own; ///< by thread
  std::optional<Engine> Shared;
  std::map<uint32_t, bool> Ended;
  ThreadId Current;
  bool EndedNow = false; ///< Current had ended before
};

} // namespace memfacet

#endif
