//===- SharingObserver.h - lines that threads share, counted --------------===//

#ifndef MEMFACET_OBSERVERS_SHARINGOBSERVER_H
#define MEMFACET_OBSERVERS_SHARINGOBSERVER_H

#include "analysis/communication/SharingCaches.h"
#include "analysis/observers/Observers.h"

namespace memfacet {

/// Makes what fills Profile::Sharing.
MakeObserver observeSharing(const SharingPlan &Plan);

} // namespace memfacet

#endif
