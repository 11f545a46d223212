//===- PhaseContents.h - the code and the data of phases ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_PHASECONTENTS_H
#define MEMFACET_STUDY_PHASES_PHASECONTENTS_H

#include "analysis/study/phases/PhaseStudy.h"

namespace memfacet::study {

/// A function, and the line that executes most of its instructions.
struct PhaseCode {
  std::string Function, File;
  uint32_t Line = 0;
  double Share = 0; ///< of the phase's instructions
};

/// A structure by its name in the source; structures of one name are joined.
struct PhaseData {
  std::string Name, Title; ///< as in Structure
  double Share = 0;        ///< of the phase's misses
};

struct PhaseContents {
  std::vector<PhaseCode> Code; ///< the largest shares first
  std::vector<PhaseData> Data;
};

/// Returns the contents by phase, at most \p Most functions and structures
/// each. Misses are those of \p Level. There is no code where the runs have no
/// block vectors.
Expected<std::vector<PhaseContents>>
phaseContents(const PhaseInput &In, std::span<const uint32_t> Labels,
              uint32_t Phases, size_t Level, size_t Most);

} // namespace memfacet::study

#endif
