//===- PrincipalComponents.h - where points differ most -------------------===//

#ifndef MEMFACET_CLUSTERING_PRINCIPALCOMPONENTS_H
#define MEMFACET_CLUSTERING_PRINCIPALCOMPONENTS_H

#include <cstddef>
#include <span>
#include <vector>

namespace memfacet {

/// The first \p Wanted principal components of \p Rows (row by row, each of
/// \p Dimensions), around their mean, all rows counting the same. The largest
/// coefficient of each direction is positive. What is left out is where rows
/// differ least: dots of pictures that are there by chance, of which there are
/// so many that clusters would be made of them.
std::vector<float> principalComponents(std::span<const float> Rows,
                                       size_t Dimensions, size_t Wanted);

} // namespace memfacet

#endif
