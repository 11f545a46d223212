//===- stencil/Heat.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Heat.h"
#include "Barrier.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace stencil {

namespace {

constexpr double Conductivity = 0.2;

/// What one thread contributes to a step, on a cache line of its own.
struct alignas(64) BandResult {
  double Change = 0;
};

struct Band {
  size_t Begin, End; ///< rows
};

/// Inner rows, split evenly; the first bands take what is left over.
Band bandOf(size_t Rows, unsigned Threads, unsigned Index) {
  size_t Inner = Rows - 2;
  size_t Each = Inner / Threads;
  size_t Extra = Inner % Threads;
  size_t Begin = 1 + Index * Each + std::min<size_t>(Index, Extra);
  return {Begin, Begin + Each + (Index < Extra)};
}

/// Returns the sum of absolute changes.
double relaxRow(const Grid &Source, Grid &Target, size_t I) {
  const double *Upper = Source.row(I - 1);
  const double *Middle = Source.row(I);
  const double *Lower = Source.row(I + 1);
  double *Out = Target.row(I);
  double Change = 0;
  for (size_t J = 1; J + 1 < Source.columns(); ++J) {
    double Sum = Upper[J] + Lower[J] + Middle[J - 1] + Middle[J + 1];
    double Next = Middle[J] + Conductivity * (Sum - 4 * Middle[J]);
    Change += std::fabs(Next - Middle[J]);
    Out[J] = Next;
  }
  return Change;
}

/// What all threads see. Two grids take turns as source and target.
struct Shared {
  Grid *Source;
  Grid *Target;
  std::vector<BandResult> Results;
  Barrier Phase;
  unsigned MaxSteps;
  double Tolerance;
  unsigned Steps = 0;
  double Residual = 0;
  bool IsDone = false;
};

/// By one thread, while the others wait.
void finishStep(Shared &All) {
  double Change = 0;
  for (const BandResult &Result : All.Results)
    Change += Result.Change;
  size_t Cells = (All.Source->rows() - 2) * (All.Source->columns() - 2);
  All.Residual = Change / double(Cells);
  std::swap(All.Source, All.Target);
  ++All.Steps;
  All.IsDone = All.Steps == All.MaxSteps || All.Residual < All.Tolerance;
}

void runBand(Shared &All, unsigned Index, Band Rows) {
  while (!All.IsDone) {
    double Change = 0;
    for (size_t I = Rows.Begin; I < Rows.End; ++I)
      Change += relaxRow(*All.Source, *All.Target, I);
    All.Results[Index].Change = Change;
    All.Phase.wait();
    if (Index == 0)
      finishStep(All);
    All.Phase.wait();
  }
}

uint64_t nextRandom(uint64_t &State) {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

} // namespace

Grid heatedPlate(size_t Size, uint64_t Seed) {
  Grid Plate(Size, Size);
  for (size_t J = 0; J < Size; ++J)
    Plate.row(0)[J] = 100;
  for (unsigned Spot = 0; Spot < 32; ++Spot) {
    size_t Row = nextRandom(Seed) % Size;
    size_t Column = nextRandom(Seed) % Size;
    Plate.row(Row)[Column] = double(nextRandom(Seed) % 1000);
  }
  return Plate;
}

HeatResult conductHeat(Grid &Plate, unsigned Threads, unsigned MaxSteps,
                       double Tolerance) {
  Grid Other = Plate;
  Shared All{&Plate,           &Other,   std::vector<BandResult>(Threads),
             Barrier(Threads), MaxSteps, Tolerance};
  std::vector<std::thread> Workers;
  for (unsigned I = 1; I < Threads; ++I)
    Workers.emplace_back(runBand, std::ref(All), I,
                         bandOf(Plate.rows(), Threads, I));
  runBand(All, 0, bandOf(Plate.rows(), Threads, 0));
  for (std::thread &Worker : Workers)
    Worker.join();
  if (All.Source != &Plate)
    std::swap(Plate, Other);
  return {All.Steps, All.Residual};
}

} // namespace stencil
