//===- TraceWriting.cpp - the accesses of a trace, written one by one -----===//

#include "tools/export/TraceWriting.h"

namespace memfacet {

void TraceWriting::forget() {
  To.restart();
  forgetCounts();
}

} // namespace memfacet
