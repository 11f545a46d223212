//===- SimulateBatches.h - passes accesses directly to the simulator -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H
#define MEMFACET_TEST_SUPPORT_SIMULATEBATCHES_H

#include "analysis/caches/cache/Hierarchy.h"
#include "analysis/caches/cache/MruFilter.h"
#include "analysis/result/profile/Profile.h"
#include "test/support/Wings.h"
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace memfacet::test {

/// The owners of words, as accesses set them: the last access sets the owner of
/// a word. A line belongs to one structure as long as all its words do.
class GivenOwners final : public OwnerSource {
public:
  /// Returns whether \p Structure owns the word of \p Address already.
  bool has(uint64_t Address, uint32_t Structure) {
    return wordOf(Address) == Structure;
  }
  void give(uint64_t Address, uint32_t Structure) {
    wordOf(Address) = Structure;
    uint64_t Line = Address / OwnerLineBytes * OwnerLineBytes;
    Changed.add(Line, Line + OwnerLineBytes);
  }

  uint32_t owner(uint64_t Address) override { return wordOf(Address); }
  void owners(std::span<const uint64_t> Addresses, uint32_t *Owners) override {
    for (uint64_t Address : Addresses)
      *Owners++ = owner(Address);
  }
  bool lineOwners(std::span<const uint64_t> Addresses,
                  OwnerEntry *Owners) override {
    bool Unknown = false;
    for (uint64_t Address : Addresses) {
      *Owners = lineOwner(Address);
      Unknown |= *Owners++ == UnknownOwner;
    }
    return Unknown;
  }
  const OwnerChanges &changes() const override { return Changed; }

private:
  static constexpr uint32_t NoOwner = UnknownOwner;
  using Words = std::vector<uint32_t>;

  Words &lineOf(uint64_t Address) {
    Words &Line = Lines[Address / OwnerLineBytes];
    Line.resize(OwnerLineBytes / 8, NoOwner);
    return Line;
  }
  uint32_t &wordOf(uint64_t Address) {
    return lineOf(Address)[Address % OwnerLineBytes / 8];
  }
  OwnerEntry lineOwner(uint64_t Address) {
    OwnerEntry Owner = UnknownOwner;
    for (uint32_t Word : lineOf(Address)) {
      if (Word == NoOwner)
        continue;
      if (Owner != UnknownOwner && Owner != Word)
        return UnknownOwner;
      Owner = Word;
    }
    return Owner;
  }

  std::unordered_map<uint64_t, Words> Lines;
  OwnerChanges Changed;
};

/// Collects accesses in batches for the cache levels and sums their counts.
class Simulation final : private FilteredSink {
public:
  explicit Simulation(const CacheModel &Model,
                      SearchKind Search = SearchKind::Best)
      : Levels(Model.Levels.size()), Filter(Model, *this, Search),
        Caches(Model, Search), Batch(std::make_unique<AccessBatch>()) {}

  void access(uint32_t Thread, uint32_t Structure, uint64_t Address,
              uint64_t Size, bool Write) {
    if (Batch->Count == AccessBatch::Capacity || Batch->Thread.Value != Thread)
      flush();
    if (!Owners.has(Address, Structure)) {
      flush(); // as an event does
      Owners.give(Address, Structure);
    }
    Batch->Thread = ThreadId(Thread);
    Batch->add(Address, {0, uint32_t(Size), Write});
    Counts &C = countsOf(StructureId(Structure));
    ++C.Accesses;
    ++(Write ? C.Stores : C.Loads);
    ++C.Levels[0].Accesses;
    Structures = std::max(Structures, size_t(Structure) + 1);
    Misses.resize(Structures);
  }

  void endThread(uint32_t Thread) {
    flush();
    Filter.threadEnded(ThreadId(Thread));
  }

  const std::map<uint32_t, Counts> &counts() {
    flush();
    Filter.flush();
    return ByStructure;
  }
  Counts total() {
    Counts Sum;
    for (const auto &[Structure, C] : counts())
      Sum += C;
    return Sum;
  }
  const Hierarchy &caches() const { return Caches; }
  /// Leaves out accesses to MRU lines from here on. Each access must be in one
  /// line of 64 bytes.
  void touch() {
    flush();
    Touches = true;
  }
  /// Returns the most changes of owners in one filtered batch.
  size_t mostChanges() const { return MostChanges; }

private:
  void flush() {
    if (Batch->Count == 0)
      return;
    BatchPart All{*Batch, 0, Batch->Count};
    if (Touches) {
      std::vector<uint32_t> PartOwners(Batch->Count);
      Owners.owners({Batch->Address.data(), Batch->Count}, PartOwners.data());
      Filter.touch(All, PartOwners, {AllResidues, 0}, Structures);
    } else {
      Filter.filter(All, Owners, Structures);
    }
    Batch->clear();
  }

  Counts &countsOf(StructureId Id) {
    Counts &C = ByStructure[Id.Value];
    C.Levels.resize(Levels);
    return C;
  }

  void filtered(FilteredBatch &B) override {
    MostChanges = std::max(MostChanges, B.Changes.size());
    Caches.simulate(B, Misses);
    for (const auto &[Id, Added] : B.Accesses) {
      Counts &C = countsOf(Id);
      C.Levels[0].Accesses += Added.ExtraTouches;
    }
    Misses.drain([&](StructureId Id, const MissCounters &Added) {
      Counts &C = countsOf(Id);
      for (size_t L = 0; L != Levels; ++L)
        C.Levels[L] += {L == 0 ? 0 : Added.Misses[L - 1], Added.Misses[L],
                        Added.Writebacks[L]};
    });
  }

  size_t Levels, Structures = 0, MostChanges = 0;
  bool Touches = false;
  MruFilter Filter;
  Hierarchy Caches;
  GivenOwners Owners;
  std::unique_ptr<AccessBatch> Batch;
  CounterTable<MissCounters> Misses;
  std::map<uint32_t, Counts> ByStructure;
};

} // namespace memfacet::test

#endif
