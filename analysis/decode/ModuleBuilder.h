//===- ModuleBuilder.h - fills a ModuleSet from events --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_MODULEBUILDER_H
#define MEMFACET_DECODE_MODULEBUILDER_H

#include "analysis/decode/Batch.h"
#include "analysis/decode/Modules.h"
#include "analysis/words/stream/RecordLength.h"

namespace memfacet::decode {

/// Takes Module and TableData events (the Decoder passes them on) and decodes
/// an object's tables when the last byte has come. The tables of an unloaded
/// object stay until another object takes their addresses.
class ModuleBuilder final : public words::RecordLength {
public:
  explicit ModuleBuilder(ModuleSet &Modules) : Set(*Modules.Self) {}

  void event(const Event &E);

  uint32_t blockWords(uint64_t Address) const override {
    const DecodedBlock *B = Set.Blocks.find(Address);
    return B ? B->Words : 0;
  }
  /// Returns what blockWords returns, in any thread.
  uint32_t lookUpBlockWords(uint64_t Address) const {
    const DecodedBlock *B = Set.Blocks.lookUp(Address);
    return B ? B->Words : 0;
  }
  bool knowsSite(uint32_t Half) const override {
    return KnownSites.contains(Half) || siteTable(Half).Bytes != 0;
  }
  /// The whole rows of a table of sites, by the low halves of their addresses.
  struct SiteTable {
    uint32_t Begin = 0, Bytes = 0; ///< Bytes 0: there is none
    uint32_t FirstLane = 0;
    bool contains(uint32_t Half) const { return Half - Begin < Bytes; }
  };
  /// Returns the table with \p Half, of the object that was loaded last.
  SiteTable siteTable(uint32_t Half) const;
  /// Returns null if not all tables of the object are there.
  const LoadedModule *module(uint32_t Number) const {
    auto It = Set.ByNumber.find(Number);
    bool IsDecoded = It != Set.ByNumber.end() && It->second->Decoded;
    return IsDecoded ? It->second : nullptr;
  }
  const BlockIndex &blocks() const { return Set.Blocks; }
  /// Returns sites by lane. Valid until the next event.
  const HotSite *hotSites() const { return Set.HotSites.data(); }
  /// Returns SiteIds by lane. Valid until the next event.
  std::span<const uint32_t> sitesOfLanes() const { return Set.SitesOfLanes; }
  size_t siteCount() const { return Set.HotSites.size(); }

private:
  void addModule(const Event &E);
  void addData(const Event &E);
  void decode(LoadedModule &M);
  void decodeSites(const LoadedModule &M);
  void decodeBlocks(LoadedModule &M, uint32_t FirstSite);
  struct BlockRow {
    Block B;
    uint64_t Address;
  };
  bool decodeBlock(const LoadedModule &M, const BlockRow &Row,
                   DecodedBlock &Target, uint64_t &Budget);
  bool decodeOwnSites(const LoadedModule &M, const BlockRow &Row,
                      DecodedBlock &Target);
  bool prependPath(const LoadedModule &M, const BlockRow &Row,
                   DecodedBlock &Target, uint64_t &Budget);
  bool repeatSites(const DecodedBlock &Path, DecodedBlock &Target);
  void copyLanes(uint32_t First, uint32_t Count);
  void resolve(const LoadedModule &M, const Block &B, uint64_t Address,
               const DecodedBlock &Target);

  ModuleSet::Impl &Set;
  mutable SiteTable KnownSites; ///< the table that was used last
};

} // namespace memfacet::decode

#endif
