//===- Next.h - the functions that hooks replace --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_NEXT_H
#define MEMFACET_RUNTIME_HOOKS_NEXT_H

#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"

/// An interposed function. It is weak: a program's own definition wins.
#define MEMFACET_HOOK                                                          \
  extern "C" __attribute__((visibility("default"), weak, used))

/// Begins the definition of the interposed function \p Name under another name
/// and with other types than its header has, and with at least as many
/// arguments. All of them are in registers; those that the caller does not pass
/// are only passed on.
#define MEMFACET_HOOK_OF(Name, Result, ...)                                    \
  MEMFACET_HOOK Result Name##Hook(__VA_ARGS__) asm(#Name);                     \
  Result Name##Hook(__VA_ARGS__)

/// Calls \p Function before the program's first constructor. A hook that may be
/// called in a signal handler or in a forked child must look up its
/// NextFunction there: later, the loader's lock may be held. So must a hook
/// that a program may call between a failing dlopen and dlerror, which forgets
/// the failure when something else is looked up.
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
class NextSymbol {
public:
  constexpr explicit NextSymbol(const char *N, const char *V = nullptr)
      : Name(N), Version(V) {}
  void *get() {
    void *F = known();
    return F ? F : find();
  }
  /// Returns null before the first call.
  void *known() const { return Found.load(std::memory_order_relaxed); }

private:
  void *find();

  const char *Name, *Version;
  std::atomic<void *> Found{nullptr};
};

/// A next definition with its type.
template <typename Function> class NextFunction : public NextSymbol {
public:
  using NextSymbol::NextSymbol;
  Function *get() { return reinterpret_cast<Function *>(NextSymbol::get()); }
  Function *known() const {
    return reinterpret_cast<Function *>(NextSymbol::known());
  }
  template <typename... Arguments> auto operator()(Arguments... Values) {
    return get()(Values...);
  }
};

void findAll(NextSymbol *First, size_t Count);

/// Looks up all members of \p Functions, a structure of nothing but
/// NextFunctions.
template <typename Structure> void findNextFunctions(Structure &Functions) {
  static_assert(sizeof(Structure) % sizeof(NextSymbol) == 0);
  findAll(reinterpret_cast<NextSymbol *>(&Functions),
          sizeof(Structure) / sizeof(NextSymbol));
}

/// Looks up the members of the structure \p Functions at the start.
#define MEMFACET_FIND_AT_START(Functions)                                      \
  static void find##Functions() { findNextFunctions(Functions); }              \
  MEMFACET_AT_START(find##Functions)

} // namespace memfacet::hooks

#endif
