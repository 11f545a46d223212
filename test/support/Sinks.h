//===- Sinks.h - sinks that keep their input -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_SINKS_H
#define MEMFACET_TEST_SUPPORT_SINKS_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/SiteRanges.h"
#include "analysis/words/stream/Segment.h"
#include "test/support/Wings.h"
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace memfacet::test {

struct KeptSegment {
  uint32_t Thread;
  std::vector<uint64_t> Words;
  bool operator==(const KeptSegment &) const = default;
};

/// Keeps segments; neighbours of the same thread may be joined.
class SegmentKeeper final : public SegmentSink {
public:
  Status segment(const Segment &S) override {
    Segments.push_back({S.Thread.Value, {S.Words.begin(), S.Words.end()}});
    return {};
  }
  /// Returns the segments, with neighbours of the same thread joined.
  std::vector<KeptSegment> joined() const {
    std::vector<KeptSegment> Result;
    for (const KeptSegment &S : Segments)
      if (!Result.empty() && Result.back().Thread == S.Thread)
        Result.back().Words.insert(Result.back().Words.end(), S.Words.begin(),
                                   S.Words.end());
      else
        Result.push_back(S);
    return Result;
  }
  /// Returns all words of one thread.
  std::vector<uint64_t> wordsOf(uint32_t Thread) const {
    std::vector<uint64_t> Result;
    for (const KeptSegment &S : Segments)
      if (S.Thread == Thread)
        Result.insert(Result.end(), S.Words.begin(), S.Words.end());
    return Result;
  }

  std::vector<KeptSegment> Segments;
};

struct FailingSink final : SegmentSink {
  Status segment(const Segment &) override { return makeError("no more"); }
};

struct KeptAccess {
  uint32_t Thread, Interval;
  uint64_t Address;
  uint32_t Size, Site;
  bool Write = false;
  bool operator==(const KeptAccess &) const = default;
};

using KeptAccesses = std::vector<KeptAccess>;

/// A map by thread and interval.
template <typename T>
using ByInterval = std::map<std::pair<uint32_t, uint32_t>, T>;

inline std::ostream &operator<<(std::ostream &Out, const KeptAccess &A) {
  return Out << "{thread " << A.Thread << " interval " << A.Interval << " "
             << (A.Write ? "store " : "load ") << std::hex << A.Address
             << std::dec << " size " << A.Size << " site " << A.Site << "}";
}

struct KeptEvent {
  EventKind Kind;
  uint32_t Thread, Argument;
  uint64_t Order;
  std::vector<uint64_t> Payload;
  /// How many accesses came before it.
  size_t AccessesBefore;
  bool operator==(const KeptEvent &) const = default;
};

/// A mark of the stack.
struct KeptMark {
  uint32_t Site;
  SiteShape Shape;
  uint64_t Address, Bytes;
  /// How many accesses came before it.
  size_t AccessesBefore;
  bool operator==(const KeptMark &) const = default;
};

class BatchKeeper final : public BatchSink {
public:
  void batch(const AccessBatch &B) override {
    ++Batches;
    for (const StackMark &M : B.Marks)
      Marks.push_back(
          {M.Site, M.Shape, M.Address, M.Bytes, Accesses.size() + M.Position});
    for (size_t I = 0; I != B.OutsideCount; ++I)
      Unexpected.push_back(Accesses.size() + B.OutsideAccesses[I]);
    Instructions[{B.Thread.Value, B.Interval.Value}] += B.Instructions;
    Starts[{B.Thread.Value, B.Interval.Value}].insert(B.IntervalStart);
    ByProcess[{B.Thread.Value, B.Process.Value}] += B.Instructions;
    for (size_t I = 0; I != B.Count; ++I)
      Accesses.push_back({B.Thread.Value, B.Interval.Value, B.Address[I],
                          B.Info[I].size(), B.Info[I].site(),
                          B.Info[I].write()});
  }
  void event(const Event &E) override {
    Events.push_back({E.Kind,
                      E.Thread.Value,
                      E.Argument,
                      E.Order,
                      {E.Payload.begin(), E.Payload.end()},
                      Accesses.size()});
  }

  SiteRanges *ranges() override { return &Known; }
  bool wantsSync() override { return Sync; }
  void executed(ThreadId, IntervalId,
                std::span<const SiteExecutions> Sites) override {
    for (const SiteExecutions &E : Sites)
      for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site)
        Executions[Site] += E.Executions;
  }

  bool Sync = false; ///< must be set before the decoder is made
  size_t Batches = 0;
  std::map<uint32_t, uint64_t> Executions; ///< by site
  std::vector<KeptAccess> Accesses;
  std::vector<KeptMark> Marks;
  std::vector<KeptEvent> Events;
  /// Numbers of accesses that are outside of Known.
  std::vector<size_t> Unexpected;
  SiteRanges Known;
  ByInterval<uint64_t> Instructions;
  /// The starts that batches had.
  ByInterval<std::set<uint64_t>> Starts;
  /// Instructions by thread and interval of the process.
  ByInterval<uint64_t> ByProcess;
};

} // namespace memfacet::test

#endif
