//===- Shards.cpp - parts of a simulation ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/commands/Shards.h"
#include "analysis/result/store/Digest.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include "tools/record/OutputNames.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <numeric>

namespace memfacet::commands {

constexpr uint32_t MostShards = 1'000'000;

std::string Shard::defaultPath() const {
  return fmt::format("memfacet.{}-of-{}.mfp", Number, Count);
}

Expected<Shard> parseShard(const std::string &Text) {
  Expected<std::string> Filled = record::fillNames(Text);
  if (!Filled)
    return Filled.error();
  std::string_view Words = *Filled;
  size_t Slash = Words.find('/');
  Shard S;
  if (Slash == Words.npos || !readNumber(Words.substr(0, Slash), S.Number) ||
      !readNumber(Words.substr(Slash + 1), S.Count) || S.Count == 0 ||
      S.Count > MostShards)
    return usageError("'{}' is no part; write for instance --shard 0/8, the "
                      "first of 8, or %r/8",
                      Text);
  if (S.Number >= S.Count)
    return usageError("part {} of {}: parts count from 0, so the last is {}",
                      S.Number, S.Count, S.Count - 1);
  return S;
}

bool isPartOfPoints(const result::Profile &P) {
  return P.Shard.Job.starts_with('{');
}

/// Returns the digest of all data that the parts of one simulation have in
/// common. What points counted differs from part to part.
static uint64_t commonDigest(const result::Profile &P) {
  result::Profile Common = P;
  Common.Shard = {};
  if (isPartOfPoints(P)) {
    Common.Structures = {}, Common.Records = {};
    Common.Streams = {};
  }
  return result::digest(Common);
}

Status checkParts(std::vector<result::Profile> &Parts,
                  const std::vector<std::string> &Files) {
  MEMFACET_CHECK(!Parts.empty() && Parts.size() == Files.size(),
                 "each file is a part");
  std::vector<size_t> Order(Parts.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::ranges::stable_sort(Order, {},
                           [&](size_t I) { return Parts[I].Shard.Number; });
  const result::ShardPart &First = Parts[0].Shard;
  uint64_t Common = commonDigest(Parts[0]);
  for (size_t I = 0; I != Parts.size(); ++I) {
    const result::ShardPart &S = Parts[I].Shard;
    if (S.empty())
      return makeError("'{}' is no part of a simulation, '{}' is", Files[I],
                       Files[0]);
    if (S.Count != First.Count || S.Job != First.Job ||
        commonDigest(Parts[I]) != Common)
      return makeError("'{}' and '{}' are parts of different simulations",
                       Files[0], Files[I]);
  }
  for (size_t I = 0; I != Order.size(); ++I) {
    uint32_t Number = Parts[Order[I]].Shard.Number;
    if (I != 0 && Number == Parts[Order[I - 1]].Shard.Number)
      return makeError("'{}' and '{}' are the same part, {} of {}",
                       Files[Order[I - 1]], Files[Order[I]], Number,
                       First.Count);
    if (Number != I)
      return makeError("part {} of {} is missing; make it with --shard {}/{}",
                       I, First.Count, I, First.Count);
  }
  if (Parts.size() != First.Count)
    return makeError("part {} of {} is missing; make it with --shard {}/{}",
                     Parts.size(), First.Count, Parts.size(), First.Count);
  std::vector<result::Profile> Sorted;
  for (size_t I : Order)
    Sorted.push_back(std::move(Parts[I]));
  Parts = std::move(Sorted);
  return {};
}

int writePart(const result::Profile &P, const std::string &Path,
              const std::string &Content) {
  if (Status Written = result::writeProfile(P, Path); !Written)
    return fail(Written.error());
  say(fmt::format("part {} of {}: {} -> {}", P.Shard.Number, P.Shard.Count,
                  Content, Path));
  if (P.Shard.Count > 1)
    say("next, when all parts are there: memfacet merge, with their files");
  else
    say("next: memfacet merge " + Path);
  return ExitGood;
}

} // namespace memfacet::commands
