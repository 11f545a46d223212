//===- CoreChoice.h - the core that was asked for -------------------------===//

#ifndef MEMFACET_RECORD_CORECHOICE_H
#define MEMFACET_RECORD_CORECHOICE_H

#include "analysis/observers/CoreObserver.h"
#include "analysis/pipeline/Collect.h"

namespace memfacet {

/// Adds the simulation of \p Core, which may be empty: none.
Status addCore(CollectOptions &To, const std::string &Core,
               std::vector<std::vector<StructureId>> Perfect = {});

/// The cache model that belongs to \p Core where the user chose none; else
/// \p Chosen.
std::string cachesFor(const std::string &Core, const std::string &Chosen,
                      bool IsChosen);

/// What `--perfect` asks for: names, and top:N, of structures in \p P, which
/// knows a core. One list for all names and, with top:N, one for each
/// structure that is added to them, the one with most stall cycles first;
/// with top:N:misses, with most first-level misses.
Expected<std::vector<std::vector<StructureId>>>
perfectScenarios(const Profile &P, const std::vector<std::string> &Words);

} // namespace memfacet

#endif
