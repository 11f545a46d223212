//===- cache/CacheModel.cpp - a model as text -----------------------------===//

#include "analysis/cache/CacheModel.h"

namespace memfacet {
namespace {

std::string bytesText(uint64_t Bytes) {
  constexpr struct {
    char Unit;
    unsigned Shift;
  } Units[] = {{'G', 30}, {'M', 20}, {'K', 10}};
  for (auto [Unit, Shift] : Units)
    if (Bytes >> Shift && Bytes % (uint64_t(1) << Shift) == 0)
      return fmt::format("{}{}", Bytes >> Shift, Unit);
  return fmt::format("{}", Bytes);
}

} // namespace

std::string CacheModel::spec() const {
  std::string Text;
  for (size_t I = 0; I != Levels.size(); ++I) {
    const CacheLevel &L = Levels[I];
    Text += fmt::format("{}={},{}", L.Name, bytesText(L.Bytes), L.Ways);
    // The parser's default: three levels or more share the last one.
    bool SharedByDefault = Levels.size() >= 3 && I + 1 == Levels.size();
    if (L.Shared != SharedByDefault)
      Text += L.Shared ? ",shared" : ",private";
    Text += ';';
  }
  return Text + fmt::format("line={}", LineBytes);
}

} // namespace memfacet
