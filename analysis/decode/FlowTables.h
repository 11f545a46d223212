//===- decode/FlowTables.h - executions of runs from their counters -------===//

#ifndef MEMFACET_DECODE_FLOWTABLES_H
#define MEMFACET_DECODE_FLOWTABLES_H

#include "analysis/decode/TableImage.h"
#include <cstdint>
#include <span>
#include <vector>

namespace memfacet {

/// A counter of an object's table, and by how much it has grown.
struct CounterGrowth {
  uint32_t Counter;
  int64_t Growth;
};

/// A row of an object's Blocks table, and how often it was executed; less than
/// 0 where the counters do not fit together.
struct RunExecutions {
  uint32_t Row;
  int64_t Executions;
};

/// The flows of one object (RunFlow in memfacet/Tables.h). Where flows of a run
/// are not counted, they follow: as much comes in as goes out. They form trees,
/// so that there is always a run with only one of them left.
class FlowTables {
public:
  /// \p Image is complete. Damaged rows are left out.
  explicit FlowTables(const TableImage &Image);

  /// Appends what the runs of all functions with one of \p Counters have been
  /// executed, none twice and none with 0. \p Counters are sorted by number.
  void solve(std::span<const CounterGrowth> Counters,
             std::vector<RunExecutions> &To);
  bool empty() const { return Functions.empty(); }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct Edge {
    uint32_t From, To; ///< rows, or None
    uint32_t Counter;  ///< or None
    int64_t Value = 0;
  };
  /// An edge that follows from the others of a run.
  struct Step {
    uint32_t Edge;
    uint32_t Row;
  };
  /// All indices are into the lists below.
  struct Function {
    uint32_t FirstEdge = 0, Edges = 0;
    uint32_t FirstStep = 0, Steps = 0;
    std::vector<uint32_t> Rows;
  };

  void readEdges(const TableImage &Image);
  void order(Function &F);
  void solveFunction(Function &F, std::vector<RunExecutions> &To);

  std::vector<Edge> Edges; ///< those of a function together
  std::vector<Step> Steps;
  std::vector<Function> Functions;
  /// By counter: its edge, its function.
  std::vector<uint32_t> EdgeOf, FunctionOf;
  std::vector<std::vector<uint32_t>> EdgesOf; ///< by row
};

} // namespace memfacet

#endif
