//===- EarlyLocals.h - thread-locals whose tables come later --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that starts while another one loads a library announces its instance
// of the library's thread-local, and its stream may be merged before the
// other's, which has the library's tables.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_EARLYLOCALS_H
#define MEMFACET_DECODE_EARLYLOCALS_H

#include "analysis/decode/Modules.h"
#include <map>

namespace memfacet::decode {

class EarlyLocals {
public:
  /// Keeps the instance at \p Address of the Global entry \p Entry.
  void add(uint64_t Entry, uint64_t Address) { Entries[Address] = Entry; }

  /// Forgets the instances in [Low, High), where other memory is now.
  void drop(uint64_t Low, uint64_t High) {
    Entries.erase(Entries.lower_bound(Low), Entries.lower_bound(High));
  }

  /// Calls \p Visit with the GlobalInfo and the address of each instance whose
  /// entry is among \p Modules' tables now, and forgets it.
  template <typename Visitor>
  void takeKnown(const ModuleSet &Modules, Visitor Visit) {
    for (auto It = Entries.begin(); It != Entries.end();) {
      const GlobalInfo *G = Modules.globalAt(It->second);
      if (G)
        Visit(*G, It->first);
      It = G ? Entries.erase(It) : std::next(It);
    }
  }

private:
  std::map<uint64_t, uint64_t> Entries; ///< by the instance's address
};

} // namespace memfacet::decode

#endif
