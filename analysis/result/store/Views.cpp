//===- Views.cpp - a profile's tables, joined as people think of them -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Views.h"
#include <fmt/format.h>

namespace memfacet::result {

namespace {

/// Returns \p Text for each level, with {0} for its number and {1} for the
/// number in names: level 0 is l1.
std::string forLevels(size_t Levels, fmt::string_view Text) {
  std::string All;
  for (size_t L = 0; L != Levels; ++L)
    All += fmt::vformat(Text, fmt::make_format_args(L, L + 1));
  return All;
}

std::string structuresView(size_t Levels) {
  return "SELECT s.*" +
         forLevels(Levels, ", l{1}.accesses AS l{1}_accesses, "
                           "l{1}.misses AS l{1}_misses, "
                           "l{1}.writebacks AS l{1}_writebacks") +
         " FROM structure_rows s" +
         forLevels(Levels, " LEFT JOIN structure_levels l{1} ON "
                           "l{1}.structure = s.id AND l{1}.level = {0}");
}

std::string sitesView(size_t Levels) {
  return "SELECT s.*" +
         forLevels(Levels,
                   ", (SELECT coalesce(sum(misses), 0) FROM site_levels WHERE "
                   "site = s.id AND level = {0}) AS l{1}_misses") +
         " FROM site_rows s";
}

/// Each site and structure that are in a table of counts together.
constexpr const char *Uses = "(SELECT site, structure FROM site_accesses UNION "
                             "SELECT site, structure FROM site_levels) u";

std::string missesOfUse(size_t Levels) {
  return forLevels(Levels, ", coalesce(l{1}.misses, 0) AS l{1}_misses");
}
std::string joinUse(size_t Levels) {
  return " LEFT JOIN site_accesses a ON a.site = u.site AND a.structure = "
         "u.structure" +
         forLevels(Levels, " LEFT JOIN site_levels l{1} ON l{1}.site = u.site "
                           "AND l{1}.structure = u.structure AND l{1}.level = "
                           "{0}");
}

std::string siteStructuresView(size_t Levels) {
  return fmt::format(
      "SELECT u.site, u.structure, d.name, s.file, s.line, s.position, "
      "s.function, s.writes, coalesce(a.accesses, 0) AS accesses{} FROM {} "
      "JOIN site_rows s ON s.id = u.site "
      "JOIN structure_rows d ON d.id = u.structure{}",
      missesOfUse(Levels), Uses, joinUse(Levels));
}

std::string evictionsView(size_t) {
  return "SELECT e.*, c.name AS level_name, v.name AS victim_name, "
         "w.name AS evictor_name FROM eviction_rows e "
         "JOIN cache_levels c ON c.level = e.level "
         "JOIN structure_rows v ON v.id = e.victim "
         "JOIN structure_rows w ON w.id = e.evictor";
}

/// Where a site accesses a record that the structure's elements have inside of
/// them, in one place only, it accesses a member of the element.
std::string fieldsView(size_t Levels) {
  std::string Targets = fmt::format(
      "SELECT u.site, u.structure, coalesce(a.accesses, 0) AS accesses, "
      "s.writes{}, f.bytes AS length, f.byte_offset, "
      "f.record AS accessed, e.record AS element, "
      "(SELECT CASE WHEN min(p.bit_offset) = max(p.bit_offset) "
      "THEN min(p.bit_offset) / 8 END FROM record_parts p "
      "WHERE p.record = e.record AND p.type = r.name) AS inside, "
      "q.name = r.name AND q.bytes = r.bytes AS same FROM {} "
      "JOIN site_rows s ON s.id = u.site JOIN site_fields f ON f.site = u.site "
      "JOIN records r ON r.id = f.record "
      "LEFT JOIN structure_records e ON e.structure = u.structure "
      "LEFT JOIN records q ON q.id = e.record{}",
      missesOfUse(Levels), Uses, joinUse(Levels));
  std::string Placed =
      "SELECT *, CASE WHEN accessed = element OR same OR inside IS NOT NULL "
      "THEN element ELSE accessed END AS record, "
      "8 * (byte_offset + CASE WHEN accessed = element OR same THEN 0 ELSE "
      "coalesce(inside, 0) END) AS first FROM targets";
  // What has no length accesses the whole record, or at least one byte.
  std::string Ends =
      "SELECT t.*, t.first + 8 * CASE WHEN t.length > 0 THEN t.length WHEN "
      "t.first > 0 THEN 1 ELSE r.bytes END AS last FROM placed t "
      "JOIN records r ON r.id = t.record";
  // In arrays of records: the first element that ends after the beginning of
  // the access.
  std::string Element =
      "CASE WHEN m.stride_bits > 0 AND t.first >= m.bit_offset + m.bits THEN "
      "(t.first - m.bit_offset - m.bits) / m.stride_bits + 1 ELSE 0 END";
  return fmt::format(
      "WITH targets AS ({0}), placed AS ({1}), ends AS ({2}) "
      "SELECT t.structure, d.name, r.name AS record, m.position, "
      "m.name AS member, m.type, m.bit_offset / 8 AS byte_offset, "
      "(m.bits + 7) / 8 AS bytes, sum(t.accesses) AS accesses, "
      "sum(CASE WHEN t.writes THEN t.accesses ELSE 0 END) AS stores{3} "
      "FROM ends t JOIN record_members m ON m.record = t.record AND {4} < "
      "m.count AND m.bit_offset + {4} * m.stride_bits < t.last AND "
      "m.bit_offset + m.bits + {4} * m.stride_bits > t.first "
      "JOIN records r ON r.id = t.record "
      "JOIN structure_rows d ON d.id = t.structure "
      "GROUP BY t.structure, t.record, m.position",
      Targets, Placed, Ends,
      forLevels(Levels, ", sum(t.l{1}_misses) AS l{1}_misses"), Element);
}

/// A phase ends where the thread's next one begins.
std::string phasesView(size_t) {
  return "WITH p AS (SELECT position, thread, name, instructions AS first, "
         "coalesce(lead(instructions) OVER (PARTITION BY thread ORDER BY "
         "position), (SELECT max(t.instructions, m.instructions) FROM threads "
         "t WHERE t.id = m.thread)) AS last FROM markers m WHERE kind = "
         "'phase'), period AS (SELECT max(value, 1) AS period FROM meta WHERE "
         "key = 'interval_instructions') "
         "SELECT row_number() OVER (ORDER BY position) AS number, thread, "
         "name, first AS begin, last AS end, last - first AS instructions, "
         "coalesce((SELECT max(interval) FROM interval_places i WHERE "
         "i.thread = p.thread AND i.start <= first), first / period) AS "
         "first_interval, coalesce((SELECT max(interval) FROM interval_places "
         "i WHERE i.thread = p.thread AND i.start < max(last, first + 1)), "
         "(max(last, first + 1) - 1) / period) AS last_interval FROM p, period";
}

/// Returns the columns of one end of a row of `communication`: \p V and \p S
/// are a vertex and its site, \p D is its structure.
std::string endColumns(const char *Name, const char *V, const char *S,
                       const char *D) {
  return fmt::format("{1}.thread AS {0}_thread, {3}.name AS {0}_structure, "
                     "{2}.file AS {0}_file, {2}.line AS {0}_line, "
                     "{2}.function AS {0}_function, {2}.kind AS {0}_kind",
                     Name, V, S, D);
}

std::string communicationView(size_t) {
  std::string Ends = endColumns("from", "f", "g", "h") + ", " +
                     endColumns("to", "t", "u", "w");
  auto Joined = [](const char *Vertices, const char *Sites) {
    return fmt::format(
        "JOIN {0} f ON f.id = e.first JOIN {0} t ON t.id = e.second "
        "LEFT JOIN {1} g ON g.id = f.site LEFT JOIN {1} u ON u.id = t.site "
        "LEFT JOIN structure_rows h ON h.id = f.structure "
        "LEFT JOIN structure_rows w ON w.id = t.structure "
        "WHERE f.thread <> t.thread",
        Vertices, Sites);
  };
  return fmt::format(
      "SELECT 'all' AS counted, {0}, e.cold, e.true_sharing, e.false_sharing, "
      "e.bytes, NULL AS pairs FROM sharing_edges e {1} UNION ALL "
      "SELECT 'sampled', {0}, NULL, NULL, NULL, NULL, e.pairs * (SELECT period "
      "FROM pair_samples) FROM pairs e {2}",
      Ends, Joined("sharing_vertices", "sharing_sites"),
      Joined("pair_vertices", "pair_sites"));
}

} // namespace

std::string ViewText::definition() const {
  return fmt::format("CREATE VIEW {} AS {}", Name, Select);
}

std::vector<ViewText> profileViews(size_t Levels) {
  return {{"structures", structuresView(Levels)},
          {"sites", sitesView(Levels)},
          {"site_structures", siteStructuresView(Levels)},
          {"evictions", evictionsView(Levels)},
          {"fields", fieldsView(Levels)},
          {"phases", phasesView(Levels)},
          {"communication", communicationView(Levels)}};
}

} // namespace memfacet::result
