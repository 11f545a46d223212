//===- Analyses.h - the analyses of the stream, by their options ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To add an analysis: a row of MEMFACET_ANALYSES (memfacet/Options.h), and a
// file with an AccessObserver and the function that is declared here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_ANALYSES_H
#define MEMFACET_MEASURE_OBSERVERS_ANALYSES_H

#include "analysis/measure/observers/CollectOptions.h"
#include "memfacet/Options.h"

namespace memfacet::measure {

// Functions like addCurves(Plan, Options) add the observer to
// Options.Observers, and set in Options what else it needs. Plan is the value
// of the option, not empty.
#define MEMFACET_DECLARE(Name, Default, Help, Words, Enumerator, ...)          \
  Status add##Enumerator(const std::string &Plan, CollectOptions &Options);
MEMFACET_ANALYSES(MEMFACET_DECLARE)
#undef MEMFACET_DECLARE

} // namespace memfacet::measure

#endif
