//===- Fourier.cpp - discrete Fourier transforms --------------------------===//

#include "analysis/volatility/Fourier.h"
#include <cmath>
#include <numbers>

namespace memfacet {

Fourier::Fourier(size_t Length) : Length(Length), Roots(Length / 2) {
  for (size_t I = 0; I != Roots.size(); ++I)
    Roots[I] =
        std::polar(1.0, -2 * std::numbers::pi * double(I) / double(Length));
}

static void reverseBits(std::span<std::complex<double>> Values) {
  size_t Reversed = 0;
  for (size_t I = 1; I < Values.size(); ++I) {
    size_t Bit = Values.size() >> 1;
    for (; Reversed & Bit; Bit >>= 1)
      Reversed ^= Bit;
    Reversed |= Bit;
    if (I < Reversed)
      std::swap(Values[I], Values[Reversed]);
  }
}

void Fourier::transform(std::span<std::complex<double>> Values) const {
  reverseBits(Values);
  for (size_t Half = 1; Half < Length; Half *= 2)
    for (size_t First = 0; First != Length; First += 2 * Half)
      for (size_t I = 0; I != Half; ++I) {
        // Spelled out: the library's product looks for infinities.
        std::complex<double> W = Roots[I * (Length / 2 / Half)],
                             &A = Values[First + I],
                             &B = Values[First + I + Half];
        double Real = W.real() * B.real() - W.imag() * B.imag(),
               Imaginary = W.real() * B.imag() + W.imag() * B.real();
        B = {A.real() - Real, A.imag() - Imaginary};
        A = {A.real() + Real, A.imag() + Imaginary};
      }
}

} // namespace memfacet
