//===- Wavelet.h - wavelet signatures of pictures -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// T. Huffmire and T. Sherwood, "Wavelet-Based Phase Classification", PACT 2006,
// section 3.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_WAVELET_H
#define MEMFACET_STUDY_PHASES_WAVELET_H

#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// How a picture is made smaller.
enum class Shrinking {
  Area,   ///< each new dot is the mean of the area that it covers
  Nearest ///< each new dot is the old dot at its middle
};

/// How coefficients are divided into bands. The weight depends on the larger
/// one of the bands of row and column.
enum class Bands {
  Paper, ///< floor(log2(i + 1)): {0} {1, 2} {3 to 6} {7 to 14} {15 to 30} ...
  Haar   ///< the transform's own: {0} {1} {2, 3} {4 to 7} {8 to 15} ...
};

struct WaveletOptions {
  size_t Size = 16; ///< of the small picture, each way; a power of two
  Shrinking Scale = Shrinking::Area;
  Bands Weighted = Bands::Paper;
  /// The largest value of a dot, as grey levels have one; 0: no limit.
  double Saturation = 0;
};

/// Computes the one-dimensional Haar transform in place: (a + b) / 2 and (a -
/// b) / 2, repeated. For example, [8 6 2 4] becomes [5 2 1 -1]. The size is a
/// power of two.
void haar(std::span<float> Values);
/// Transforms the rows, then the columns, of a square of \p Size rows.
void haar(std::span<float> Square, size_t Size);

/// Scales \p Rows x \p Columns dots, column by column, to \p Size x \p Size
/// dots, row by row.
std::vector<float> scaled(std::span<const float> Dots, size_t Rows,
                          size_t Columns, size_t Size, Shrinking Scale);

/// Returns the weight of coefficient (\p Row, \p Column): that which C. E.
/// Jacobs, A. Finkelstein and D. H. Salesin use for the luminance of painted
/// images ("Fast Multiresolution Image Querying", SIGGRAPH 1995).
float waveletWeight(size_t Row, size_t Column, Bands Weighted);

/// Returns the signature of a picture in the layout of scaled(): Size x Size
/// weighted coefficients.
std::vector<float> waveletSignature(std::span<const float> Dots, size_t Rows,
                                    size_t Columns,
                                    const WaveletOptions &Options);

} // namespace memfacet::study

#endif
