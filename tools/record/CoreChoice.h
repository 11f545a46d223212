//===- CoreChoice.h - the simulated core and --perfect --------------------===//

#ifndef MEMFACET_RECORD_CORECHOICE_H
#define MEMFACET_RECORD_CORECHOICE_H

#include "analysis/observers/MakeObservers.h"
#include "analysis/pipeline/Collect.h"

namespace memfacet {

/// Adds the simulation of \p Core to \p To; nothing if \p Core is empty.
Status addCore(CollectOptions &To, const std::string &Core,
               std::vector<std::vector<StructureId>> Perfect = {});

/// \p Chosen if the user chose a cache model, else the one of \p Core.
std::string cachesFor(const std::string &Core, const std::string &Chosen,
                      bool IsChosen);

/// The lists of structures that `--perfect` asks for, found in \p P, which has
/// a simulated core. There is one list for all names; top:N adds N lists, each
/// with one structure more, the one with most stall cycles first; top:N:misses,
/// the one with most first-level misses.
Expected<std::vector<std::vector<StructureId>>>
perfectScenarios(const Profile &P, const std::vector<std::string> &Words);

} // namespace memfacet

#endif
