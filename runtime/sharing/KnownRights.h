//===- KnownRights.h - lines that a thread may use without a touch --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most followed lines are used by one thread only. What the directory has said
// about them holds until another thread comes, which changes the version.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_KNOWNRIGHTS_H
#define MEMFACET_RUNTIME_SHARING_KNOWNRIGHTS_H

#include "runtime/sharing/LineHolders.h"

namespace memfacet::sharing {

/// Where versions and rights of lines are: a line has a place, which it shares
/// with others. 16,384 places are enough for the chosen lines of most arrays.
/// Where all lines are chosen, all the time, there are four times as many.
struct LinePlaces {
  static constexpr size_t Few = 16'384, Many = 65'536;
  bool AreMany = false; ///< zero, as all memory of ProcessSharing is at first

  size_t count() const { return AreMany ? Many : Few; }
  size_t of(uint64_t Line) const { return (Line ^ Line >> 6) & (count() - 1); }
};

/// The rights of one thread. The directory, where other lines are looked up, is
/// not in a near cache. The initial state is all zeroes, with \c bytes(places).
class KnownRights {
public:
  explicit KnownRights(LinePlaces Places) : Places(Places) {}
  static size_t bytes(LinePlaces Places) {
    return sizeof(KnownRights) + Places.count() * sizeof(uint64_t);
  }
  /// Returns the rights to all bytes of \p Line, which hold while the version
  /// is \p Version; or no rights.
  LineRights find(uint64_t Line, uint32_t Version) const {
    uint64_t Entry = entries()[Places.of(Line)];
    if ((Entry | Writes) != (entry(Line, Version) | Writes))
      return {};
    return {~uint64_t(0), (Entry & Writes) != 0};
  }
  void set(uint64_t Line, uint32_t Version, LineRights Rights) {
    if (Rights.Bytes == ~uint64_t(0))
      entries()[Places.of(Line)] =
          entry(Line, Version) | (Rights.Writes ? Writes : 0);
  }

private:
  static constexpr uint64_t Exists = 1, Writes = 2;
  static constexpr unsigned VersionShift = 2, LineShift = 22;

  static uint64_t entry(uint64_t Line, uint32_t Version) {
    constexpr uint32_t Versions = 1 << (LineShift - VersionShift);
    return Line << LineShift | uint64_t(Version % Versions) << VersionShift |
           Exists;
  }
  /// Returns the entries, which follow this object.
  uint64_t *entries() { return reinterpret_cast<uint64_t *>(this + 1); }
  const uint64_t *entries() const {
    return reinterpret_cast<const uint64_t *>(this + 1);
  }

  LinePlaces Places;
};

} // namespace memfacet::sharing

#endif
