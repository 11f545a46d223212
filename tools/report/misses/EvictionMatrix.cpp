//===- EvictionMatrix.cpp - who evicts whom, as a matrix ------------------===//

#include "tools/report/misses/EvictionReport.h"

namespace memfacet {

EvictionMatrix evictionMatrix(const Profile &P, const DetailOptions &Options) {
  EvictionMatrix M;
  M.Rows = detailRows(P, Options);
  std::vector<size_t> RowOf(P.Structures.size(), 0);
  for (size_t Row = 0; Row != M.Rows.size(); ++Row)
    for (uint32_t Id : M.Rows[Row].Members)
      RowOf[Id] = Row;
  M.Counts.assign(M.Rows.size(), std::vector<EvictionCounts>(M.Rows.size()));
  for (const EvictionRow &E : P.Memory.Evictions) {
    if (E.Level != Options.Level || M.Rows.empty())
      continue;
    for (EvictionCounts *To :
         {&M.Counts[RowOf[E.Victim]][RowOf[E.Evictor]],
          E.Victim == E.Evictor ? &M.Same : &M.Different}) {
      To->Evictions += E.Counts.Evictions;
      To->Premature += E.Counts.Premature;
    }
  }
  return M;
}

} // namespace memfacet
