//===- runtime/hooks/Next.h - the functions behind the interposed ones ----===//

#ifndef MEMFACET_RUNTIME_HOOKS_NEXT_H
#define MEMFACET_RUNTIME_HOOKS_NEXT_H

#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"

/// An interposed function. Weak: a program's own definition wins.
#define MEMFACET_HOOK                                                          \
  extern "C" __attribute__((visibility("default"), weak, used))

namespace memfacet {

/// The next definition of \p Name in the search order, or null.
void *findNext(const char *Name);

/// Looked up at the first call; a program that has no such function cannot have
/// called it, so there always is one.
template <typename Function> class NextFunction {
public:
  constexpr explicit NextFunction(const char *N) : Name(N) {}
  Function *get() {
    Function *F = Found.load(std::memory_order_relaxed);
    if (!F) {
      F = reinterpret_cast<Function *>(findNext(Name));
      Found.store(F, std::memory_order_relaxed);
    }
    return F;
  }
  template <typename... Arguments> auto operator()(Arguments... Values) {
    return get()(Values...);
  }

private:
  const char *Name;
  std::atomic<Function *> Found{nullptr};
};

} // namespace memfacet

#endif
