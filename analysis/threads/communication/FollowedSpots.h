//===- FollowedSpots.h - hot-spots of followed lines ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_FOLLOWEDSPOTS_H
#define MEMFACET_THREADS_COMMUNICATION_FOLLOWEDSPOTS_H

#include "analysis/result/profile/SharingTable.h"
#include "analysis/threads/communication/HotSpots.h"
#include <utility>

namespace memfacet::threads {

/// Returns the hot-spots of a program with followed lines
/// (SharingTable::Followed). They are estimated from recorded misses, not by a
/// model of sampled pairs. Sites are indices into SharingTable::Sites. Evicted,
/// Sent and MissRatios are not known. \p Accesses: those of the program. Only
/// HotShare and HotCount of \p Options are used.
HotSpotStudy followedSpots(const result::SharingTable &S, double Accesses,
                           const HotSpotOptions &Options);

/// Returns the 95 % interval of all misses of lines that were followed.
/// Structures err independently of each other. A range may reach further to one
/// side.
std::pair<double, double> followedInterval(const result::SharingTable &S);

} // namespace memfacet::threads

#endif
