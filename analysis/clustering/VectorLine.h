//===- VectorLine.h - a line of a file of frequency vectors ---------------===//

#ifndef MEMFACET_CLUSTERING_VECTORLINE_H
#define MEMFACET_CLUSTERING_VECTORLINE_H

#include "analysis/clustering/Projection.h"
#include "analysis/support/Error.h"
#include <string_view>
#include <vector>

namespace memfacet {

/// What a line is.
enum class LineKind { Vector, Other };

/// Takes the next line away from \p Text: what comes up to a newline or the
/// end. A vector is `T` and then any number of `:id:count`, with blanks
/// anywhere between; `#` begins a comment. Its entries go to \p To, which is
/// cleared first. Empty lines, comments, and those that begin with another
/// letter and a colon (markers of loop-aware tools) are Other. An error does
/// not say which line it was.
Expected<LineKind> takeLine(std::string_view &Text,
                            std::vector<VectorEntry> &To);

} // namespace memfacet

#endif
