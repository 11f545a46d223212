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

/// The rights of one thread: eight pages, enough for the chosen lines of most
/// arrays. The directory, where other lines are looked up, is not in a near
/// cache. The initial state is all zeroes.
class KnownRights {
public:
  /// Returns the rights to all bytes of \p Line, which hold while the version
  /// is \p Version; or no rights.
  LineRights find(uint64_t Line, uint32_t Version) const {
    uint64_t Entry = Entries[placeOf(Line)];
    if ((Entry | Writes) != (entry(Line, Version) | Writes))
      return {};
    return {~uint64_t(0), (Entry & Writes) != 0};
  }
  void set(uint64_t Line, uint32_t Version, LineRights Rights) {
    if (Rights.Bytes == ~uint64_t(0))
      Entries[placeOf(Line)] =
          entry(Line, Version) | (Rights.Writes ? Writes : 0);
  }

private:
  static constexpr size_t Places = 4096;
  static constexpr uint64_t Exists = 1, Writes = 2;
  static constexpr unsigned VersionShift = 2, LineShift = 22;

  static size_t placeOf(uint64_t Line) { return (Line ^ Line >> 6) % Places; }
  static uint64_t entry(uint64_t Line, uint32_t Version) {
    constexpr uint32_t Versions = 1 << (LineShift - VersionShift);
    return Line << LineShift | uint64_t(Version % Versions) << VersionShift |
           Exists;
  }

  uint64_t Entries[Places];
};

} // namespace memfacet::sharing

#endif
