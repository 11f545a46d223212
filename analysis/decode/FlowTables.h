//===- FlowTables.h - executions of runs from their counters --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_FLOWTABLES_H
#define MEMFACET_DECODE_FLOWTABLES_H

#include "analysis/decode/TableImage.h"
#include "analysis/support/OrderedMarks.h"
#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::decode {

/// A counter of an object's table, and by how much it has grown.
struct CounterGrowth {
  uint32_t Counter;
  int64_t Growth;
};

/// A row of an object's Blocks table, and how often it was executed; less than
/// 0 where the counters contradict each other.
struct RunExecutions {
  uint32_t Row;
  int64_t Executions;
};

/// The flows of one object (RunFlow in memfacet/Tables.h). Where flows of a run
/// are not counted, they follow: as much comes in as goes out. They form trees,
/// so that there is always a run with only one of them left.
///
/// The order in which they follow from one another is found once. What has
/// grown is then carried along the trees, and only what it reaches is looked
/// at: of a large function, often a hundredth.
class FlowTables {
public:
  /// \p Image must be complete. Damaged rows are left out.
  explicit FlowTables(const TableImage &Image);

  /// Appends how often runs have been executed, in any order: each run at most
  /// once, and none with 0. A counter may come several times.
  void solve(std::span<const CounterGrowth> Counters,
             std::vector<RunExecutions> &Result);
  bool empty() const { return Flows == 0; }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct Edge {
    uint32_t Source = None, Target = None; ///< rows; None: the outside
  };
  /// A flow that follows from the other flows of Row.
  struct Step {
    uint32_t Row;
    uint32_t Other; ///< row at the other end, or None
    bool Leaves;    ///< from Row
  };
  /// While solving; 0 in between.
  struct RunState {
    int64_t Surplus = 0; ///< known entries minus known exits
    int64_t Executions = 0;
    uint32_t Step = None; ///< the run's step; it stays
    bool Touched = false;
  };

  /// Returns flows that are not counted.
  std::vector<Edge> readEdges(const TableImage &Image);
  void order(std::vector<Edge> Open);
  /// Adds \p Times to flow \p E. Only steps from \p Least on become due.
  void flow(const Edge &E, int64_t Times, uint32_t Least);
  RunState &reach(uint32_t Row, int64_t In, uint32_t Least);

  size_t Flows = 0;
  std::vector<Edge> ByCounter;
  std::vector<Step> Steps; ///< each before those that need it
  std::vector<RunState> Runs;
  OrderedMarks Due;              ///< steps whose runs have a surplus
  std::vector<uint32_t> Touched; ///< runs
};

} // namespace memfacet::decode

#endif
