//===- VectorFile.h - files of frequency vectors --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SimPoint's `.bb` files, as Valgrind, gem5, QEMU, PinPlay and MemFacet itself
// write them; plain or compressed with gzip.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_CLUSTERING_VECTORFILE_H
#define MEMFACET_STUDY_CLUSTERING_VECTORFILE_H

#include "analysis/study/clustering/PointSet.h"
#include "analysis/study/clustering/Projection.h"
#include "analysis/support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::study {

/// The kind of a line.
enum class LineKind { Vector, Other };

/// Removes the next line from \p Text, up to a newline or the end. A vector is
/// `T` and then any number of `:id:count`, with blanks anywhere between; `#`
/// begins a comment. Stores the vector's entries into \p Entries, which is
/// cleared first. Empty lines, comments, and those that begin with another
/// letter and a colon (markers of loop-aware tools) are Other. An error does
/// not name the line.
Expected<LineKind> takeLine(std::string_view &Text,
                            std::vector<VectorEntry> &Entries);

struct VectorFileOptions {
  size_t Dimensions = 15; ///< not 0
  uint64_t Seed = 1;      ///< of the projection
  /// Threads that read parts of the file in parallel. The result is the same.
  unsigned Threads = 1;
};

/// A point for each vector of the file, in their order; its weight is the sum
/// of the counts.
struct VectorFile {
  PointSet Points;
  size_t Entries = 0; ///< of all vectors
  size_t Empty = 0;   ///< vectors without any count
};

/// The most vectors of a file. A vector takes at least two bytes of the file
/// and a hundred of memory.
constexpr size_t MostVectors = size_t(1) << 22;

/// Reads the vectors in \p Text. An error names the line.
Expected<VectorFile> parseVectors(std::string_view Text,
                                  const VectorFileOptions &Options);
/// Reads the vectors in the file at \p Path. An error names the file.
Expected<VectorFile> readVectorFile(const std::string &Path,
                                    const VectorFileOptions &Options);

} // namespace memfacet::study

#endif
