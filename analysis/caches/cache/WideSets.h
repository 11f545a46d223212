//===- WideSets.h - sets too wide to search: fully associative ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_WIDESETS_H
#define MEMFACET_CACHES_CACHE_WIDESETS_H

#include "analysis/caches/cache/LevelStore.h"
#include <unordered_map>
#include <vector>

namespace memfacet::caches {

/// Sets in which a hash table finds a line, and a doubly linked list for each
/// set keeps the order.
class WideSets final : public LevelStore {
public:
  WideSets(uint64_t Sets, uint32_t Ways);

  size_t takeChanges(std::span<const MruChange> In, Miss *Out) override;
  size_t takeTouches(const TouchSpan &In, Miss *Out) override;
  size_t filter(std::span<const Miss> In, Miss *Out) override;
  bool makeDirty(CacheWord W) override;
  void forEachDirty(const std::function<void(CacheWord)> &Visit) override;
  void clear() override;
  void copy(const LevelStore &Source) override;

private:
  static constexpr uint32_t None = ~0u;
  struct Node {
    CacheWord Word;
    uint32_t Newer, Older;
  };
  struct Set {
    uint32_t Newest = None, Oldest = None, Used = 0;
  };

  Touch touch(CacheWord Wanted);
  void unlink(Set &S, uint32_t N);
  void pushNewest(Set &S, uint32_t N);

  uint32_t Ways;
  std::vector<Set> SetList;
  std::vector<Node> Nodes;
  std::unordered_map<uint64_t, uint32_t> NodeOfLine;
};

} // namespace memfacet::caches

#endif
