//===- SignatureObserver.h - signatures of all intervals ------------------===//

#ifndef MEMFACET_OBSERVERS_SIGNATUREOBSERVER_H
#define MEMFACET_OBSERVERS_SIGNATUREOBSERVER_H

#include "analysis/observers/Observers.h"
#include "analysis/signature/SignaturePlan.h"

namespace memfacet {

/// Fills Profile::Signatures but for MissSites. Batches must end where columns
/// of the picture do: DecoderOptions::SlicesPerInterval is their number.
MakeObserver observeSignatures(const SignaturePlan &Plan,
                               uint64_t IntervalInstructions);

} // namespace memfacet

#endif
