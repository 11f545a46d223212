//===- OwnerSource.h - which structure a line belongs to ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_OWNERSOURCE_H
#define MEMFACET_CACHES_CACHE_OWNERSOURCE_H

#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::caches {

/// The number of the structure that a whole line of OwnerLineBytes belongs to.
using OwnerEntry = uint32_t;
constexpr uint64_t OwnerLineBytes = 64;
/// The line does not belong to one structure, or not for long: ask by address.
constexpr OwnerEntry UnknownOwner = ~OwnerEntry(0);

/// Lists addresses whose owners have changed. Each reader keeps the number of
/// changes that it has read. If later ones have been dropped, it must assume
/// that all owners have changed.
class OwnerChanges {
public:
  struct Range {
    uint64_t Low, High; ///< addresses; High is one past the last
  };

  void add(uint64_t Low, uint64_t High) {
    if (Ranges.size() == MaxRanges) {
      Forgotten += Ranges.size();
      Ranges.clear();
    }
    Ranges.push_back({Low, High});
  }
  uint64_t count() const { return Forgotten + Ranges.size(); }
  /// Returns whether all changes after the first \p Count are still listed.
  bool reachesBackTo(uint64_t Count) const { return Count >= Forgotten; }
  std::span<const Range> since(uint64_t Count) const {
    return std::span(Ranges).subspan(Count - Forgotten);
  }

private:
  static constexpr size_t MaxRanges = 1024;
  std::vector<Range> Ranges;
  uint64_t Forgotten = 0;
};

/// Finds the owners of lines for a first level.
class OwnerSource {
public:
  virtual ~OwnerSource() = default;
  /// Returns the structure that the byte at \p Address belongs to.
  virtual uint32_t owner(uint64_t Address) = 0;
  /// Writes to \p Owners the same for each of \p Addresses.
  virtual void owners(std::span<const uint64_t> Addresses,
                      uint32_t *Owners) = 0;
  /// Writes to \p Owners, for each of \p Addresses, the owner of its whole line
  /// of OwnerLineBytes, valid until a change says otherwise, or UnknownOwner.
  /// Returns whether there is an UnknownOwner.
  virtual bool lineOwners(std::span<const uint64_t> Addresses,
                          OwnerEntry *Owners) = 0;
  virtual const OwnerChanges &changes() const = 0;
};

} // namespace memfacet::caches

#endif
