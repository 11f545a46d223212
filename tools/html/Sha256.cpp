//===- Sha256.cpp - the hash by which browsers identify scripts ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/Sha256.h"
#include <bit>
#include <cmath>

namespace memfacet::html {

namespace {

using ShaWords = std::array<uint32_t, 8>;

bool isPrime(uint32_t N) {
  for (uint32_t D = 2; D * D <= N; ++D)
    if (N % D == 0)
      return false;
  return true;
}

/// Returns the first 32 bits of the fractional part of \p Root.
uint32_t fraction(long double Root) {
  return uint32_t((Root - std::floor(Root)) * 4294967296.0L);
}

struct ShaConstants {
  std::array<uint32_t, 64> Round; ///< of cube roots of primes
  ShaWords Start;                 ///< of square roots of primes

  ShaConstants() {
    size_t Found = 0;
    for (uint32_t N = 2; Found != Round.size(); ++N) {
      if (!isPrime(N))
        continue;
      if (Found < Start.size())
        Start[Found] = fraction(std::sqrt((long double)N));
      Round[Found++] = fraction(std::cbrt((long double)N));
    }
  }
};

void addBlock(ShaWords &State, const ShaConstants &Constants,
              std::string_view Block) {
  std::array<uint32_t, 64> W;
  for (size_t I = 0; I != 16; ++I)
    W[I] = uint32_t(uint8_t(Block[4 * I])) << 24 |
           uint32_t(uint8_t(Block[4 * I + 1])) << 16 |
           uint32_t(uint8_t(Block[4 * I + 2])) << 8 | uint8_t(Block[4 * I + 3]);
  for (size_t I = 16; I != 64; ++I) {
    uint32_t A = W[I - 15], B = W[I - 2];
    W[I] = W[I - 16] + W[I - 7] +
           (std::rotr(A, 7) ^ std::rotr(A, 18) ^ (A >> 3)) +
           (std::rotr(B, 17) ^ std::rotr(B, 19) ^ (B >> 10));
  }
  auto [A, B, C, D, E, F, G, H] = State;
  for (size_t I = 0; I != 64; ++I) {
    uint32_t T1 = H + (std::rotr(E, 6) ^ std::rotr(E, 11) ^ std::rotr(E, 25)) +
                  ((E & F) ^ (~E & G)) + Constants.Round[I] + W[I];
    uint32_t T2 = (std::rotr(A, 2) ^ std::rotr(A, 13) ^ std::rotr(A, 22)) +
                  ((A & B) ^ (A & C) ^ (B & C));
    H = G, G = F, F = E, E = D + T1, D = C, C = B, B = A, A = T1 + T2;
  }
  ShaWords Add = {A, B, C, D, E, F, G, H};
  for (size_t I = 0; I != Add.size(); ++I)
    State[I] += Add[I];
}

} // namespace

std::array<uint8_t, 32> sha256(std::string_view Text) {
  static const ShaConstants Constants;
  constexpr size_t Block = 64;
  ShaWords State = Constants.Start;
  size_t Whole = Text.size() / Block * Block;
  for (size_t Begin = 0; Begin != Whole; Begin += Block)
    addBlock(State, Constants, Text.substr(Begin, Block));
  std::string Rest(Text.substr(Whole));
  Rest += '\x80';
  while (Rest.size() % Block != Block - 8)
    Rest += '\0';
  for (int Shift = 56; Shift >= 0; Shift -= 8)
    Rest += char(uint64_t(Text.size()) * 8 >> Shift);
  for (size_t Begin = 0; Begin != Rest.size(); Begin += Block)
    addBlock(State, Constants, std::string_view(Rest).substr(Begin, Block));
  std::array<uint8_t, 32> Sum;
  for (size_t I = 0; I != Sum.size(); ++I)
    Sum[I] = uint8_t(State[I / 4] >> (24 - 8 * (I % 4)));
  return Sum;
}

std::string base64(std::string_view Bytes) {
  static constexpr char Letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string Text;
  Text.reserve((Bytes.size() + 2) / 3 * 4);
  for (size_t I = 0; I < Bytes.size(); I += 3) {
    size_t Left = Bytes.size() - I;
    uint32_t Three = uint32_t(uint8_t(Bytes[I])) << 16;
    if (Left > 1)
      Three |= uint32_t(uint8_t(Bytes[I + 1])) << 8;
    if (Left > 2)
      Three |= uint8_t(Bytes[I + 2]);
    Text += Letters[Three >> 18];
    Text += Letters[Three >> 12 & 63];
    Text += Left > 1 ? Letters[Three >> 6 & 63] : '=';
    Text += Left > 2 ? Letters[Three & 63] : '=';
  }
  return Text;
}

} // namespace memfacet::html
