//===- Check.h - contracts that are checked -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEMFACET_CHECK checks what, by a comment, must hold. The option
// MEMFACET_CHECKS of CMake switches the checks on; presets for debugging, CI
// and fuzzers do so. Otherwise the condition is compiled, but not evaluated.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CHECK_H
#define MEMFACET_CHECK_H

/// Prints \p Message and ends the process by a signal. Pass, runtime and
/// analysis each define this function, weak, because a test may link two of
/// them. With preserve_all, a function that checks saves no register for this
/// call: code that the pass inserts relies on that.
extern "C" [[noreturn]] __attribute__((visibility("hidden"), preserve_all)) void
memfacetCheckFailed(const char *Message);

#define MEMFACET_CHECK_TEXT(Text) MEMFACET_CHECK_TEXT_OF(Text)
#define MEMFACET_CHECK_TEXT_OF(Text) #Text

/// Checks that \p Condition holds. \p Contract is a string literal that says
/// why it must hold.
#ifdef MEMFACET_CHECKS
#define MEMFACET_CHECK(Condition, Contract)                                    \
  (__builtin_expect(!(Condition), 0)                                           \
       ? memfacetCheckFailed(__FILE_NAME__ ":" MEMFACET_CHECK_TEXT(            \
             __LINE__) ": contract broken: " #Condition ": " Contract)         \
       : (void)0)
#else
#define MEMFACET_CHECK(Condition, Contract)                                    \
  ((void)sizeof((Condition) ? 1 : 0), (void)sizeof(Contract))
#endif

#endif
