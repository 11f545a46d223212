//===- LibraryFunctions.h - what C library functions touch ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_ACCESSES_LIBRARYFUNCTIONS_H
#define MEMFACET_PASS_ACCESSES_LIBRARYFUNCTIONS_H

#include "memfacet/Tables.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::accesses {

/// Defines how many bytes a library function touches. A and B are fields of
/// TouchedRange.
enum class RangeExtent : uint8_t {
  // Known before the call.
  Count,    ///< argument A, elements
  Text,     ///< the string at argument A with its end, at most argument B
  Compared, ///< of both strings, up to where they differ, at most argument A
  Folded,   ///< as Compared, upper and lower case alike
  Items,    ///< argument A times argument B
  Object,   ///< A bytes, where the argument is not null
  Digits,   ///< a number to base argument A, else 10, and the byte after it
  Real,     ///< a floating-point number and the byte after it
  // Known after the call.
  Returned,       ///< the result, at most argument A
  ReturnedItems,  ///< the result times argument A
  ReturnedAndEnd, ///< the result and one more, at most argument A
  UpToResult,     ///< to where the result points; else argument A, or all
  UpToMatch,      ///< as UpToResult, plus the length of touch A
  WrittenText,    ///< the string that the result points to, at most argument A
  Appended,       ///< what was appended to the string that touch A found
  Line,           ///< the result and one more, where the argument points to
  Path,           ///< the string at argument A with its end, if it did not fail
  Filled,         ///< A words of eight bytes, where the result is 0
  Vectors,        ///< the result, in the buffers of an iovec[argument A]
  Message,        ///< the result, in the buffers of a msghdr
  Scanned,        ///< the outputs of the format that the argument points to
};

/// TouchedRange::A and B: not an argument.
constexpr int8_t NoArgument = -1;
/// TouchedRange::Argument: the memory that the result points to.
constexpr int8_t CallResult = -2;

/// One range that a function touches.
struct TouchedRange {
  AccessKind Kind;
  int8_t Argument; ///< the argument that points to the range, or CallResult
  RangeExtent Extent;
  int8_t A = NoArgument, B = NoArgument;
};

struct LibraryFunction {
  llvm::StringRef Name;
  /// The result, then the parameters: p pointer, i integer, b truth value,
  /// f floating-point number, v nothing; "." at the end: and others.
  llvm::StringRef Signature;
  llvm::ArrayRef<TouchedRange> Touches;
  bool Wide = false; ///< elements are wchar_t
};

/// The known functions, by name.
class LibraryFunctions {
public:
  LibraryFunctions();

  /// Returns the library function that \p Call calls, or null. A function of
  /// that name is not the library's if the module defines it, if its type is
  /// another, or if -fno-builtin declares it as the program's own.
  const LibraryFunction *find(const llvm::CallBase &Call) const;

private:
  llvm::StringMap<const LibraryFunction *> ByName;
};

} // namespace memfacet::accesses

#endif
