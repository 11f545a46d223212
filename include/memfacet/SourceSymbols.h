//===- SourceSymbols.h - which function of the source a symbol is of ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers make several functions of one: clones, cold parts, the parts of a
// coroutine, the bodies of OpenMP's regions. Their symbols are that of the
// function in the source with suffixes, which begin with a point. No symbol of
// a function in C or C++ has a point of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SOURCESYMBOLS_H
#define MEMFACET_SOURCESYMBOLS_H

#include <string_view>

namespace memfacet {

/// "_Z1fv" for "_Z1fv.resume", "main" for "main.omp_outlined.3"; empty for a
/// function that the source does not show: the initialiser of a global, a
/// module's constructor, the body of an OpenMP task that does not say whose.
constexpr std::string_view sourceSymbol(std::string_view Symbol) {
  for (std::string_view Prefix : {"__cxx_global_var_init", "_GLOBAL__",
                                  "__cxx_global_array_dtor", "__captured_stmt"})
    if (Symbol.starts_with(Prefix))
      return {};
  return Symbol.substr(0, Symbol.find('.'));
}

} // namespace memfacet

#endif
