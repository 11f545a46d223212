//===- CoarserStreams.cpp - streams with longer intervals -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/CoarserStreams.h"
#include "analysis/result/store/StreamBlocks.h"
#include "analysis/result/store/StreamStore.h"
#include <algorithm>

namespace memfacet::result {

namespace {

/// The streams of a group, of one structure in one thread.
struct Group {
  std::vector<const Stream *> Members; ///< intervals first
  std::vector<Measure> Kinds;
  std::vector<std::string> Packed;

  Status read(const StreamSet &Set) {
    for (const Stream *S : Members) {
      Expected<std::string> Bytes = Set.bytes(*S);
      if (!Bytes)
        return Bytes.error();
      Kinds.push_back(S->Kind);
      Packed.push_back(std::move(*Bytes));
    }
    return {};
  }

  /// Returns whether the streams in \p New, sorted, have the same totals.
  bool isSame(const StreamSet &New) const {
    return std::ranges::all_of(Members, [&](const Stream *S) {
      const Stream *Other = New.find(S->Thread, S->Structure, S->Kind);
      return S->Kind == intervalsOf(S->Kind) ||
             (Other && Other->Total == S->Total);
    });
  }

  Status coarsen(unsigned Shift, StreamSet &Result) const {
    const Stream &First = *Members.front();
    StreamStore Store({Kinds.begin() + 1, Kinds.end()});
    StreamBlocks Blocks(Kinds);
    Blocks.more(Packed);
    while (Blocks.next())
      for (size_t Row = 0; Row != Blocks.intervals().size(); ++Row) {
        uint32_t Interval = Blocks.intervals()[Row] >> Shift;
        std::span<const uint64_t> Values = Blocks.row(Row);
        uint64_t *Sums =
            Store.at({First.Thread, Interval, Interval}, First.Structure);
        for (size_t C = 0; C != Values.size(); ++C)
          Sums[C] += Values[C];
      }
    StreamSet Filled;
    Store.fill(Filled);
    std::erase_if(Filled.All, [&](const Stream &S) {
      return S.Structure != First.Structure; // the sum is a stream of its own
    });
    Filled.sort();
    if (!isSame(Filled))
      return makeError("stream {} of structure {} in thread {} is damaged",
                       uint32_t(First.Kind), First.Structure.Value,
                       First.Thread);
    std::ranges::move(Filled.All, std::back_inserter(Result.All));
    return {};
  }
};

} // namespace

Expected<StreamSet> coarserStreams(const StreamSet &Set, unsigned Shift) {
  StreamSet Result;
  for (size_t I = 0; I != Set.All.size();) {
    Group Next;
    const Stream &First = Set.All[I];
    for (; I != Set.All.size() && Set.All[I].Thread == First.Thread &&
           Set.All[I].Structure == First.Structure &&
           intervalsOf(Set.All[I].Kind) == First.Kind;
         ++I)
      Next.Members.push_back(&Set.All[I]);
    if (Next.Members.size() < 2)
      return makeError("stream {} of structure {} in thread {} has no {}",
                       uint32_t(First.Kind), First.Structure.Value,
                       First.Thread,
                       Next.Members.empty() ? "intervals" : "values");
    if (Status Read = Next.read(Set); !Read)
      return Read.error();
    if (Status Made = Next.coarsen(Shift, Result); !Made)
      return Made.error();
  }
  Result.sort();
  return Result;
}

} // namespace memfacet::result
