//===- CurveObserver.h - miss curves of what is observed ------------------===//

#ifndef MEMFACET_OBSERVERS_CURVEOBSERVER_H
#define MEMFACET_OBSERVERS_CURVEOBSERVER_H

#include "analysis/observers/Observers.h"

namespace memfacet {

enum class CurveMode { Exact, Sampled };

/// Makes what fills Profile::Curves, in lines of the simulated caches.
MakeObserver makeCurveObserver(CurveMode Mode);

} // namespace memfacet

#endif
