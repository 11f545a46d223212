//===- DetailView.cpp - one level of the detailed simulation --------------===//

#include "tools/report/structures/DetailView.h"
#include "tools/report/format/Units.h"
#include "tools/support/Suggest.h"
#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>

namespace memfacet {

static std::string upperCase(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    C = char(std::toupper(static_cast<unsigned char>(C)));
  return Result;
}

Expected<size_t> levelNamed(const CacheModel &Caches, std::string_view Name) {
  std::vector<std::string> Names;
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    if (Name.empty() || upperCase(Name) == upperCase(Caches.Levels[L].Name))
      return L;
    Names.push_back(Caches.Levels[L].Name);
  }
  return makeError("unknown cache level '{}'{}; levels: {}", Name,
                   didYouMean(std::string(Name), Names),
                   fmt::join(Names, ", "));
}

std::vector<DetailRow> detailRows(const Profile &P,
                                  const DetailOptions &Options) {
  std::vector<DetailRow> Rows;
  for (uint32_t Id = 0; Id != P.Memory.ByStructure.size(); ++Id)
    if (const MemoryCounters &C = P.Memory.ByStructure[Id];
        C != MemoryCounters())
      Rows.push_back({P.Structures[Id].Name, {Id}, C});
  std::ranges::sort(Rows, [&](const DetailRow &A, const DetailRow &B) {
    const LevelDetail &OfA = A.Sum.Levels[Options.Level];
    const LevelDetail &OfB = B.Sum.Levels[Options.Level];
    if (OfA.Misses != OfB.Misses)
      return OfA.Misses > OfB.Misses;
    return OfA.Accesses != OfB.Accesses ? OfA.Accesses > OfB.Accesses
                                        : A.Members < B.Members;
  });
  if (Rows.size() <= Options.Top)
    return Rows;
  DetailRow Others;
  Others.Name = "[" + counted(Rows.size() - Options.Top, "other") + "]";
  for (size_t I = Options.Top; I != Rows.size(); ++I) {
    Others.Members.push_back(Rows[I].Members[0]);
    Others.Sum += Rows[I].Sum;
  }
  Rows.resize(Options.Top);
  Rows.push_back(std::move(Others));
  return Rows;
}

double bytesPerCycle(const Profile &P, const MemoryCounters &C) {
  uint64_t Cycles = 0;
  for (const CoreThreadTimes &T : P.Core.Threads)
    Cycles = std::max(Cycles, T.Cycles);
  uint64_t Lines = C.MemoryReads + C.MemoryWrites;
  return Cycles ? double(Lines * P.Caches.LineBytes) / double(Cycles) : 0;
}

MemoryCounters detailTotal(const Profile &P) {
  MemoryCounters Sum;
  for (const MemoryCounters &C : P.Memory.ByStructure)
    Sum += C;
  return Sum;
}

} // namespace memfacet
