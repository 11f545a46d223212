//===- attribute/Attributor.h - events in, the structure of accesses out --===//

#ifndef MEMFACET_ATTRIBUTE_ATTRIBUTOR_H
#define MEMFACET_ATTRIBUTE_ATTRIBUTOR_H

#include "analysis/attribute/HeapObjects.h"
#include "analysis/attribute/ModuleGlobals.h"
#include "analysis/attribute/Ownership.h"
#include "analysis/attribute/StructureRegistry.h"
#include "analysis/decode/Batch.h"
#include <span>
#include <string>
#include <vector>

namespace memfacet {

/// Follows which memory belongs to which data structure. An access belongs to
/// the structure of its first byte. Not synchronised: one thread at a time.
class Attributor {
public:
  /// \p Modules is filled while events arrive and must outlive this.
  explicit Attributor(const ModuleSet &Modules);

  void event(const Event &E);
  /// The structure of each access of \p B, by number.
  void attribute(const AccessBatch &B, std::span<uint32_t> Owners);

  const StructureRegistry &structures() const { return Structures; }
  /// What a reader of the numbers should doubt, one line each.
  std::vector<std::string> notes() const;

private:
  void mapped(const Event &E);
  void unmapped(const Event &E);
  void threadStarted(const Event &E);

  StructureRegistry Structures;
  Ownership Memory;
  ModuleGlobals Globals;
  HeapObjects Heap;
};

} // namespace memfacet

#endif
