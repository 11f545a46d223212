//===- Modulus.h - remainders without a division --------------------------===//

#ifndef MEMFACET_SIGNATURE_MODULUS_H
#define MEMFACET_SIGNATURE_MODULUS_H

#include <cstdint>

namespace memfacet {

/// Remainders of 32-bit numbers by the same divisor, again and again (D.
/// Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation",
/// Software: Practice and Experience 49(6), 2019).
class Modulus {
public:
  /// \p Divisor: not 0.
  constexpr explicit Modulus(uint32_t Divisor)
      : Inverse(UINT64_MAX / Divisor + 1), Divisor(Divisor) {}

  constexpr uint32_t of(uint32_t Number) const {
    uint64_t Fraction = Inverse * Number;
    return uint32_t((unsigned __int128)(Fraction)*Divisor >> 64);
  }

private:
  uint64_t Inverse;
  uint32_t Divisor;
};

static_assert(Modulus(10'000).of(4'294'967'295) == 7295);
static_assert(Modulus(1).of(17) == 0);

} // namespace memfacet

#endif
