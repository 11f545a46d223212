//===- HeapNames.h - from the calls in progress to a structure ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An allocation event has the allocating call and the calls in progress around
// it, innermost first. A call may stand for several functions of the source,
// inlined into one another. The first of all these frames that is neither in
// library code nor a wrapper names the memory (docs/names.md).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_NAMES_HEAPNAMES_H
#define MEMFACET_OWNERS_NAMES_HEAPNAMES_H

#include "analysis/owners/names/NamingOptions.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/support/Hash.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace memfacet::owners {

/// The place of memory in a container of the program (docs/names.md).
struct ContainerHolder {
  const decode::AllocationInfo *Frame =
      nullptr; ///< null: there is no container
  const decode::AllocationInfo *Keeper =
      nullptr;         ///< the call that gets the memory
  std::string Role;    ///< empty: memory of one kind only
  size_t Outwards = 0; ///< frames from Keeper to Frame
};

class ContainerNames {
public:
  /// \p Listed: what the user says of classes.
  ContainerNames(const decode::ModuleSet &Modules, const WrapperNames &Listed)
      : Modules(Modules), Listed(Listed) {}

  /// Returns the container that the memory of the first of \p Frames is in.
  /// Returns nothing where frames further out may change the result, unless
  /// \p Complete: there are no further ones.
  std::optional<ContainerHolder>
  holderOf(std::span<const decode::AllocationInfo *const> Frames,
           bool Complete);
  void tablesChanged() { Known = false; }

private:
  bool severalHold(std::string_view Class) const;
  bool leadsOutwards(const decode::AllocationInfo &Call) const;
  bool isContainer(const decode::AllocationInfo &Keeper,
                   const ContainerHolder &Holder, bool BySource) const;
  size_t
  keeperAmong(std::span<const decode::AllocationInfo *const> Frames) const;
  std::string roleOf(std::string_view Class, std::string_view Member,
                     bool Needed);
  void learn();

  const decode::ModuleSet &Modules;
  const WrapperNames &Listed;
  bool Known = false;
  /// The members that keep memory, and the objects, of each class.
  std::map<std::string_view, std::set<std::string_view>> Members;
  std::map<std::string_view, std::set<std::string>> Holders;
};

/// Functions that make objects for their callers (AllocationMade).
class FactoryNames {
public:
  explicit FactoryNames(const decode::ModuleSet &Modules) : Modules(Modules) {}

  /// Returns the variable or member in which all calls of \p Function put the
  /// object that it makes; empty: there are several, or none.
  std::string_view homeOf(std::string_view Function);
  void tablesChanged() { Known = false; }

private:
  void learn();

  const decode::ModuleSet &Modules;
  bool Known = false;
  /// The homes of what a function makes, and their names, by function. An empty
  /// home is a call without one.
  std::map<std::string_view, std::map<std::string, std::string_view>> Homes;
};

/// Remembers its results in a tree of calls, innermost at the root, no deeper
/// than names need.
class HeapNames {
public:
  HeapNames(const decode::ModuleSet &Modules, StructureRegistry &Structures,
            const NamingOptions &Options);

  /// Returns the structure of memory from \p Site (an Allocation entry, or 0)
  /// below the calls \p Contexts.
  StructureId structureOf(uint64_t Site, std::span<const uint64_t> Contexts);
  /// Returns the same if it was found recently; else invalid.
  StructureId recent(uint64_t Site, std::span<const uint64_t> Contexts) const;
  /// Says that addresses of entries may have other contents from now on.
  void tablesChanged();

private:
  using Frames = std::vector<const decode::AllocationInfo *>;
  struct Node {
    StructureId Certain; ///< with any calls around; else invalid
    StructureId AtEnd;   ///< without calls around; else invalid
  };
  struct Step {
    uint32_t Parent;
    uint64_t Entry;
    bool operator==(const Step &) const = default;
  };
  struct StepHash {
    size_t operator()(const Step &S) const {
      return (S.Entry ^ uint64_t(S.Parent) << 40) * GoldenRatio;
    }
  };

  bool vanishes(const decode::AllocationInfo &Frame) const;
  std::string_view homeOf(const decode::AllocationInfo &Maker);
  bool isLibrarys(const decode::AllocationInfo &Call) const;
  std::optional<Frames> framesOf(uint64_t Site,
                                 std::span<const uint64_t> Contexts) const;
  /// The frame that names the memory.
  struct NameRule {
    size_t FrameIndex; ///< NoFrame: none does
    /// The allocation of a part of a function's result; or null.
    const decode::AllocationInfo *Part = nullptr;
    std::string Name = {}; ///< of Part, by its receiver
    /// The call on the object that Part is of, whose place the memory has;
    /// null: it has that of Part.
    const decode::AllocationInfo *CallOnObject = nullptr;
  };
  static constexpr size_t NoFrame = SIZE_MAX;
  std::optional<NameRule> namingFrame(const Frames &All, bool Complete);
  std::optional<HeapName>
  find(uint64_t Site, std::span<const uint64_t> Contexts, bool Complete);
  uint32_t step(uint32_t Parent, uint64_t Entry, uint64_t Site,
                std::span<const uint64_t> Contexts);
  uint32_t findStep(Step Key, uint64_t Site,
                    std::span<const uint64_t> Contexts);

  const decode::ModuleSet &Modules;
  StructureRegistry &Structures;
  const NamingOptions Options;
  ContainerNames Containers;
  FactoryNames Factories;
  std::vector<Node> Nodes;
  std::unordered_map<Step, uint32_t, StepHash> Steps;
  /// Some of Steps, by the upper bits of their hashes: programs allocate in few
  /// places at a time.
  struct RecentStep {
    Step Key = {0, ~uint64_t(0)}; ///< no such entry exists
    uint32_t Child = 0;
  };
  static constexpr unsigned RecentBits = 10;
  static size_t recentPlace(const Step &Key) {
    return uint64_t(StepHash()(Key)) >> (64 - RecentBits);
  }
  std::vector<RecentStep> RecentSteps =
      std::vector<RecentStep>(1 << RecentBits);
};

} // namespace memfacet::owners

#endif
