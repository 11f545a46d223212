//===- WaveletChoice.h - how pictures become signatures -------------------===//

#ifndef MEMFACET_CLI_WAVELETCHOICE_H
#define MEMFACET_CLI_WAVELETCHOICE_H

#include "analysis/phases/SignaturePoints.h"

namespace CLI {
class App;
} // namespace CLI

namespace memfacet {

/// Options for Modulo and Wavelets of \p Signature.
void declareWavelets(CLI::App &App, SignatureOptions &Signature);

} // namespace memfacet

#endif
