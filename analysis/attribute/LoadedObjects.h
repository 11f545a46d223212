//===- LoadedObjects.h - whose code an address is in ----------------------===//

#ifndef MEMFACET_ATTRIBUTE_LOADEDOBJECTS_H
#define MEMFACET_ATTRIBUTE_LOADEDOBJECTS_H

#include "analysis/attribute/StructureRegistry.h"
#include <map>

namespace memfacet {

/// The data of loaded objects, as events announce it. Their code lies
/// before some of it.
class LoadedObjects {
public:
  /// \p S: of the object's data.
  void add(uint64_t Low, uint64_t High, StructureId S);
  void remove(uint64_t Low, uint64_t High);
  /// The structure of the object whose code is at \p Code; else
  /// StructureRegistry::Library.
  StructureId around(uint64_t Code) const;

private:
  std::map<uint64_t, StructureId> ByLow;
};

} // namespace memfacet

#endif
