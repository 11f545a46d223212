//===- SourceSymbols.h - the function of the source that a symbol is of --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers make several functions of one: clones, cold parts, the parts of a
// coroutine, the bodies of OpenMP's regions. Each symbol is the symbol of the
// function in the source with a suffix that begins with a point. No function in
// C or C++ has a symbol with a point.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SOURCESYMBOLS_H
#define MEMFACET_SOURCESYMBOLS_H

#include <string_view>

namespace memfacet {

/// Returns "_Z1fv" for "_Z1fv.resume", and "main" for "main.omp_outlined.3".
/// Returns "" for a function that is not in the source: the initialiser of a
/// global, a module's constructor, the body of an OpenMP task whose function is
/// unknown.
constexpr std::string_view sourceSymbol(std::string_view Symbol) {
  for (std::string_view Prefix : {"__cxx_global_var_init", "_GLOBAL__",
                                  "__cxx_global_array_dtor", "__captured_stmt"})
    if (Symbol.starts_with(Prefix))
      return {};
  return Symbol.substr(0, Symbol.find('.'));
}

} // namespace memfacet

#endif
