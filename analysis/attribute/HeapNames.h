//===- HeapNames.h - from the calls in progress to a structure ------------===//
//
// An allocation event carries the allocating call and the calls in progress
// around it, innermost first; a call may stand for several functions of the
// source, inlined into one another. The first of all these frames that is
// neither library code nor a wrapper's names the memory (docs/names.md).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ATTRIBUTE_HEAPNAMES_H
#define MEMFACET_ATTRIBUTE_HEAPNAMES_H

#include "analysis/attribute/StructureRegistry.h"
#include "analysis/attribute/WrapperNames.h"
#include "analysis/support/Hash.h"
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet {

struct NamingOptions {
  /// Frames around the naming one that tell structures apart.
  uint32_t ContextFrames = 0;
  /// Added to what the compiler found.
  WrapperNames Wrappers;
};

/// Remembers what it found in a tree of calls, innermost at the root, no deeper
/// than names need.
class HeapNames {
public:
  HeapNames(const ModuleSet &Modules, StructureRegistry &Structures,
            const NamingOptions &Options);

  /// The structure of memory from \p Site (an Allocation entry, or 0) below the
  /// calls \p Contexts.
  StructureId structureOf(uint64_t Site, std::span<const uint64_t> Contexts);
  /// Addresses of entries may mean others from now on.
  void tablesChanged();

private:
  using Frames = std::vector<const AllocationInfo *>;
  struct Node {
    StructureId Certain; ///< whatever the calls around are; else invalid
    StructureId AtEnd;   ///< where there are none; else invalid
  };
  struct Step {
    uint32_t From;
    uint64_t Entry;
    bool operator==(const Step &) const = default;
  };
  struct StepHash {
    size_t operator()(const Step &S) const {
      return (S.Entry ^ uint64_t(S.From) << 40) * GoldenRatio;
    }
  };

  bool vanishes(const AllocationInfo &Frame) const;
  bool isLibrarys(const AllocationInfo &Call) const;
  std::optional<Frames> framesOf(uint64_t Site,
                                 std::span<const uint64_t> Contexts) const;
  std::optional<HeapName>
  find(uint64_t Site, std::span<const uint64_t> Contexts, bool Complete) const;
  uint32_t step(uint32_t From, uint64_t Entry, uint64_t Site,
                std::span<const uint64_t> Contexts);

  const ModuleSet &Modules;
  StructureRegistry &Structures;
  const NamingOptions Options;
  std::vector<Node> Nodes;
  std::unordered_map<Step, uint32_t, StepHash> Steps;
};

} // namespace memfacet

#endif
