//===- PartitionSpec.cpp - parses ways reserved for one structure ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::caches {

/// Names may hold any character: the last '=' counts.
static Expected<WayPartition> parsePartition(const CacheModel &Model,
                                             const std::string &Text) {
  MEMFACET_CHECK(!Model.Levels.empty(), "ways are those of a level");
  size_t Equals = Text.rfind('=');
  size_t AtSign = Text.find('@', Equals == Text.npos ? 0 : Equals);
  WayPartition P;
  P.Level =
      AtSign == Text.npos ? Model.Levels[0].Name : Text.substr(AtSign + 1);
  if (Equals != Text.npos) {
    size_t End = std::min(AtSign, Text.size());
    if (!readNumber(Text.substr(Equals + 1, End - Equals - 1), P.Ways))
      P.Ways = 0;
    P.Structure = Text.substr(0, Equals);
  }
  if (P.Structure.empty() || P.Ways == 0)
    return usageError("'{}' is no partition; write a structure's name and how "
                      "many ways it has for itself, for example nodes=2 or "
                      "nodes=2@L2",
                      Text);
  if (std::ranges::find(Model.Levels, P.Level, &CacheLevel::Name) ==
      Model.Levels.end())
    return usageError("'{}' in partition '{}' is no level of this model; write "
                      "for example {}=2@{}",
                      P.Level, Text, P.Structure, Model.Levels[0].Name);
  return P;
}

Status addPartitions(CacheModel &Model, const std::vector<std::string> &Texts) {
  for (const std::string &Text : Texts) {
    Expected<WayPartition> P = parsePartition(Model, Text);
    if (!P)
      return P.error();
    Model.Partitions.push_back(std::move(*P));
  }
  return checkCacheModel(Model);
}

} // namespace memfacet::caches
