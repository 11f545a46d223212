//===- SampledCells.cpp - estimates of a sampled run ----------------------===//

#include "tools/report/common/SampledCells.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace memfacet {

std::string sampledLine(const Profile &P, const Counts &Total) {
  return fmt::format("{} of {} accesses in {}; all counts are estimates, +- is "
                     "half a 95 % interval, and what gaps hide",
                     humanRate(P.Sampled.Accesses, Total.Accesses),
                     humanCount(Total.Accesses),
                     counted(P.Sampled.Windows, "window"));
}

/// With two digits, "0.31", "3.1", "31".
static std::string twoDigits(double Value) {
  int Behind = Value < 0.995 ? 2 : Value < 9.95 ? 1 : 0;
  return fmt::format("{:.{}f}", Value, Behind);
}

std::string countError(const SampledError &E) {
  if (E.CountPpm == SampledError::Unknown)
    return "-";
  return fmt::format("{} %", twoDigits(E.CountPpm / 1e4));
}

std::string shareError(const SampledError &E) {
  if (E.SharePpm == SampledError::Unknown)
    return "-";
  return twoDigits(E.SharePpm / 1e4);
}

const SampledErrors *errorsOf(const Profile &P, const ReportRow &Row) {
  using Role = ReportRow::Role;
  if (Row.Is == Role::Total)
    return &P.Sampled.Total;
  if (Row.Is == Role::Structure && Row.Id < P.Sampled.ByStructure.size())
    return &P.Sampled.ByStructure[Row.Id];
  return nullptr;
}

SampledError errorOf(const SampledErrors &E, const CacheModel &Caches,
                     const std::string &Column) {
  if (Column == "accesses")
    return E.Accesses;
  for (size_t L = 0; L != Caches.Levels.size() && L != E.Misses.size(); ++L) {
    std::string Name = Caches.Levels[L].Name + "-misses";
    bool Same = std::ranges::equal(Name, Column, [](char A, char B) {
      return std::tolower(static_cast<unsigned char>(A)) == B;
    });
    if (Same)
      return E.Misses[L];
  }
  return {};
}

} // namespace memfacet
