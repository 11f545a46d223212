//===- FunctionRef.h - a function that somebody else calls ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_FUNCTIONREF_H
#define MEMFACET_RUNTIME_SUPPORT_FUNCTIONREF_H

#include <type_traits>

namespace memfacet {

/// Refers to a function object without arguments, which must outlive it. A
/// function that takes one is compiled once, not once for each caller.
template <typename Result> class FunctionRef {
public:
  template <typename Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, FunctionRef>)
  FunctionRef(Function &&F)
      : Object(&F), Code([](void *O) -> Result {
          return (*static_cast<std::remove_reference_t<Function> *>(O))();
        }) {}
  Result operator()() const { return Code(Object); }

private:
  void *Object;
  Result (*Code)(void *);
};

} // namespace memfacet

#endif
