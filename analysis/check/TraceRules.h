//===- TraceRules.h - what holds for every trace --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of the words of a trace's events. What is computed from them is
// checked on the profile that the trace makes (Invariants.h). To add a rule: a
// row here, a class in TraceRules.cpp, a way to break it in test/unit/check,
// and `scripts/update-cli-doc`.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CHECK_TRACERULES_H
#define MEMFACET_CHECK_TRACERULES_H

#include "analysis/check/Comparisons.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/words/stream/Segment.h"
#include <memory>
#include <set>

namespace memfacet::check {

/// What rules know of the trace so far.
struct TraceFacts {
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder{Modules};
  std::set<uint32_t> Started, Ended; ///< threads
  uint64_t UnknownWords = 0;
  words::DataLoss Loss;   ///< complete when rules end
  std::string Unreadable; ///< why the trace could not be opened
  /// Whether no process of ours wrote the trace: threads of other tools have no
  /// start.
  bool IsImported = false;
  bool isLossy() const {
    return Loss.LostChunks != 0 || Loss.Truncated || Loss.LostOrderNumbers != 0;
  }
};

/// Sees a trace in its order.
class TraceRule {
public:
  explicit TraceRule(const TraceFacts &F, Comparisons &V) : F(F), V(V) {}
  virtual ~TraceRule() = default;
  /// Called before the facts have what \p E says.
  virtual void event(const decode::Event &E) { (void)E; }
  /// Called for a record of a block, or a selected one.
  virtual void record(ThreadId Thread, std::span<const uint64_t> Words) {
    (void)Thread, (void)Words;
  }
  virtual void finish() {}

protected:
  const TraceFacts &F;
  Comparisons &V;
};

struct TraceRuleRow {
  std::unique_ptr<TraceRule> (*Make)(const TraceFacts &F, Comparisons &V);
  const char *Name;
  const char *Says;
  const char *Requirement;
};

// The class of a rule, its name, what it says, what it needs.
#define MEMFACET_THREAD_RULES(X)                                               \
  X(CompleteRule, "trace-complete",                                            \
    "the file is a trace and ends with its end mark", "")                      \
  X(WordsRule, "trace-words", "each word belongs to a record that is known",   \
    "nothing was lost")                                                        \
  X(ProgramRule, "trace-program",                                              \
    "the trace is of one program, which the main thread names first", "")      \
  X(StartRule, "trace-starts",                                                 \
    "each thread begins once, with its start, before all it records",          \
    "not imported")                                                            \
  X(CreatorRule, "trace-creators",                                             \
    "a thread that starts was created by one that has started", "threads")     \
  X(EndRule, "trace-ends", "a thread ends at most once, after its start",      \
    "threads that end")                                                        \
  X(JoinRule, "trace-joins", "who is joined has ended", "joins")               \
  X(OrderRule, "trace-order",                                                  \
    "ordered events of all threads stand in the order of their numbers", "")   \
  X(GapRule, "trace-gaps",                                                     \
    "no order number is missing that the trace does not list as lost", "")

// HeapRules.cpp
#define MEMFACET_HEAP_RULES(X)                                                 \
  X(FreeRule, "trace-frees", "what is released was allocated and is alive",    \
    "the heap, nothing was lost")                                              \
  X(OverlapRule, "trace-overlaps",                                             \
    "no block of the heap overlaps one that is alive",                         \
    "the heap, nothing was lost")

// TraceRules.cpp
#define MEMFACET_EVENT_RULES(X)                                                \
  X(SiteRule, "trace-contexts",                                                \
    "the calls in progress of an allocation stand in the tables, and are at "  \
    "most eight",                                                              \
    "the heap")                                                                \
  X(ModuleRule, "trace-modules",                                               \
    "bytes of tables follow their object, lie in its tables and complete "     \
    "them",                                                                    \
    "")                                                                        \
  X(UnloadRule, "trace-unloads", "only an object that was loaded is unloaded", \
    "unloaded objects")                                                        \
  X(RangeRule, "trace-ranges",                                                 \
    "stacks, mappings and blocks end after where they begin", "")              \
  X(NameRule, "trace-names",                                                   \
    "names fit into their events and have at most 256 bytes", "annotations")   \
  X(KindRule, "trace-kinds",                                                   \
    "the kinds of allocations, mappings, locks and waits are known", "")       \
  X(StallRule, "trace-stalls",                                                 \
    "a wait took its time, and stands right after a time stamp", "waits")      \
  X(CounterRule, "trace-counters",                                             \
    "counters are of an object and a thread that are there", "counted blocks") \
  X(WholeRule, "trace-whole",                                                  \
    "no access was left out because its line was not chosen", "")

#define MEMFACET_TRACE_RULES(X)                                                \
  MEMFACET_THREAD_RULES(X)                                                     \
  MEMFACET_HEAP_RULES(X)                                                       \
  MEMFACET_EVENT_RULES(X)

#define MEMFACET_DECLARATION(Class, ...)                                       \
  std::unique_ptr<TraceRule> make##Class(const TraceFacts &F, Comparisons &V);
MEMFACET_TRACE_RULES(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION

#define MEMFACET_ROW(Class, ...) TraceRuleRow{make##Class, __VA_ARGS__},
inline constexpr TraceRuleRow TraceRules[] = {
    MEMFACET_TRACE_RULES(MEMFACET_ROW)};
#undef MEMFACET_ROW

} // namespace memfacet::check

#endif
