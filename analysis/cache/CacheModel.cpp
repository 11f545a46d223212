//===- CacheModel.cpp - a model as text -----------------------------------===//

#include "analysis/cache/CacheModel.h"
#include "analysis/cache/LevelWords.h"
#include <algorithm>

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

std::string sharingText(const CacheLevel &L, bool SharedByDefault) {
  if (!L.Shared && L.Threads > 1)
    return fmt::format(",shared:{}", L.Threads);
  if (L.Shared != SharedByDefault)
    return L.Shared ? ",shared" : ",private";
  return {};
}

} // namespace

std::string CacheModel::spec() const {
  std::string Text;
  for (size_t I = 0; I != Levels.size(); ++I) {
    const CacheLevel &L = Levels[I];
    // The parser's default: three levels or more share the last one.
    bool SharedByDefault = Levels.size() >= 3 && I + 1 == Levels.size();
    Text += fmt::format("{}={},{}{}{};", L.Name, bytesText(L.Bytes), L.Ways,
                        sharingText(L, SharedByDefault), levelWords(L));
  }
  Text += fmt::format("line={}", LineBytes);
  for (const TlbLevel &T : Tlbs)
    Text += fmt::format(";tlb={},{}", T.Entries, T.Ways);
  if (PageBytes != 4096)
    Text += fmt::format(";page={}", bytesText(PageBytes));
  return Text + (Coherent ? ";coherence=mesi" : "");
}

bool CacheModel::isPlain() const {
  return !Coherent && Tlbs.empty() && Partitions.empty() &&
         std::ranges::all_of(Levels, [](const CacheLevel &L) {
           return L.Threads == 1 && levelWords(L).empty();
         });
}

} // namespace memfacet
