//===- FollowedSpots.h - hot-spots of lines that were followed ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_FOLLOWEDSPOTS_H
#define MEMFACET_THREADS_COMMUNICATION_FOLLOWEDSPOTS_H

#include "analysis/result/profile/SharingTable.h"
#include "analysis/threads/communication/HotSpots.h"

namespace memfacet::threads {

/// The hot-spots of a program that has followed lines (SharingTable::Followed):
/// estimates from what was seen, in place of what a model expects of sampled
/// pairs. Sites are indices into SharingTable::Sites; nothing is known of
/// Evicted, Sent and MissRatios. \p Accesses: of the program. Of \p Options,
/// HotShare and HotCount count.
HotSpotStudy followedSpots(const result::SharingTable &S, double Accesses,
                           const HotSpotOptions &Options);

} // namespace memfacet::threads

#endif
