//===- TraceRules.cpp - what holds for every trace ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/TraceRules.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <map>

namespace memfacet::check {

namespace {

using Base = TraceRule;

class CompleteRule final : public TraceRule {
public:
  using Base::Base;
  void finish() override {
    V.expect(F.Unreadable.empty(), "{}", F.Unreadable);
    V.expect(!F.Loss.Truncated, "{}", F.Loss.TruncatedWhy);
  }
};

class WordsRule final : public TraceRule {
public:
  using Base::Base;
  void finish() override {
    if (!F.isLossy() && F.Loss.UnknownWords == 0)
      V.equal(F.UnknownWords, 0, "words of no record");
  }
};

class ProgramRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Program) {
      V.expect(E.Thread.Value == 0, "thread {} names the program",
               E.Thread.Value);
      ++Programs;
    } else if (E.Thread.Value == 0) {
      V.expect(Programs != 0 || OtherEvents++ != 0,
               "the main thread begins with another event than Program");
    }
  }
  void finish() override {
    if (F.Unreadable.empty() && !F.isLossy())
      V.equal(Programs, 1, "programs");
  }

private:
  uint64_t Programs = 0, OtherEvents = 0;
};

class StartRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadStart)
      V.expect(!F.Started.contains(E.Thread.Value), "thread {} starts twice",
               E.Thread.Value);
  }
  void record(ThreadId Thread, std::span<const uint64_t>) override {
    if (!F.Loss.LostChunks && !F.IsImported)
      V.expect(F.Started.contains(Thread.Value),
               "thread {} records before its start", Thread.Value);
  }
};

class CreatorRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadCreate)
      Created[E.Argument] = E.Thread.Value;
    if (E.Kind != EventKind::ThreadStart || E.Thread.Value == 0 || F.IsImported)
      return;
    V.expect(F.Started.contains(E.Argument),
             "thread {} was created by thread {}, which has not started",
             E.Thread.Value, E.Argument);
    auto It = Created.find(E.Thread.Value);
    if (It != Created.end())
      V.equal(E.Argument, It->second, "creator of thread {}", E.Thread.Value);
  }

private:
  std::map<uint32_t, uint32_t> Created;
};

class EndRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd && !F.IsImported)
      V.expect(F.Started.contains(E.Thread.Value) &&
                   !F.Ended.contains(E.Thread.Value),
               "thread {} ends before its start, or twice", E.Thread.Value);
  }
};

class JoinRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadJoin)
      V.expect(F.Ended.contains(E.Argument),
               "thread {} is joined before its end", E.Argument);
  }
};

class OrderRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (!isOrdered(E.Kind))
      return;
    V.expect(E.Order > Last, "number {} comes after number {}", E.Order, Last);
    Last = std::max(Last, E.Order);
  }

private:
  uint64_t Last = 0;
};

class GapRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (!isOrdered(E.Kind))
      return;
    ++OrderedEvents;
    Last = std::max(Last, E.Order);
  }
  void finish() override {
    // Numbers begin at 1.
    if (OrderedEvents != 0 && !F.Loss.Truncated && F.Loss.LostChunks == 0)
      V.atMost(Last, OrderedEvents + F.Loss.LostOrderNumbers,
               "the last order number");
  }

private:
  uint64_t OrderedEvents = 0, Last = 0;
};

class SiteRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    constexpr size_t FirstContext = 4;
    if (E.Kind != EventKind::Alloc || E.Payload.size() <= FirstContext)
      return;
    std::span<const uint64_t> Contexts = E.Payload.subspan(FirstContext);
    V.atMost(Contexts.size(), MaxContexts, "calls in progress at {:#x}",
             E.Payload[0]);
    for (uint64_t Each : Contexts)
      V.expect(F.Modules.allocation(Each) != nullptr,
               "{:#x} is no call in the tables", Each);
  }
};

class ModuleRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Module) {
      auto &Ranges = Loaded[E.Argument];
      Ranges.clear();
      for (size_t T = 0; T != TableCount; ++T)
        Ranges.emplace_back(E.Payload[1 + 2 * T], E.Payload[2 + 2 * T]);
    }
    if (E.Kind != EventKind::TableData)
      return;
    auto Found = Loaded.find(E.Argument);
    V.expect(Found != Loaded.end(), "bytes of module {}, which is not there",
             E.Argument);
    if (Found == Loaded.end())
      return;
    uint64_t Begin = E.Payload[0], End = Begin + E.Payload[1];
    V.expect(std::ranges::any_of(Found->second,
                                 [&](const auto &Range) {
                                   return Begin >= Range.first &&
                                          End <= Range.second;
                                 }),
             "bytes at {:#x} lie in no table of module {}", Begin, E.Argument);
  }
  void finish() override {
    for (const auto &[Number, Ranges] : Loaded)
      V.expect(F.isLossy() || F.Builder.module(Number) != nullptr,
               "the tables of module {} are not complete", Number);
  }

private:
  std::map<uint32_t, std::vector<std::pair<uint64_t, uint64_t>>> Loaded;
};

class UnloadRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Module)
      Loaded.insert(E.Argument);
    if (E.Kind == EventKind::ModuleUnload)
      V.expect(Loaded.erase(E.Argument) != 0,
               "module {} is unloaded and was not there", E.Argument);
  }

private:
  std::set<uint32_t> Loaded;
};

class RangeRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    switch (E.Kind) {
    case EventKind::ThreadStart:
      V.expect(E.Payload[0] < E.Payload[1] || E.Payload[1] == 0,
               "the stack of thread {} is from {:#x} to {:#x}", E.Thread.Value,
               E.Payload[0], E.Payload[1]);
      break;
    case EventKind::Mapping:
    case EventKind::Unmap:
      V.expect(E.Payload[0] < E.Payload[1], "a mapping from {:#x} to {:#x}",
               E.Payload[0], E.Payload[1]);
      break;
    case EventKind::Alloc:
    case EventKind::MarkBegin:
      V.expect(E.Payload[0] + E.Payload[1] >= E.Payload[0],
               "{} bytes at {:#x} go around", E.Payload[1], E.Payload[0]);
      break;
    default:
      break;
    }
  }
};

class NameRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    size_t Index = 0;
    switch (E.Kind) {
    case EventKind::Phase:
      Index = 0;
      break;
    case EventKind::Rename:
      Index = 1;
      break;
    case EventKind::MarkBegin:
      Index = 3;
      break;
    default:
      return;
    }
    MEMFACET_CHECK(Index < E.Payload.size(),
                   "recordWords counts the words before the name");
    V.atMost(E.Payload[Index], MaxNameBytes, "bytes of a name of thread {}",
             E.Thread.Value);
    V.atMost(E.Payload[Index],
             (E.Payload.size() - Index - 1) * sizeof(E.Payload[0]),
             "bytes of a name in an event of thread {}", E.Thread.Value);
  }
};

class KindRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    switch (E.Kind) {
    case EventKind::Alloc:
      V.atMost(E.Argument, uint32_t(AllocationKind::Map), "allocation's kind");
      break;
    case EventKind::Mapping:
      V.atMost(E.Payload[2], uint64_t(MappingKind::File), "mapping's kind");
      break;
    case EventKind::Release:
    case EventKind::Acquire:
      V.atMost(E.Argument, uint32_t(SyncKind::TaskWait), "lock's kind");
      break;
    case EventKind::Stall:
      V.atMost(E.Argument, uint32_t(StallKind::TeamLock), "wait's kind");
      break;
    case EventKind::MarkBegin:
      V.atMost(E.Argument, uint32_t(MarkKind::Region), "mark's kind");
      break;
    default:
      break;
    }
  }
};

class StallRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::Stall) {
      V.expect(E.Payload[1] >= StallTicks, "a wait of {} ticks in thread {}",
               E.Payload[1], E.Thread.Value);
      V.expect(Stamped.contains(E.Thread.Value),
               "no time stamp before a wait of thread {}", E.Thread.Value);
    }
    if (E.Kind == EventKind::Tick)
      Stamped.insert(E.Thread.Value);
    else
      Stamped.erase(E.Thread.Value);
  }
  void record(ThreadId Thread, std::span<const uint64_t>) override {
    Stamped.erase(Thread.Value);
  }

private:
  std::set<uint32_t> Stamped; ///< threads whose last record is a Tick
};

class CounterRule final : public TraceRule {
public:
  using Base::Base;
  void event(const decode::Event &E) override {
    if (E.Kind != EventKind::Counts)
      return;
    V.expect(F.Builder.module(E.Argument) != nullptr,
             "counters of module {}, which is not there", E.Argument);
    V.expect(F.Started.contains(countsThread(E.Payload[0])),
             "counters of thread {}, which has not started",
             countsThread(E.Payload[0]));
  }
};

class WholeRule final : public TraceRule {
public:
  using Base::Base;
  void record(ThreadId Thread, std::span<const uint64_t> Words) override {
    V.expect(!isSelected(Words[0]), "a selected record in thread {}",
             Thread.Value);
  }
};

} // namespace

#define MEMFACET_MAKE(Class, ...)                                              \
  std::unique_ptr<TraceRule> make##Class(const TraceFacts &F,                  \
                                         Comparisons &V) {                     \
    return std::make_unique<Class>(F, V);                                      \
  }
MEMFACET_THREAD_RULES(MEMFACET_MAKE)
MEMFACET_EVENT_RULES(MEMFACET_MAKE)
#undef MEMFACET_MAKE

} // namespace memfacet::check
