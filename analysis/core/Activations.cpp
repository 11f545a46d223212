//===- Activations.cpp - the values of the functions in progress ----------===//

#include "analysis/core/Activations.h"
#include <algorithm>
#include <utility>

namespace memfacet {

void Activations::call(std::vector<CoreValue> With, uint32_t Result) {
  Arguments = std::move(With);
  Frames.back().Awaited = Result;
}

void Activations::push(const RunCode &Run) {
  Frames.push_back({Run.Function, Values.size()});
  Values.resize(Values.size() + Run.Values);
}

void Activations::pop() {
  Values.resize(Frames.back().FirstValue);
  Frames.pop_back();
}

void Activations::begin(const RunCode &Run) {
  if (Run.EntersFunction) {
    push(Run);
    size_t Known = std::min<size_t>(Arguments.size(), Run.Values);
    std::copy_n(Arguments.begin(), Known, Values.end() - Run.Values);
  } else {
    while (!Frames.empty() && Frames.back().Function != Run.Function)
      pop();
    if (Frames.empty())
      push(Run);
  }
  Arguments.clear();
}

void Activations::leave(const CoreValue *Result) {
  pop();
  if (Frames.empty())
    return;
  uint32_t Awaited =
      std::exchange(Frames.back().Awaited, RunOperation::NoNumber);
  if (Result && Awaited != RunOperation::NoNumber)
    value(Awaited) = *Result;
}

} // namespace memfacet
