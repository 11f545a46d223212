//===- Lengths.cpp - lengths of strings that are read ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserted code calls these functions around calls of the C library, for
// strings that the library reads. They must not read further than the library's
// function. Reading to the end of an aligned word is allowed, since pages end
// at words.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Entry.h"
#include "runtime/record/Thread.h"

#include <cstdint>
#include <sys/uio.h>

namespace {

/// A word that may alias everything.
using Word = uint64_t __attribute__((may_alias));

constexpr uint64_t Ones = 0x0101010101010101, Highs = 0x8080808080808080;

bool hasZero(uint64_t W) { return ((W - Ones) & ~W & Highs) != 0; }

unsigned char lower(unsigned char C) {
  return C >= 'A' && C <= 'Z' ? C + ('a' - 'A') : C;
}

bool isDigit(char C, int Base) {
  int Value = C >= '0' && C <= '9' ? C - '0' : lower(C) - 'a' + 10;
  return Value >= 0 && Value < Base && (C <= '9' || lower(C) >= 'a');
}

bool isSign(char C) { return C == '+' || C == '-'; }

/// Returns whether \p Text begins with "0x".
bool isHexPrefix(const char *Text) {
  return Text[0] == '0' && lower(Text[1]) == 'x';
}

/// Returns whether \p C is white space in the C locale.
bool isSpace(char C) { return C == ' ' || (C >= '\t' && C <= '\r'); }

/// Returns the length of white space and a sign at \p Text.
uint64_t digitsBegin(const char *Text) {
  uint64_t Size = 0;
  while (isSpace(Text[Size]))
    ++Size;
  return Size + isSign(Text[Size]);
}

uint64_t endOfDigits(const char *Text, uint64_t Position, int Base) {
  while (isDigit(Text[Position], Base))
    ++Position;
  return Position;
}

/// Returns the length of "inf", "infinity" or "nan" at \p Text; else 0.
uint64_t wordLength(const char *Text) {
  auto CommonLength = [=](const char *Word) {
    uint64_t Size = 0;
    while (Word[Size] && lower(Text[Size]) == Word[Size])
      ++Size;
    return Size;
  };
  if (CommonLength("nan") == 3)
    return 3;
  uint64_t Size = CommonLength("infinity");
  return Size == 8 ? 8 : Size >= 3 ? 3 : 0;
}

} // namespace

extern "C" MEMFACET_EXPORT uint64_t __memfacet_text_bytes(const char *Text,
                                                          uint64_t Most) {
  if (!Text)
    return 0;
  uint64_t Size = 0;
  for (; reinterpret_cast<uintptr_t>(Text + Size) % sizeof(Word) != 0; ++Size) {
    if (Size == Most)
      return Most;
    if (!Text[Size])
      return Size + 1;
  }
  while (Most - Size >= sizeof(Word) &&
         !hasZero(*reinterpret_cast<const Word *>(Text + Size)))
    Size += sizeof(Word);
  while (Size != Most)
    if (!Text[Size++])
      break;
  return Size;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_compared_bytes(const char *A,
                                                              const char *B,
                                                              uint64_t Most,
                                                              int32_t Folded) {
  uint64_t Size = 0;
  while (Size != Most) {
    unsigned char Left = A[Size], Right = B[Size];
    ++Size;
    bool IsSame = Left == Right || (Folded && lower(Left) == lower(Right));
    if (!IsSame || !Left)
      break;
  }
  return Size;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_number_bytes(const char *Text,
                                                            int32_t Base) {
  uint64_t Size = digitsBegin(Text);
  bool HasHexPrefix = isHexPrefix(Text + Size) && isDigit(Text[Size + 2], 16);
  if ((Base == 0 || Base == 16) && HasHexPrefix) {
    Size += 2;
    Base = 16;
  } else if (Base == 0) {
    Base = Text[Size] == '0' ? 8 : 10;
  }
  return endOfDigits(Text, Size, Base) + 1;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_real_bytes(const char *Text) {
  uint64_t Size = digitsBegin(Text);
  if (uint64_t Letters = wordLength(Text + Size))
    return Size + Letters + 1;
  int Base = 10;
  if (isHexPrefix(Text + Size) &&
      isDigit(Text[Size + 2 + (Text[Size + 2] == '.')], 16)) {
    Size += 2;
    Base = 16;
  }
  uint64_t End = endOfDigits(Text, Size, Base);
  bool HasDigits = End != Size;
  if (Text[End] == '.') {
    uint64_t FractionEnd = endOfDigits(Text, End + 1, Base);
    HasDigits |= FractionEnd != End + 1;
    End = HasDigits ? FractionEnd : End;
  }
  if (HasDigits && lower(Text[End]) == (Base == 16 ? 'p' : 'e')) {
    uint64_t Digits = End + 1 + isSign(Text[End + 1]);
    if (isDigit(Text[Digits], 10))
      End = endOfDigits(Text, Digits, 10);
  }
  return End + 1;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_vector_bytes(
    const iovec *Vectors, uint64_t Count, int64_t Total, uint64_t Index) {
  // A call that failed may have got an address of no vectors.
  for (uint64_t I = 0; Total > 0 && I < Count && I <= Index; ++I) {
    uint64_t Size = Vectors[I].iov_len;
    if (I == Index)
      return Size < uint64_t(Total) ? Size : uint64_t(Total);
    Total -= int64_t(Size);
  }
  return 0;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_vector_base(const iovec *Vectors,
                                                           uint64_t Count,
                                                           int64_t Total,
                                                           uint64_t Index) {
  if (__memfacet_vector_bytes(Vectors, Count, Total, Index) == 0)
    return 0;
  return reinterpret_cast<uint64_t>(Vectors[Index].iov_base);
}
