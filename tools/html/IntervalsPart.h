//===- IntervalsPart.h - each interval by itself, for a page --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of a viewer as in T. Huffmire and T. Sherwood, "Wavelet-Based Phase
// Classification", PACT 2006, section 6: pictures of accesses, the sites that
// miss, strides, and similar intervals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_INTERVALSPART_H
#define MEMFACET_HTML_INTERVALSPART_H

#include "analysis/study/phases/PhaseStudy.h"
#include "tools/html/PageData.h"

namespace memfacet::html {

Expected<report::Json> intervalsPart(const study::PhaseInput &In,
                                     const study::PhaseStudy &Study,
                                     PageNumbers &Numbers);

} // namespace memfacet::html

#endif
