//===- FieldPairs.h - members that are used together ----------------------===//

#ifndef MEMFACET_REPORT_FIELDS_FIELDPAIRS_H
#define MEMFACET_REPORT_FIELDS_FIELDPAIRS_H

#include "tools/report/fields/FieldTables.h"
#include <map>

namespace memfacet {

/// Counts, per pair of rows, the executions of blocks that access both.
class PairCounter {
public:
  /// A site of \p Block accessed row \p Row so often.
  void add(uint32_t Block, size_t Row, uint64_t Accesses);
  /// Most together first.
  std::vector<FieldPair> pairs() const;

private:
  /// By block and row: executions of the block that access the row, that is,
  /// the accesses of that site of it which has most.
  std::map<uint32_t, std::map<size_t, uint64_t>> Blocks;
};

} // namespace memfacet

#endif
