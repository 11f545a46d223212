//===- CoarserStreams.h - streams with longer intervals -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_COARSERSTREAMS_H
#define MEMFACET_RESULT_STORE_COARSERSTREAMS_H

#include "analysis/result/profile/Streams.h"

namespace memfacet::result {

/// Returns \p Set, which is sorted, with 2^\p Shift intervals merged into one.
/// Returns an error if bytes of a stream cannot be read.
Expected<StreamSet> coarserStreams(const StreamSet &Set, unsigned Shift);

} // namespace memfacet::result

#endif
