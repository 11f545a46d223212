//===- KnownWords.h - words in profiles that programs look for ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_PROFILE_KNOWNWORDS_H
#define MEMFACET_RESULT_PROFILE_KNOWNWORDS_H

#include "analysis/result/profile/Profile.h"
#include <algorithm>
#include <string_view>

namespace memfacet::result {

/// The structure of an imported trace.
inline constexpr const char *ImportedData = "[data]";

/// How the name of the stack of a thread begins, apart from the main thread's.
inline constexpr std::string_view ThreadStack = "[stack of thread ";
inline bool isThreadStack(const Structure &S) {
  return S.Kind == StructureKind::Stack && S.Name.starts_with(ThreadStack);
}

/// A note of profiles of imported traces. Nothing can be recorded again then.
inline constexpr const char *ImportedNote =
    "imported: machine instructions, without names";
inline bool isImported(const Profile &P) {
  return std::ranges::find(P.Notes, ImportedNote) != P.Notes.end();
}

// Ends of notes that say that counts are not exact.
inline constexpr std::string_view InexactCode = "are not exact",
                                  MissingCounts =
                                      "is not here; record it with --complete";

} // namespace memfacet::result

#endif
