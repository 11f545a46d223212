//===- FieldPairs.cpp - members that are used together --------------------===//

#include "tools/report/fields/FieldPairs.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

void PairCounter::add(uint32_t Block, size_t Row, uint64_t Accesses) {
  uint64_t &Executions = Blocks[Block][Row];
  Executions = std::max(Executions, Accesses);
}

std::vector<FieldPair> PairCounter::pairs() const {
  std::map<size_t, uint64_t> Executions; // by row
  std::map<std::pair<size_t, size_t>, uint64_t> Together;
  for (const auto &[Block, Rows] : Blocks)
    for (auto A = Rows.begin(); A != Rows.end(); ++A) {
      Executions[A->first] += A->second;
      for (auto B = std::next(A); B != Rows.end(); ++B)
        Together[{A->first, B->first}] += std::min(A->second, B->second);
    }
  std::vector<FieldPair> Result;
  for (const auto &[Rows, Both] : Together)
    if (Both != 0)
      Result.push_back(
          {Rows.first, Rows.second, Both,
           Executions[Rows.first] + Executions[Rows.second] - Both});
  std::ranges::sort(Result, {}, [](const FieldPair &P) {
    return std::tuple(~P.Together, P.First, P.Second);
  });
  return Result;
}

} // namespace memfacet
