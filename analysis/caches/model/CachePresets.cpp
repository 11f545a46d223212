//===- CachePresets.cpp - cache models of known machines ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"

namespace memfacet::caches {
namespace {

constexpr uint64_t K = 1024, M = 1024 * K;

CacheModel preset(const char *Name, uint32_t LineBytes,
                  std::vector<CacheLevel> Levels) {
  return {Name, "preset", LineBytes, std::move(Levels)};
}

/// Makes a model with private first and second levels, a shared third level and
/// lines of 64 bytes.
CacheModel core(const char *Name, uint64_t L1, uint32_t Ways1, uint64_t L2,
                uint32_t Ways2, uint64_t L3, uint32_t Ways3) {
  return preset(Name, 64,
                {{"L1", L1, Ways1, false},
                 {"L2", L2, Ways2, false},
                 {"L3", L3, Ways3, true}});
}

} // namespace

const std::vector<CacheModel> &cachePresets() {
  static const std::vector<CacheModel> Presets = {
      core("zen2", 32 * K, 8, 512 * K, 8, 16 * M, 16),
      core("zen3", 32 * K, 8, 512 * K, 8, 32 * M, 16),
      core("zen4", 32 * K, 8, 1 * M, 8, 32 * M, 16),
      core("zen5", 48 * K, 12, 1 * M, 16, 32 * M, 16),
      core("haswell", 32 * K, 8, 256 * K, 8, 8 * M, 16),
      core("skylake", 32 * K, 8, 256 * K, 4, 8 * M, 16),
      core("skylake-server", 32 * K, 8, 1 * M, 16, 28 * 1408 * K, 11),
      core("icelake-server", 48 * K, 12, 1280 * K, 20, 48 * M, 12),
      // The simulated machines of three papers on data structures and phases.
      preset("alpha21264", 64,
             {{"L1", 64 * K, 2, false}, {"L2", 512 * K, 1, false}}),
      preset("small-32", 32,
             {{"L1", 16 * K, 4, false}, {"L2", 1 * M, 4, false}}),
  };
  return Presets;
}

} // namespace memfacet::caches
