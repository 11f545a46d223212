//===- ColumnResiduals.h - from differences to residuals ------------------===//

#ifndef MEMFACET_CODING_COLUMNRESIDUALS_H
#define MEMFACET_CODING_COLUMNRESIDUALS_H

#include "analysis/coding/CodedFrame.h"
#include <span>

namespace memfacet {

/// Every \p Stride words of \p From, to \p To.
void gatherColumn(const uint64_t *From, size_t Stride, std::span<uint64_t> To);

/// Residuals of \p Count differences, in front of which are the two before: the
/// column's first one where there are none. \p First is that one. Returns all
/// their bits together.
uint64_t findResiduals(const uint64_t *Differences, size_t Count,
                       ColumnOrder Order, uint64_t First, uint64_t *To);

} // namespace memfacet

#endif
