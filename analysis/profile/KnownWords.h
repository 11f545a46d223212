//===- KnownWords.h - words in profiles that programs look for ------------===//

#ifndef MEMFACET_PROFILE_KNOWNWORDS_H
#define MEMFACET_PROFILE_KNOWNWORDS_H

#include <string_view>

namespace memfacet {

/// The structure of an imported trace.
inline constexpr const char *ImportedData = "[data]";

// How notes end that say that counts are not exact.
inline constexpr std::string_view InexactCode = "are not exact",
                                  UntoldCounts =
                                      "is not here; record it with --complete";

} // namespace memfacet

#endif
