//===- stencil/Heat.h - heat conduction in a plate, by several threads ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STENCIL_HEAT_H
#define STENCIL_HEAT_H

#include "Grid.h"

#include <cstdint>

namespace stencil {

/// A plate with warm spots and edges of fixed temperature.
Grid heatedPlate(size_t Size, uint64_t Seed);

struct HeatResult {
  unsigned Steps;  ///< done
  double Residual; ///< mean change per cell in the last step
};

/// Replaces each inner cell by a mix of itself and its four neighbours, until
/// \p MaxSteps or the mean change is below \p Tolerance. Each of \p Threads
/// owns a band of rows. The result does not depend on timing.
HeatResult conductHeat(Grid &Plate, unsigned Threads, unsigned MaxSteps,
                       double Tolerance);

} // namespace stencil

#endif
