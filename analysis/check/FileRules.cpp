//===- FileRules.cpp - invariants of a profile's tables and views ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/Invariants.h"
#include "analysis/result/store/Database.h"
#include "analysis/result/store/QueryFile.h"
#include "analysis/result/store/Schema.h"
#include "analysis/result/store/Views.h"
#include "memfacet/Check.h"
#include <optional>
#include <set>

namespace memfacet::check {

namespace {

bool hasTables(const ProfileFacts &F) { return F.File && F.File->Tables; }

/// Returns the only number that \p Sql gives, or nothing.
std::optional<uint64_t> ask(const ProfileFacts &F, const std::string &Sql) {
  MEMFACET_CHECK(hasTables(F), "rules of tables begin by asking for them");
  Expected<result::QueryResult> R = F.File->Tables->ask(Sql);
  std::vector<result::QueryValue> Row;
  if (!R)
    return std::nullopt;
  Expected<bool> More = R->next(Row);
  if (!More || !*More || Row.empty())
    return std::nullopt;
  if (const auto *Number = std::get_if<int64_t>(&Row[0]))
    return uint64_t(*Number);
  if (std::holds_alternative<std::monostate>(Row[0]))
    return 0; // the sum of nothing
  return std::nullopt;
}

/// Compares two numbers. \p Found and \p Wanted are SQL of a number each.
void compare(const ProfileFacts &F, Comparisons &V, const std::string &Found,
             const std::string &Wanted, const std::string &Name) {
  std::optional<uint64_t> A = ask(F, "SELECT " + Found),
                          B = ask(F, "SELECT " + Wanted);
  V.expect(A && B, "{} cannot be asked for", Name);
  if (A && B)
    V.equal(*A, *B, "{}", Name);
}

std::string levelColumn(size_t L, const char *What) {
  return fmt::format("l{}_{}", L + 1, What);
}

} // namespace

void checkReadable(const ProfileFacts &F, Comparisons &V) {
  if (F.File)
    V.expect(F.File->Unreadable.empty(), "{}", F.File->Unreadable);
}

void checkCheckValue(const ProfileFacts &F, Comparisons &V) {
  if (F.File)
    V.expect(F.File->FitsCheckValue,
             "the contents were changed by another program");
}

void checkPages(const ProfileFacts &F, Comparisons &V) {
  if (!F.File)
    return;
  Expected<result::Database> D =
      result::Database::open(F.File->Path, result::Database::Mode::Read);
  V.expect(bool(D), "cannot be opened");
  if (!D)
    return;
  Expected<uint64_t> Free = D->number("PRAGMA freelist_count");
  V.equal(Free ? *Free : 1, 0, "free pages");
  Expected<result::Statement> Check = D->prepare("PRAGMA integrity_check(1)");
  Expected<bool> Row = Check ? Check->next() : Check.error();
  V.expect(Row && *Row && Check->text(0) == "ok", "SQLite finds: {}",
           Row && *Row ? Check->text(0) : "nothing");
}

void checkTables(const ProfileFacts &F, Comparisons &V) {
  if (!F.File)
    return;
  V.expect(F.File->Tables != nullptr, "{}", F.File->NoTables);
  Expected<result::Database> D =
      result::Database::open(F.File->Path, result::Database::Mode::Read);
  Expected<uint64_t> Version = D ? D->number("PRAGMA user_version") : D.error();
  if (!Version || *Version != result::ProfileVersion)
    return; // earlier ones are converted
  std::set<std::string> Names;
  for (const result::TableText &T : result::profileTables())
    if (T.In.contains(*Version))
      Names.insert(std::string(T.Name));
  for (const result::ViewText &Each : result::profileViews(F.Levels))
    Names.insert(Each.Name);
  Expected<result::Statement> All = D->prepare(
      "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex%'");
  if (!All)
    return;
  for (Expected<bool> Row = All->next(); Row && *Row; Row = All->next())
    V.expect(Names.contains(All->text(0)), "'{}' is none of ours",
             All->text(0));
}

void checkLevelRows(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F))
    return;
  compare(F, V, "count(*) FROM structure_levels",
          fmt::format("count(*) * {} FROM structure_rows", F.Levels),
          "rows of structures' levels");
}

void checkStructuresView(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F))
    return;
  for (size_t L = 0; L != F.Levels; ++L)
    for (const char *What : {"accesses", "misses", "writebacks"})
      compare(F, V,
              fmt::format("sum({}) FROM structures", levelColumn(L, What)),
              fmt::format("sum({}) FROM structure_levels WHERE level = {}",
                          What, L),
              fmt::format("{} of {} in the view structures", What, F.level(L)));
}

void checkSitesView(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F) || F.P.Sites.empty())
    return;
  for (size_t L = 0; L != F.Levels; ++L)
    compare(F, V, fmt::format("sum({}) FROM sites", levelColumn(L, "misses")),
            fmt::format("sum(misses) FROM site_levels WHERE level = {}", L),
            fmt::format("misses of {} in the view sites", F.level(L)));
}

void checkUsesView(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F) || F.P.Sites.empty() || !F.P.HasSiteAccesses)
    return;
  compare(F, V, "sum(accesses) FROM site_structures",
          "sum(accesses) FROM site_rows",
          "accesses in the view site_structures");
}

void checkEvictionsView(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F) || F.P.Memory.Evictions.empty())
    return;
  compare(F, V, "sum(evictions) FROM evictions",
          "sum(evictions) FROM eviction_rows",
          "evictions in the view evictions");
}

void checkIntervalsView(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F) || F.P.Streams.empty() || !F.readsAll())
    return;
  compare(
      F, V, "sum(accesses) FROM intervals",
      fmt::format("sum(total) FROM streams WHERE measure = {} AND thread <> "
                  "{} AND structure <> {}",
                  uint32_t(result::Measure::Accesses), result::Stream::Process,
                  StructureId().Value),
      "accesses in the view intervals");
}

void checkCurveRows(const ProfileFacts &F, Comparisons &V) {
  if (!hasTables(F) || F.P.Curves.Curves.empty())
    return;
  compare(F, V, "sum(touches - compulsory) FROM curves",
          "sum(touches) FROM curve_reuses",
          "touches that are not of new lines");
  compare(F, V,
          "count(*) FROM curves c WHERE touches <> compulsory + (SELECT "
          "coalesce(sum(r.touches), 0) FROM curve_reuses r WHERE r.scope = "
          "c.scope AND r.structure = c.structure)",
          "0", "curves whose touches are not those by distance");
}

} // namespace memfacet::check
