//===- SelfMaps.h - the process's own memory map --------------------------===//

#ifndef MEMFACET_RUNTIME_PROCESS_SELFMAPS_H
#define MEMFACET_RUNTIME_PROCESS_SELFMAPS_H

#include <cstdint>

namespace memfacet {

/// Half-open; {0, 0} means unknown.
struct AddressRange {
  uint64_t Low = 0, High = 0;
};

/// The mapping that holds \p Address.
AddressRange mappingOf(uint64_t Address);

/// Where the main thread's stack, which holds \p Address, may grow: down to its
/// limit, or to the mapping below it.
AddressRange mainStack(uint64_t Address);

} // namespace memfacet

#endif
