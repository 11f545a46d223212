//===- Specs.cpp - specifications of caches and cores, options of runs ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/sweep/SweepSpec.h"
#include "analysis/core/CoreModel.h"
#include "analysis/gauges/signature/SignaturePlan.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet::fuzz {

namespace {

void readCaches(const std::string &Text) {
  Expected<CacheModel> M = parseCacheModel(Text);
  if (!M)
    return;
  if (!checkCacheModel(*M))
    contradiction("a specification of caches that cannot be simulated");
  Expected<CacheModel> Copy = parseCacheModel(M->spec());
  if (!Copy || Copy->spec() != M->spec() || Copy->Levels != M->Levels ||
      Copy->Tlbs != M->Tlbs)
    contradiction("caches that their own specification does not describe");
  use(checkSelectable(*M));
}

void readCores(const std::string &Text) {
  Expected<CoreModel> M = parseCoreModel(Text);
  if (!M)
    return;
  Expected<CoreModel> Copy = parseCoreModel(M->spec());
  if (!Copy || Copy->spec() != M->spec())
    contradiction("a core that its own specification does not describe");
}

void readSweep(const std::string &Text) {
  Expected<std::vector<CacheModel>> M = parseSweep(Text);
  if (M && (M->empty() || M->size() > MaxSweepModels))
    contradiction("a sweep of no models, or of too many");
}

void readPartitions(const std::string &Text) {
  CacheModel M = *parseCacheModel("L1=32K,8;L2=1M,16");
  use(addPartitions(M, {Text, Text}));
}

constexpr void (*Readers[])(const std::string &) = {
    readCaches,
    readCores,
    readSweep,
    readPartitions,
    [](const std::string &T) { use(parseSignaturePlan(T)); },
};

} // namespace

void fuzzSpecs(std::string_view Bytes) {
  Feed In(Bytes);
  auto Index = In.take<uint8_t>();
  Readers[Index % std::size(Readers)](std::string(In.rest()));
}

/// The value of the variable, up to its first zero, as a program gets it.
void fuzzSettings(std::string_view Bytes) {
  std::string Text(Bytes);
  Expected<CollectorSettings> S = CollectorSettings::parse(Text.c_str());
  if (!S)
    return;
  use(S->join(Text.c_str()));
  Expected<std::string> Joined = S->join(nullptr);
  if (!Joined)
    contradiction("options of a recording that cannot be passed on");
  Expected<CollectorSettings> Copy = CollectorSettings::parse(Joined->c_str());
  if (!Copy || *Copy->join(nullptr) != *Joined)
    contradiction("options of a recording that change on their way");
}

} // namespace memfacet::fuzz
