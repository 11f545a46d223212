//===- RestrictedCaches.h - caches of some lines, slowly ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RESTRICTEDCACHES_H
#define MEMFACET_TEST_SUPPORT_RESTRICTEDCACHES_H

#include "analysis/measure/observers/AnalysisOptions.h"
#include "analysis/measure/observers/Observers.h"
#include "memfacet/Select.h"
#include "test/support/ReferenceCache.h"
#include "test/support/Wings.h"
#include <memory>

namespace memfacet::test {

/// Misses of chosen lines in a stream of all accesses. Each counts for as many
/// lines as one was chosen from.
struct RestrictedMisses {
  uint8_t Bits = 0; ///< one line in 2^Bits is chosen
  /// By thread: whether it is in a window.
  std::map<uint32_t, bool> InWindow;
  std::map<uint32_t, std::vector<uint64_t>> ByStructure; ///< by level
  /// Misses by site and structure.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint64_t>> BySite;
  std::vector<uint64_t> Writebacks; ///< by level
};

class RestrictedCaches final : public AccessObserver {
public:
  static MakeObserver make(std::shared_ptr<RestrictedMisses> Result) {
    return [Result](const ObserverContext &Context) {
      return std::make_unique<RestrictedCaches>(Context, Result);
    };
  }
  RestrictedCaches(const ObserverContext &Context,
                   std::shared_ptr<RestrictedMisses> Result)
      : Memory(Context.Memory), Levels(Context.Caches.Levels.size()),
        Caches(Context.Caches), Result(std::move(Result)) {
    this->Result->Writebacks.resize(Levels);
  }

  void accesses(const OwnedPart &P) override {
    const AccessBatch &B = P.Part.Batch;
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
      uint64_t Begin = B.Address[I], End = Begin + B.Info[I].size();
      // In windows where all lines are chosen, an access belongs to the owner
      // of its first byte, else each part to the owner of its own.
      uint32_t Owner = P.Owners[I];
      for (uint64_t Next; Begin != End; Begin = Next) {
        Next = std::min(End, (Begin / SelectLineBytes + 1) * SelectLineBytes);
        if (Result->Bits != 0 || !Result->InWindow[B.Thread.Value])
          Owner = Memory.owner(Begin);
        if (hasLineOf(chosenLines(Result->Bits), Begin))
          access({B.Thread.Value, Owner, Begin, Next - Begin, B.Info[I]});
      }
    }
  }
  void event(const Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Caches.endThread(E.Thread.Value);
  }
  void count(bool) override {}
  void forgetCounts() override {}
  void fill(Profile &) override {}

private:
  struct Part {
    uint32_t Thread, Owner;
    uint64_t Address, Bytes;
    AccessInfo Info;
  };
  void access(const Part &P) {
    uint32_t Owner = P.Owner;
    Counts OldTotal = Caches.total(), OldOwn = countsOf(Owner);
    Caches.access(P.Thread, Owner, P.Address, P.Bytes, P.Info.write());
    Counts NewTotal = Caches.total(), NewOwn = countsOf(Owner);
    for (size_t L = 0; L != Levels; ++L) {
      uint64_t Misses = NewOwn.Levels[L].Misses - OldOwn.Levels[L].Misses;
      add(Result->ByStructure[Owner], L, Misses);
      add(Result->BySite[{P.Info.site(), Owner}], L, Misses);
      if (!OldTotal.Levels.empty())
        Result->Writebacks[L] +=
            (NewTotal.Levels[L].Writebacks - OldTotal.Levels[L].Writebacks)
            << Result->Bits;
    }
  }
  Counts countsOf(uint32_t Owner) const {
    auto Entry = Caches.counts().find(Owner);
    Counts C = Entry == Caches.counts().end() ? Counts() : Entry->second;
    C.Levels.resize(Levels);
    return C;
  }
  void add(std::vector<uint64_t> &Sum, size_t Level, uint64_t Misses) const {
    Sum.resize(Levels);
    Sum[Level] += Misses << Result->Bits;
  }

  Attributor &Memory;
  size_t Levels;
  ReferenceCache Caches;
  std::shared_ptr<RestrictedMisses> Result;
};

} // namespace memfacet::test

#endif
