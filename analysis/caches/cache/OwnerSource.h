//===- OwnerSource.h - who knows which structure a line belongs to --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_OWNERSOURCE_H
#define MEMFACET_CACHES_CACHE_OWNERSOURCE_H

#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::caches {

/// A structure by number, for whole lines of this many bytes.
using OwnerEntry = uint32_t;
constexpr uint64_t OwnerLineBytes = 64;
/// The line does not belong to one structure, or not for long: ask by address.
constexpr OwnerEntry UnknownOwner = ~OwnerEntry(0);

/// Lines of which the owners have changed. Each reader remembers how far it has
/// read; one that comes too late must assume that all have.
class OwnerChanges {
public:
  struct Range {
    uint64_t Low, High; ///< addresses, one past
  };

  void add(uint64_t Low, uint64_t High) {
    if (Ranges.size() == MaxRanges) {
      Forgotten += Ranges.size();
      Ranges.clear();
    }
    Ranges.push_back({Low, High});
  }
  uint64_t count() const { return Forgotten + Ranges.size(); }
  /// Whether what came after the first \p Count changes is still known.
  bool reachesBackTo(uint64_t Count) const { return Count >= Forgotten; }
  std::span<const Range> since(uint64_t Count) const {
    return std::span(Ranges).subspan(Count - Forgotten);
  }

private:
  static constexpr size_t MaxRanges = 1024;
  std::vector<Range> Ranges;
  uint64_t Forgotten = 0;
};

/// Asked where a first level does not know a line's owner.
class OwnerSource {
public:
  virtual ~OwnerSource() = default;
  /// The structure that the byte at \p Address belongs to.
  virtual uint32_t owner(uint64_t Address) = 0;
  /// The same for each of \p Addresses.
  virtual void owners(std::span<const uint64_t> Addresses,
                      uint32_t *Owners) = 0;
  /// Puts into \p Owners, for each of \p Addresses, that of its whole
  /// OwnerLineBytes line, valid until a change says otherwise, or UnknownOwner.
  /// Returns whether there are such.
  virtual bool lineOwners(std::span<const uint64_t> Addresses,
                          OwnerEntry *Owners) = 0;
  virtual const OwnerChanges &changes() const = 0;
};

} // namespace memfacet::caches

#endif
