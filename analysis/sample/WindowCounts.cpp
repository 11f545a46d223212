//===- WindowCounts.cpp - what was counted in each window -----------------===//

#include "analysis/sample/WindowCounts.h"

namespace memfacet {

void WindowCounts::close(uint32_t Number) {
  Window &W = Closed[Number];
  for (const auto &[Structure, Row] : Open)
    W.Rows.push_back(Row);
  Open.clear();
}

void WindowCounts::forgetCounts() {
  Open.clear();
  for (auto &[Number, W] : Closed)
    W.Rows.clear();
}

std::vector<Window> WindowCounts::windows() const {
  std::vector<Window> Result;
  for (const auto &[Number, W] : Closed)
    Result.push_back(W);
  return Result;
}

} // namespace memfacet
