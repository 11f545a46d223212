//===- Png.h - raster pictures --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_PNG_H
#define MEMFACET_REPORT_FORMAT_PNG_H

#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::report {

/// A colour; each part has one byte.
struct Colour {
  uint8_t Red = 0, Green = 0, Blue = 0;
  bool operator==(const Colour &) const = default;
};

/// Parses "#rrggbb".
Colour colourOf(std::string_view Hex);
std::string hexOf(Colour C);
/// Returns a mixture: the share \p Share (0 to 1) is \p Added, the rest is \p
/// Base.
Colour mixed(Colour Base, Colour Added, double Share);

/// A picture of dots. (0, 0) is the upper left one.
class Raster {
public:
  Raster(size_t Width, size_t Height, Colour Background = {255, 255, 255})
      : Width(Width), Dots(Width * Height, Background) {}

  size_t width() const { return Width; }
  size_t height() const { return Width == 0 ? 0 : Dots.size() / Width; }
  Colour at(size_t X, size_t Y) const {
    MEMFACET_CHECK(X < Width && Y < height(), "a dot of the picture");
    return Dots[Y * Width + X];
  }
  void set(size_t X, size_t Y, Colour C) {
    MEMFACET_CHECK(X < Width && Y < height(), "a dot of the picture");
    Dots[Y * Width + X] = C;
  }
  void fill(size_t X, size_t Y, size_t Across, size_t Down, Colour C);

private:
  size_t Width;
  std::vector<Colour> Dots;
};

/// Returns a file of the Portable Network Graphics format (W3C recommendation,
/// second edition): 8 bits for each of three colours. \p R is not empty.
std::string pngFile(const Raster &R);
/// Returns the same as the address of a picture in a drawing.
std::string pngAddress(const Raster &R);

} // namespace memfacet::report

#endif
