//===- PhasePicture.h - pictures of phases --------------------------------===//
//
// docs/phases.md says what each shows.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_PHASEPICTURE_H
#define MEMFACET_REPORT_PHASES_PHASEPICTURE_H

#include "analysis/clustering/PrincipalAxes.h"
#include "analysis/phases/PictureCurves.h"
#include "analysis/phases/WaveletSweep.h"
#include "tools/report/format/Png.h"
#include "tools/report/phases/PhaseReport.h"
#include <memory>
#include <optional>

namespace memfacet {

/// One picture in all output forms. The report must outlive it.
class PhasePicture {
public:
  virtual ~PhasePicture() = default;
  /// Drawn with characters.
  virtual std::string text(const Terminal &Out) const = 0;
  virtual std::string svg() const = 0;
  virtual std::string json() const = 0;
  virtual std::string csv() const = 0;
  /// The dots alone, of a picture that is made of dots.
  virtual std::optional<Raster> raster() const { return std::nullopt; }
};

// What can be drawn.
//   enumerator, name
#define MEMFACET_PICTURES(X)                                                   \
  X(Ribbon, "ribbon")                                                          \
  X(Similarity, "similarity")                                                  \
  X(Projection, "projection")                                                  \
  X(ScalingTime, "scaling-time")                                               \
  X(ScalingInstructions, "scaling-instructions")                               \
  X(Accesses, "accesses")

enum class PictureKind {
#define MEMFACET_ENUMERATOR(Enumerator, Name) Enumerator,
  MEMFACET_PICTURES(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

const char *pictureName(PictureKind Kind);
Expected<PictureKind> pictureNamed(const std::string &Name);

struct PictureOptions {
  PlaneAxes Axes = PlaneAxes::Random; ///< of the projection
  uint64_t Seed = 1;                  ///< of random axes
  /// Show the similarity or accesses of this one; absent: all, or the only one.
  std::optional<uint32_t> Run, Thread;
};

using MadePicture = Expected<std::unique_ptr<PhasePicture>>;

MadePicture phasePicture(PictureKind Kind, const PhaseReport &R,
                         const PictureOptions &Options);

// One by one:
MadePicture ribbonPicture(const PhaseReport &R);
MadePicture similarityPicture(const PhaseReport &R,
                              const PictureOptions &Options);
MadePicture projectionPicture(const PhaseReport &R,
                              const PictureOptions &Options);
/// Of time, or else of instructions.
MadePicture scalingPicture(const PhaseReport &R, bool Time);
MadePicture accessesPicture(const PhaseReport &R,
                            const PictureOptions &Options);
std::unique_ptr<PhasePicture> sweepPicture(WaveletSweep Sweep,
                                           uint32_t MissLevel);

} // namespace memfacet

#endif
