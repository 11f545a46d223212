//===- Units.cpp - numbers for people -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Units.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace memfacet::report {

namespace {

using Wide = unsigned __int128;

/// Returns three significant digits.
std::string threeDigits(double Value) {
  if (Value < 9.995)
    return fmt::format("{:.2f}", Value);
  if (Value < 99.95)
    return fmt::format("{:.1f}", Value);
  return fmt::format("{:.0f}", Value);
}

} // namespace

std::string humanCount(uint64_t Value) {
  if (Value < 10'000)
    return fmt::format("{}", Value);
  double Scaled = double(Value);
  const char *Unit = "";
  for (const char *Next : {"K", "M", "G", "T", "P", "E"}) {
    if (Scaled < 999.5)
      break;
    Scaled /= 1000;
    Unit = Next;
  }
  return threeDigits(Scaled) + " " + Unit;
}

std::string humanBytes(uint64_t Value) {
  if (Value < 1024)
    return fmt::format("{} B", Value);
  double Scaled = double(Value);
  const char *Unit = "";
  for (const char *Next : {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}) {
    if (Scaled < 1024)
      break;
    Scaled /= 1024;
    Unit = Next;
  }
  bool Whole = Scaled == double(uint64_t(Scaled));
  return (Whole ? fmt::format("{}", uint64_t(Scaled)) : threeDigits(Scaled)) +
         " " + Unit;
}

std::string humanRate(uint64_t Part, uint64_t Whole) {
  if (Whole == 0)
    return "-";
  return fmt::format("{:.1f} %", 100.0 * double(Part) / double(Whole));
}

std::string humanMissRate(uint64_t Misses, uint64_t Touches) {
  bool IsOver = Touches != 0 && Misses > Touches;
  return IsOver ? "~100.0 %" : humanRate(Misses, Touches);
}

std::string tenthsText(uint32_t Tenths) {
  return fmt::format("{}.{} %", Tenths / 10, Tenths % 10);
}

std::string perThousand(uint64_t Part, uint64_t Whole) {
  if (Whole == 0)
    return "-";
  return threeDigits(1000.0 * double(Part) / double(Whole));
}

/// Returns "0.31", "3.1", "31".
static std::string twoDigits(double Value) {
  int Digits = Value < 0.995 ? 2 : Value < 9.95 ? 1 : 0;
  return fmt::format("{:.{}f}", Value, Digits);
}

std::string aroundText(uint64_t Value, uint64_t Low, uint64_t High) {
  if (Low == High)
    return "0";
  uint64_t Half =
      std::max(High - std::min(High, Value), Value - std::min(Value, Low));
  if (Half < Value)
    return twoDigits(100 * double(Half) / double(Value)) + " %";
  return humanCount(Low) + " to " + humanCount(High);
}

std::string counted(uint64_t Count, const char *Noun) {
  return fmt::format("{} {}{}", Count, Noun, Count == 1 ? "" : "s");
}

std::vector<uint32_t> sharesInTenths(const std::vector<uint64_t> &Parts) {
  constexpr uint32_t Whole = 1000;
  std::vector<uint32_t> Shares(Parts.size());
  Wide Sum = 0;
  for (uint64_t Part : Parts)
    Sum += Part;
  if (Sum == 0)
    return Shares;
  std::vector<Wide> Rests(Parts.size());
  uint32_t Total = 0;
  for (size_t I = 0; I != Parts.size(); ++I) {
    Shares[I] = uint32_t(Wide(Parts[I]) * Whole / Sum);
    Rests[I] = Wide(Parts[I]) * Whole % Sum;
    Total += Shares[I];
  }
  // The largest remainders are rounded up.
  std::vector<size_t> Order(Parts.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return Rests[A] != Rests[B] ? Rests[A] > Rests[B] : A < B;
  });
  for (size_t I = 0; Total != Whole; ++I, ++Total)
    ++Shares[Order[I]];
  return Shares;
}

} // namespace memfacet::report
