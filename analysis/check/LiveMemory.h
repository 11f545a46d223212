//===- LiveMemory.h - what each access of a trace lies in, slowly ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reference for the attributor: plain maps, no shadow, no names. It tells
// classes of memory apart, not structures.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CHECK_LIVEMEMORY_H
#define MEMFACET_CHECK_LIVEMEMORY_H

#include "analysis/check/Comparisons.h"
#include "analysis/decode/Batch.h"
#include "analysis/decode/Modules.h"
#include "analysis/result/profile/Profile.h"
#include <map>
#include <set>

namespace memfacet::check {

class LiveMemory final : public decode::BatchSink {
public:
  /// Blocks of libraries are called after the library: they are in one class
  /// with mappings.
  enum Class { Allocated, Static, Stack, Nothing };
  static constexpr size_t Classes = Nothing + 1;

  explicit LiveMemory(const decode::ModuleSet &Modules) : Modules(Modules) {}

  void batch(const decode::AccessBatch &B) override;
  void event(const decode::Event &E) override;

  /// Compares with what \p P, of the same trace, says. Does nothing if \p P
  /// counts only some of the accesses, or if the program's own marks divide
  /// objects.
  void compare(const result::Profile &P, Comparisons &V) const;

private:
  struct Object {
    uint64_t High;
    Class Kind;
  };
  using Ranges = std::map<uint64_t, uint64_t>; ///< disjoint; low, high

  Class classOf(uint64_t Address) const;
  static bool contains(const Ranges &In, uint64_t Address);
  static void remove(Ranges &Target, uint64_t Low, uint64_t High);
  void claim(uint64_t Low, uint64_t Bytes, Class Kind);
  void unmap(uint64_t Low, uint64_t High);
  bool isGlobal(uint64_t Low, const Object &O) const;
  void addGlobals();
  void claimThreadLocal(const decode::GlobalInfo &G, uint64_t Low);
  void unload(uint32_t Module);
  void threadStarted(uint64_t Low, uint64_t High);
  void allocated(const decode::Event &E, uint64_t Low, uint64_t Bytes);
  void released(const decode::Event &E, uint64_t Low);

  const decode::ModuleSet &Modules;
  std::map<uint64_t, Object> Objects; ///< disjoint, by low
  Ranges Stacks, Mappings;
  Ranges Arenas; ///< globals that the program hands out in blocks
  std::set<uint64_t> ThreadLocals;
  decode::EarlyLocals Early;
  std::set<uint32_t> Changed;
  std::map<uint32_t, size_t> Known; ///< globals of modules
  /// Key: thread; the bytes of the block that its realloc released last.
  std::map<uint32_t, uint64_t> Released;
  std::array<uint64_t, Classes> Accesses = {};
  bool OnlySome = false;
};

} // namespace memfacet::check

#endif
