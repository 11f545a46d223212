//===- PlantedStreams.h - streams with known periods ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams as programs may have them: phases of different levels, in which one
// or two patterns repeat, with noise; or in which nothing repeats.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_PLANTEDSTREAMS_H
#define MEMFACET_TEST_SUPPORT_PLANTEDSTREAMS_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace memfacet::test {

struct PlantedStream {
  enum class Kind { One, Two, Coarse, Drifting, Noisy, None };
  Kind Pattern;
  const char *Name;                ///< the name of the pattern
  std::vector<uint64_t> Counts;    ///< per base period
  std::vector<double> Wavelengths; ///< planted, in base periods
};

class StreamPlanter {
public:
  explicit StreamPlanter(uint64_t Seed) : Random(Seed) {}

  PlantedStream plant(PlantedStream::Kind Pattern) {
    Length = size_t(logUniform(6000, 60000));
    Values.assign(Length, 1);
    switch (Pattern) {
    case PlantedStream::Kind::One:
      return one();
    case PlantedStream::Kind::Two:
      return two();
    case PlantedStream::Kind::Coarse:
      return coarse();
    case PlantedStream::Kind::Drifting:
      return drifting();
    case PlantedStream::Kind::Noisy:
      return noisy();
    case PlantedStream::Kind::None:
      return none();
    }
    return {};
  }

private:
  using Kind = PlantedStream::Kind;

  double uniform(double Low, double High) {
    return std::uniform_real_distribution<double>(Low, High)(Random);
  }
  double logUniform(double Low, double High) {
    return std::exp(uniform(std::log(Low), std::log(High)));
  }
  double normal() { return std::normal_distribution<double>()(Random); }

  /// A wave: its value, -1 to 1, as a function of the part of the cycle.
  struct Shape {
    unsigned Form;
    double Duty;
    std::vector<double> Steps;
    double at(double Part) const {
      switch (Form) {
      case 0:
        return std::sin(2 * std::numbers::pi * Part);
      case 1:
        return Part < Duty ? 1 : -1;
      case 2:
        return 2 * Part - 1;
      case 3:
        return Part < Duty ? 1 - 2 * Part / Duty : -1;
      default:
        return Steps[size_t(Part * double(Steps.size())) % Steps.size()];
      }
    }
  };
  Shape anyShape() {
    Shape S{unsigned(Random() % 5), uniform(0.15, 0.85), {}};
    for (size_t I = 0, Count = 3 + Random() % 6; I != Count; ++I)
      S.Steps.push_back(uniform(-1, 1));
    // Equal steps would be no wave.
    S.Steps[0] = 1, S.Steps[1] = -1;
    return S;
  }

  /// Adds a wave with \p Amplitude as a part of the level. The cycles become
  /// longer or shorter by \p Drift over the stream. Returns the mean
  /// wavelength.
  double addWave(double Wavelength, double Amplitude, double Drift = 0,
                 bool Product = false) {
    Shape S = anyShape();
    double Phase = uniform(0, 1), First = Phase;
    for (size_t I = 0; I != Length; ++I) {
      double Wave = Amplitude * S.at(Phase - std::floor(Phase));
      Values[I] = Product ? Values[I] * (1 + Wave) : Values[I] + Wave;
      double Fraction = double(I) / double(Length) - 0.5;
      Phase += 1 / (Wavelength * (1 + Drift * Fraction));
    }
    return double(Length) / (Phase - First);
  }
  /// Multiplies up to three long parts by levels of 1 to 2.
  void addPhases() {
    for (size_t Left = Random() % 4; Left; --Left) {
      double Level = uniform(1, 2);
      for (size_t I = Random() % Length; I != Length; ++I)
        Values[I] *= Level;
    }
  }
  void addNoise(double Deviation) {
    for (double &Value : Values)
      Value *= std::max(0.0, 1 + Deviation * normal());
  }
  PlantedStream makeStream(Kind Pattern, const char *Name,
                           std::vector<double> Wavelengths) {
    PlantedStream S{Pattern, Name, {}, std::move(Wavelengths)};
    double Unit = logUniform(100, 100000);
    for (double Value : Values)
      S.Counts.push_back(uint64_t(std::max(0.0, Value * Unit)));
    return S;
  }

  PlantedStream one() {
    double Wavelength =
        addWave(logUniform(5, double(Length) / 60), uniform(.2, .9));
    addPhases();
    addNoise(uniform(0, 0.2));
    return makeStream(Kind::One, "one", {Wavelength});
  }
  PlantedStream two() {
    double First = logUniform(5, double(Length) / 200);
    double Second = First * logUniform(1.5, double(Length) / 60 / First);
    bool Product = Random() % 2;
    First = addWave(First, uniform(.2, .5));
    Second = addWave(Second, uniform(.2, .5), 0, Product);
    addPhases();
    addNoise(uniform(0, 0.1));
    return makeStream(Kind::Two, "two", {First, Second});
  }
  PlantedStream coarse() {
    double Wavelength =
        addWave(double(Length) / uniform(52, 100), uniform(.2, .9));
    addPhases();
    addNoise(uniform(0, 0.3));
    return makeStream(Kind::Coarse, "coarse", {Wavelength});
  }
  PlantedStream drifting() {
    double Wavelength = addWave(logUniform(5, double(Length) / 60),
                                uniform(.3, .9), uniform(-0.05, 0.05));
    addNoise(uniform(0, 0.2));
    return makeStream(Kind::Drifting, "drifting", {Wavelength});
  }
  PlantedStream noisy() {
    double Amplitude = uniform(.2, .5);
    double Wavelength = addWave(logUniform(5, double(Length) / 100), Amplitude);
    addPhases();
    addNoise(Amplitude * uniform(0.5, 1.5));
    return makeStream(Kind::Noisy, "noisy", {Wavelength});
  }

  PlantedStream none() {
    switch (Random() % 9) {
    case 0:
      return makeStream(Kind::None, "constant", {});
    case 1:
      addNoise(uniform(0.01, 1));
      return makeStream(Kind::None, "noise", {});
    case 2:
      addPhases();
      addNoise(uniform(0, 0.3));
      return makeStream(Kind::None, "phases", {});
    case 3:
      return randomSwitching();
    case 4:
      return randomWalk();
    case 5:
      for (size_t I = 0; I != Length; ++I)
        Values[I] = 1 + uniform(0, 1e-9) + 3 * double(I) / double(Length);
      addNoise(Random() % 2 ? 0 : uniform(0, 0.3));
      return makeStream(Kind::None, "ramp", {});
    case 6:
      return rareEvents();
    case 7:
      return echoes();
    default:
      for (double &Value : Values)
        Value = -std::log(uniform(1e-12, 1));
      return makeStream(Kind::None, "skewed noise", {});
    }
  }
  /// Switches between two levels at random, without memory.
  PlantedStream randomSwitching() {
    double Mean = logUniform(2, double(Length) / 20), Level = uniform(1.2, 5);
    bool High = false;
    for (double &Value : Values) {
      if (uniform(0, 1) < 1 / Mean)
        High = !High;
      Value = High ? Level : 1;
    }
    addNoise(uniform(0, 0.3));
    return makeStream(Kind::None, "switching", {});
  }
  PlantedStream randomWalk() {
    double Position = 0, Pull = logUniform(1e-4, 0.5);
    for (double &Value : Values) {
      Position += 0.02 * normal() - Pull * Position;
      Value = std::exp(std::clamp(Position, -3.0, 3.0));
    }
    return makeStream(Kind::None, "walk", {});
  }
  PlantedStream rareEvents() {
    double Rate = logUniform(10, double(Length) / 10) / double(Length);
    double Size = logUniform(1, 100);
    for (double &Value : Values)
      Value = uniform(0, 1) < Rate ? Size * uniform(0.5, 1) : 0.01;
    return makeStream(Kind::None, "rare events", {});
  }
  /// Noise that correlates with itself a little later: its spectrum has a
  /// smooth hump, no line.
  PlantedStream echoes() {
    double Last = 0, Earlier = 0, Keep = uniform(0.2, 0.7);
    for (double &Value : Values) {
      double Current = normal() - Keep * Earlier;
      Earlier = Last, Last = Current;
      Value = std::max(0.0, 1 + 0.1 * Current);
    }
    return makeStream(Kind::None, "echoes", {});
  }

  std::mt19937_64 Random;
  size_t Length = 0;
  std::vector<double> Values;
};

} // namespace memfacet::test

#endif
