//===- PictureSweep.cpp - picture: wavelet sizes and modulos --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Svg.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <cmath>

namespace memfacet::report {

namespace {

constexpr double Side = 260, Left = 84, Spacing = 124, Top = 48, Bottom = 54;

using Value = std::optional<double>;

class SweepPicture : public PhasePicture {
public:
  SweepPicture(study::WaveletSweep Sweep, uint32_t MissLevel)
      : S(std::move(Sweep)), MissLevel(MissLevel) {}

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;

private:
  Value sigma(size_t Modulo, size_t Size) const {
    const auto &C = S.at(Modulo, Size);
    return C ? Value(C->Sigma) : Value();
  }
  Value time(size_t Modulo, size_t Size) const {
    const auto &C = S.at(Modulo, Size);
    return C ? Value(S.nanoseconds(*C)) : Value();
  }
  /// A combination: indices into Modulos and Sizes.
  struct Cell {
    size_t Modulo, Size;
  };
  std::vector<Cell> cells() const;
  Columns<Cell> columns() const;
  using Get = Value (SweepPicture::*)(size_t, size_t) const;

  std::string table(const std::string &Title, Get Measure,
                    const Terminal &Out) const;
  Raster contour(Get Measure, double Least, double Most) const;
  std::string plot(double X, const std::string &Title, Get Measure) const;
  std::string sigmaTitle() const {
    return fmt::format("sigma of L{} misses within phases", MissLevel + 1);
  }
  bool complete() const {
    return std::ranges::all_of(S.Cells,
                               [](const auto &C) { return C.has_value(); });
  }
  std::string missing() const {
    if (complete())
      return "";
    return fmt::format("smaller modulos need more rows; type: memfacet record "
                       "--phases=image,modulo={}K,rows={}\n",
                       S.Modulos.back() >> 10, S.RowsNeeded);
  }

  study::WaveletSweep S;
  uint32_t MissLevel;
};

std::string SweepPicture::table(const std::string &Title, Get Measure,
                                const Terminal &Out) const {
  Table T;
  T.Columns = {{"modulo"}};
  for (size_t Size : S.Sizes)
    T.Columns.push_back({fmt::format("{0} x {0}", Size)});
  for (size_t M = 0; M != S.Modulos.size(); ++M) {
    TableRow Row;
    Row.Cells = {humanBytes(S.Modulos[M])};
    for (size_t I = 0; I != S.Sizes.size(); ++I) {
      Value V = (this->*Measure)(M, I);
      Row.Cells.push_back(V ? fmt::format("{:.4g}", *V) : "-");
    }
    T.Rows.push_back(std::move(Row));
  }
  return Title + "\n" + renderTable(T, Out);
}

std::string SweepPicture::text(const Terminal &Out) const {
  return table(
             fmt::format("{}; of all intervals {:.4g}", sigmaTitle(), S.Sigma),
             &SweepPicture::sigma, Out) +
         "\n" +
         table("processor time, ns per instruction", &SweepPicture::time, Out) +
         missing();
}

/// Draws values in steps, darker for more, as in the paper; the edges of the
/// steps are the contours. Between the sizes and modulos that were tried, both
/// by logarithm, values are bilinear; white where one is missing.
Raster SweepPicture::contour(Get Measure, double Least, double Most) const {
  constexpr size_t Dots = 160, Steps = 8;
  constexpr double Darkest = 0.85;
  Raster Result(Dots, Dots);
  auto Place = [](size_t Dot, size_t Points) {
    return (double(Dot) + 0.5) / double(Dots) * double(Points - 1);
  };
  for (size_t Y = 0; Y != Dots; ++Y)
    for (size_t X = 0; X != Dots; ++X) {
      double C = Place(X, S.Sizes.size()),
             R = Place(Dots - 1 - Y, S.Modulos.size());
      auto Column = size_t(C), Row = size_t(R);
      size_t NextRow = std::min(Row + 1, S.Modulos.size() - 1);
      Value Corners[] = {(this->*Measure)(Row, Column),
                         (this->*Measure)(Row, Column + 1),
                         (this->*Measure)(NextRow, Column),
                         (this->*Measure)(NextRow, Column + 1)};
      if (!std::ranges::all_of(Corners, [](Value V) { return V.has_value(); }))
        continue;
      double Across = C - double(Column), Up = R - double(Row);
      double V =
          (1 - Up) * ((1 - Across) * *Corners[0] + Across * *Corners[1]) +
          Up * ((1 - Across) * *Corners[2] + Across * *Corners[3]);
      double Share = Most > Least ? (V - Least) / (Most - Least) : 0;
      double Step = std::min(std::floor(Share * Steps), double(Steps - 1));
      Result.set(X, Y, greyOf(0.1 + (Darkest - 0.1) * Step / (Steps - 1)));
    }
  return Result;
}

std::string SweepPicture::plot(double X, const std::string &Title,
                               Get Measure) const {
  double Least = 1e300, Most = -1e300;
  for (size_t M = 0; M != S.Modulos.size(); ++M)
    for (size_t I = 0; I != S.Sizes.size(); ++I)
      if (Value V = (this->*Measure)(M, I))
        Least = std::min(Least, *V), Most = std::max(Most, *V);
  auto PlaceOf = [](size_t I, size_t Points) {
    return Points < 2 ? Side / 2 : Side * double(I) / double(Points - 1);
  };
  std::string Text =
      svgText(X, 20, "start", Title) +
      svgRaster(X, Top, Side, Side, contour(Measure, Least, Most));
  for (size_t M = 0; M != S.Modulos.size(); ++M) {
    double Y = Top + Side - PlaceOf(M, S.Modulos.size());
    Text += svgText(X - 22, Y + 4, "end", humanBytes(S.Modulos[M]));
    for (size_t I = 0; I != S.Sizes.size(); ++I) {
      double Tick = X + PlaceOf(I, S.Sizes.size());
      if (M == 0)
        Text += svgText(Tick, Top + Side + 22, "middle",
                        fmt::format("{0}x{0}", S.Sizes[I]));
      Value V = (this->*Measure)(M, I);
      Text += fmt::format(
          "<g font-size=\"9\" stroke=\"white\" "
          "stroke-width=\"2.5\" paint-order=\"stroke\">{}</g>",
          svgText(Tick, Y + 3, "middle", V ? fmt::format("{:.3g}", *V) : "-"));
    }
  }
  return Text +
         svgText(X + Side / 2, Top + Side + 40, "middle",
                 "size of the picture") +
         svgText(X - 22, Top - 14, "end", "modulo");
}

std::string SweepPicture::svg() const {
  double Second = Left + Side + Spacing;
  return svgDocument(Second + Side + 30, Top + Side + Bottom,
                     plot(Left, sigmaTitle(), &SweepPicture::sigma) +
                         plot(Second, "processor time, ns per instruction",
                              &SweepPicture::time));
}

std::vector<SweepPicture::Cell> SweepPicture::cells() const {
  std::vector<Cell> Cells;
  for (size_t M = 0; M != S.Modulos.size(); ++M)
    for (size_t I = 0; I != S.Sizes.size(); ++I)
      if (S.at(M, I))
        Cells.push_back({M, I});
  return Cells;
}

Columns<SweepPicture::Cell> SweepPicture::columns() const {
  auto Rounded = [this](const char *Key, int Digits, auto GetValue) {
    return Column<Cell>{
        .Key = Key,
        .Value = [=,
                  this](auto &C) { return GetValue(*S.at(C.Modulo, C.Size)); },
        .Cell =
            [=, this](auto &C) {
              return fmt::format("{:.{}g}", GetValue(*S.at(C.Modulo, C.Size)),
                                 Digits);
            }};
  };
  return {
      forPrograms("modulo", [this](auto &C) { return S.Modulos[C.Modulo]; }),
      forPrograms("size", [this](auto &C) { return S.Sizes[C.Size]; }),
      forPrograms("phases",
                  [this](auto &C) { return S.at(C.Modulo, C.Size)->Phases; }),
      Rounded("sigma", 6, [](auto &V) { return V.Sigma; }),
      Rounded("variation", 6, [](auto &V) { return V.Variation; }),
      forJson("seconds",
              [this](auto &C) { return S.at(C.Modulo, C.Size)->Seconds; }),
      Rounded("ns_per_instruction", 4,
              [this](auto &V) { return S.nanoseconds(V); })};
}

std::string SweepPicture::json() const {
  return jsonText({{"schema", ReportSchemaVersion},
                   {"miss_level", MissLevel + 1},
                   {"sigma", S.Sigma},
                   {"instructions", S.Instructions},
                   {"cells", jsonRows(columns(), cells())}});
}

std::string SweepPicture::csv() const { return csvText(columns(), cells()); }

} // namespace

std::unique_ptr<PhasePicture> sweepPicture(study::WaveletSweep Sweep,
                                           uint32_t MissLevel) {
  return std::make_unique<SweepPicture>(std::move(Sweep), MissLevel);
}

} // namespace memfacet::report
