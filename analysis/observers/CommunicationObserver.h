//===- CommunicationObserver.h - a sample of reuse pairs ------------------===//

#ifndef MEMFACET_OBSERVERS_COMMUNICATIONOBSERVER_H
#define MEMFACET_OBSERVERS_COMMUNICATIONOBSERVER_H

#include "analysis/observers/Observers.h"
#include "memfacet/ReusePairs.h"
#include <string>

namespace memfacet {

/// Makes what fills Profile::Pairs: with the pairs that the program tells, or,
/// of a complete stream, with its own. \p Path, if not empty, gets them one by
/// one.
MakeObserver observeCommunication(const ReusePlan &Plan,
                                  const std::string &Path);

} // namespace memfacet

#endif
