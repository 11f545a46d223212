//===- Text.h - strings and diagnostics without libc ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_TEXT_H
#define MEMFACET_RUNTIME_SUPPORT_TEXT_H

#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>

namespace memfacet {

/// A piece of text in memory that it does not own.
struct Text {
  const char *Data = nullptr;
  size_t Size = 0;

  constexpr Text() = default;
  constexpr Text(const char *D, size_t S) : Data(D), Size(S) {}
  constexpr Text(const char *D) : Data(D) {
    while (D && D[Size])
      ++Size;
  }
  constexpr bool empty() const { return Size == 0; }
  constexpr bool operator==(const Text &Other) const {
    if (Size != Other.Size)
      return false;
    for (size_t I = 0; I != Size; ++I)
      if (Data[I] != Other.Data[I])
        return false;
    return true;
  }
  constexpr bool startsWith(const Text &Prefix) const {
    return Size >= Prefix.Size && Text(Data, Prefix.Size) == Prefix;
  }
  constexpr Text suffix(size_t Start) const {
    MEMFACET_CHECK(Start <= Size, "a suffix begins in the text");
    return Text(Data + Start, Size - Start);
  }
  /// Returns the position of the first \p C, or Size.
  constexpr size_t find(char C) const {
    size_t I = 0;
    while (I != Size && Data[I] != C)
      ++I;
    return I;
  }
};

/// Returns the number at the start of \p T, or 0 where there is none, and
/// removes it from \p T.
uint64_t takeNumber(Text &T, unsigned Base = 10);

/// Copies with integer instructions only (memcpy may use vector registers).
void copyBytes(void *Target, const void *Source, size_t Bytes);
void clearBytes(void *Target, size_t Bytes);

/// Builds NUL-terminated text in a buffer of its own. Text that does not fit is
/// cut off.
template <size_t Capacity> class TextBuffer {
public:
  TextBuffer &operator<<(Text T) {
    for (size_t I = 0; I != T.Size && Size + 1 < Capacity; ++I)
      Data[Size++] = T.Data[I];
    Data[Size] = 0;
    return *this;
  }
  TextBuffer &operator<<(uint64_t Number) {
    char Digits[20];
    size_t First = sizeof(Digits);
    do
      Digits[--First] = char('0' + Number % 10);
    while (Number /= 10);
    return *this << Text(Digits + First, sizeof(Digits) - First);
  }
  void clear() {
    Size = 0;
    Data[0] = 0;
  }
  const char *text() const { return Data; }
  size_t size() const { return Size; }

private:
  size_t Size = 0;
  char Data[Capacity] = {};
};

/// Writes one line to stderr, in one write. Adds the prefix and the newline.
class Diagnostic {
public:
  static constexpr int Descriptor = 2;
  Diagnostic() { Buffer << "memfacet: "; }
  ~Diagnostic();
  Diagnostic(const Diagnostic &) = delete;
  Diagnostic &operator=(const Diagnostic &) = delete;
  template <typename T> Diagnostic &operator<<(T Piece) {
    Buffer << Piece;
    return *this;
  }

private:
  TextBuffer<480> Buffer;
};

/// Notes which file \p Descriptor is now. If it was closed, or is another
/// regular file later, it is a file of the program: diagnostics are not written
/// then.
void noteDescriptor(int Descriptor);

} // namespace memfacet

#endif
