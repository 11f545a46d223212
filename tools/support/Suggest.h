//===- Suggest.h - "did you mean" -----------------------------------------===//

#ifndef MEMFACET_TOOLS_SUPPORT_SUGGEST_H
#define MEMFACET_TOOLS_SUPPORT_SUGGEST_H

#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

/// The word of \p Known that \p Word is a likely misspelling of, or "".
std::string closest(std::string_view Word,
                    const std::vector<std::string> &Known);

/// "; did you mean 'X'?" with the closest word, or "".
std::string didYouMean(std::string_view Word,
                       const std::vector<std::string> &Known);

} // namespace memfacet

#endif
