//===- WaveletChoice.cpp - how pictures become signatures -----------------===//

#include "tools/cli/WaveletChoice.h"
#include <CLI/CLI.hpp>
#include <map>

namespace memfacet {

static const std::map<std::string, Bands> BandNames = {{"paper", Bands::Paper},
                                                       {"haar", Bands::Haar}};
static const std::map<std::string, Shrinking> ScalingNames = {
    {"area", Shrinking::Area}, {"nearest", Shrinking::Nearest}};

void declareWavelets(CLI::App &App, SignatureOptions &Signature) {
  WaveletOptions &W = Signature.Wavelets;
  App.add_option(
         "--modulo", Signature.Modulo,
         "pictures: addresses modulo so many bytes, at most as recorded "
         "[as recorded]")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES");
  App.add_option("--wavelet-size", W.Size, "pictures become N x N")
      ->check(CLI::IsMember({4, 8, 16, 32, 64}))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--wavelet-scaling", W.Scale,
                 "by the mean of the area, or the nearest dot")
      ->transform(CLI::CheckedTransformer(ScalingNames))
      ->default_str("area")
      ->type_name("HOW");
  App.add_option("--wavelet-bands", W.Weighted,
                 "which coefficients share a weight: as the paper says, or the "
                 "transform's own bands (haar)")
      ->transform(CLI::CheckedTransformer(BandNames))
      ->default_str("paper")
      ->type_name("WHICH");
  App.add_option("--wavelet-saturation", W.Saturation,
                 "dots count up to here, as 255 grey levels would; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
}

} // namespace memfacet
