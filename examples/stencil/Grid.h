//===- stencil/Grid.h - a rectangle of doubles ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STENCIL_GRID_H
#define STENCIL_GRID_H

#include <cstddef>
#include <vector>

namespace stencil {

/// Rows follow each other without gaps.
class Grid {
public:
  Grid(size_t Rows, size_t Columns)
      : Rows(Rows), Columns(Columns), Cells(Rows * Columns) {}

  size_t rows() const { return Rows; }
  size_t columns() const { return Columns; }
  double *row(size_t I) { return Cells.data() + I * Columns; }
  const double *row(size_t I) const { return Cells.data() + I * Columns; }

private:
  size_t Rows;
  size_t Columns;
  std::vector<double> Cells;
};

} // namespace stencil

#endif
