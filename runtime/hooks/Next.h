//===- Next.h - the functions that hooks replace --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_NEXT_H
#define MEMFACET_RUNTIME_HOOKS_NEXT_H

#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"
#include <type_traits>

/// An interposed function. It is weak: a program's own definition wins.
#define MEMFACET_HOOK                                                          \
  extern "C" __attribute__((visibility("default"), weak, used))

/// Calls \p Function before the program's first constructor. A hook that may be
/// called in a signal handler or in a forked child must look up its
/// NextFunction there: later, the loader's lock may be held.
#ifdef MEMFACET_PRELOADED // a shared object has no such array
#define MEMFACET_START_SECTION ".init_array"
#else
#define MEMFACET_START_SECTION ".preinit_array"
#endif
#define MEMFACET_AT_START(Function)                                            \
  __attribute__((section(MEMFACET_START_SECTION), used,                        \
                 retain)) constinit void (*const Function##AtStart)() =        \
      Function

namespace memfacet::hooks {

/// Returns the next definition of \p Name in the search order, or null. Prefers
/// that of \p Version, unless it is null.
void *findNext(const char *Name, const char *Version = nullptr);

/// The next definition, looked up at the first call. A program without such a
/// function cannot have called it, so there always is one. \p V: for a function
/// with several versions, where older loaders find the wrong one.
template <typename Function> class NextFunction {
public:
  constexpr explicit NextFunction(const char *N, const char *V = nullptr)
      : Name(N), Version(V) {}
  Function *get() {
    Function *F = Found.load(std::memory_order_relaxed);
    if (!F) {
      F = reinterpret_cast<Function *>(findNext(Name, Version));
      Found.store(F, std::memory_order_relaxed);
    }
    return F;
  }
  template <typename... Arguments> auto operator()(Arguments... Values) {
    return get()(Values...);
  }

private:
  const char *Name, *Version;
  std::atomic<Function *> Found{nullptr};
};

/// The next definition of the hook's name, with the version that the macro
/// below gives.
template <auto *Hook>
constinit NextFunction<std::remove_pointer_t<decltype(Hook)>> NextOf{nullptr};

#define MEMFACET_NEXT_FUNCTION(Name, Version)                                  \
  template <>                                                                  \
  constinit NextFunction<decltype(::Name)> NextOf<&::Name>{#Name, Version};

} // namespace memfacet::hooks

#endif
