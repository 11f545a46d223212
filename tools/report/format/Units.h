//===- Units.h - numbers for people ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_UNITS_H
#define MEMFACET_REPORT_FORMAT_UNITS_H

#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::report {

/// Returns "9999", "12.3 K", "4.57 M": three digits, powers of 1000.
std::string humanCount(uint64_t Value);
/// Returns "512 B", "48 KiB", "1.50 MiB": powers of 1024.
std::string humanBytes(uint64_t Value);
/// Returns "12.3 %": \p Part of \p Whole; "-" if \p Whole is 0.
std::string humanRate(uint64_t Part, uint64_t Whole);
/// Returns the same for misses and accesses, where an access may touch several
/// lines. "~100.0 %": up to twice as many misses as accesses, as for numbers
/// across two lines, and estimates. "16.4 K per access": more, as for copies.
std::string humanMissRate(uint64_t Misses, uint64_t Accesses);
/// Returns the same of a level that got \p Touches. Of an estimate, not all
/// touches of ranges are counted; then it is the rate per access of the
/// program.
inline std::string humanMissRate(uint64_t Misses, uint64_t Touches,
                                 uint64_t Accesses) {
  return humanMissRate(Misses, Misses > Touches ? Accesses : Touches);
}
/// Returns "12.3 %" for 123 tenths of a per cent.
std::string tenthsText(uint32_t Tenths);
/// Returns "0.12", "12.3", "456": \p Part per thousand of \p Whole.
std::string perThousand(uint64_t Part, uint64_t Whole);
/// Returns how far \p Low and \p High are from \p Value: "3.1 %", or "12 to 96"
/// if that is at least \p Value.
std::string aroundText(uint64_t Value, uint64_t Low, uint64_t High);
/// Returns "1 thread", "2 threads".
std::string counted(uint64_t Count, const char *Noun);

/// Returns the share of each part in the sum, in tenths of a per cent, rounded
/// so that shares add up to exactly 1000. If the sum is 0, all are 0.
std::vector<uint32_t> sharesInTenths(const std::vector<uint64_t> &Parts);

} // namespace memfacet::report

#endif
