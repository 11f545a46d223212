//===- runtime/support/Lengths.cpp - how much of strings is read ----------===//
//
// Called by inserted code around calls of the C library, for strings that those
// read. They must not read further than the function whose place they take:
// within an aligned word is no further, since pages end at words.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Entry.h"
#include "runtime/record/Thread.h"

#include <cstdint>

namespace {

/// May alias everything.
using Word = uint64_t __attribute__((may_alias));

constexpr uint64_t Ones = 0x0101010101010101, Highs = 0x8080808080808080;

bool hasZero(uint64_t W) { return ((W - Ones) & ~W & Highs) != 0; }

unsigned char lower(unsigned char C) {
  return C >= 'A' && C <= 'Z' ? C + ('a' - 'A') : C;
}

bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// As the C locale has it.
bool isSpace(char C) { return C == ' ' || (C >= '\t' && C <= '\r'); }

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
    bool Same = Left == Right || (Folded && lower(Left) == lower(Right));
    if (!Same || !Left)
      break;
  }
  return Size;
}

extern "C" MEMFACET_EXPORT uint64_t __memfacet_number_bytes(const char *Text) {
  uint64_t Size = 0;
  while (isSpace(Text[Size]))
    ++Size;
  if (Text[Size] == '+' || Text[Size] == '-')
    ++Size;
  while (isDigit(Text[Size]))
    ++Size;
  return Size + 1;
}
