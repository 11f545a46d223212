//===- WrapperNames.cpp - functions listed as wrappers --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/names/WrapperNames.h"
#include <algorithm>

namespace memfacet::owners {
namespace {

/// Allocators of libraries that are rarely built with the program.
constexpr std::string_view LibraryAllocators[] = {
    // These are callees only of calls through pointers (AllocationSites.cpp).
    "malloc",           "calloc",          "realloc",       "g_malloc",
    "g_malloc0",        "g_malloc_n",      "g_malloc0_n",   "g_realloc",
    "g_realloc_n",      "g_try_malloc",    "g_try_malloc0", "g_try_malloc_n",
    "g_try_malloc0_n",  "g_try_realloc",   "g_strdup",      "g_strndup",
    "g_memdup",         "g_memdup2",       "g_slice_alloc", "g_slice_alloc0",
    "g_slice_copy",     "CRYPTO_malloc",   "CRYPTO_zalloc", "CRYPTO_realloc",
    "av_malloc",        "av_mallocz",      "av_realloc",    "sqlite3_malloc",
    "sqlite3_malloc64", "sqlite3_realloc", "SDL_malloc",    "PyMem_Malloc",
    "PyMem_Realloc",    "PyObject_Malloc", "xmalloc",       "xcalloc",
    "xrealloc",         "xstrdup",
};

/// Functions of the C library whose caller releases several blocks. For those
/// with one block, the compiler knows more (AllocationCalls.cpp).
constexpr std::string_view CLibraryAllocators[] = {
    "scandir",      "scandir64",   "scandirat",         "scandirat64",
    "glob",         "glob64",      "wordexp",           "getifaddrs",
    "if_nameindex", "argz_create", "backtrace_symbols",
};

std::string_view trimmed(std::string_view Text) {
  constexpr std::string_view Blanks = " \t\r";
  size_t First = Text.find_first_not_of(Blanks);
  if (First == Text.npos)
    return {};
  return Text.substr(First, Text.find_last_not_of(Blanks) + 1 - First);
}

/// Returns "make" of "make<Node, int>"; operators keep their brackets.
std::string_view withoutArguments(std::string_view Function) {
  if (!Function.ends_with('>') || Function.find("operator") != Function.npos)
    return Function;
  size_t Depth = 0, Position = Function.size();
  while (Position-- > 0) {
    Depth += Function[Position] == '>';
    Depth -= Function[Position] == '<';
    if (Depth == 0)
      return Function.substr(0, Position);
  }
  return Function;
}

bool hasParameters(std::string_view Name) {
  return Name.ends_with(')') && !Name.ends_with("operator()");
}

bool isText(std::string_view Line) {
  return std::none_of(Line.begin(), Line.end(), [](char C) {
    return static_cast<unsigned char>(C) < ' ' && C != '\t' && C != '\r';
  });
}

} // namespace

bool matchesGlob(std::string_view Name, std::string_view Glob) {
  // Star is the position of the last star, StarEnd the end of the text that it
  // matches so far.
  size_t N = 0, G = 0, Star = Glob.npos, StarEnd = 0;
  while (N != Name.size()) {
    if (G != Glob.size() && Glob[G] == '*') {
      Star = G++;
      StarEnd = N;
    } else if (G != Glob.size() && (Glob[G] == '?' || Glob[G] == Name[N])) {
      ++G, ++N;
    } else if (Star != Glob.npos) {
      G = Star + 1;
      N = ++StarEnd;
    } else {
      return false;
    }
  }
  return Glob.find_first_not_of('*', G) == Glob.npos;
}

Expected<WrapperNames> WrapperNames::parse(std::string_view Text,
                                           std::string_view File) {
  WrapperNames Result;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    if (!isText(Line))
      return makeError("{}:{}: this is no text; give a file with one function "
                       "name a line",
                       File, Number);
    std::string_view Name = trimmed(Line.substr(0, Line.find('#')));
    if (Name.empty())
      continue;
    bool IsWrapper = Name[0] != '!';
    if (!IsWrapper)
      Name = trimmed(Name.substr(1));
    if (Name.empty())
      return makeError("{}:{}: '!' without a name; write for instance "
                       "!make_node",
                       File, Number);
    if (hasParameters(Name))
      return makeError("{}:{}: '{}' has parameters; write the name alone: {}",
                       File, Number, Name,
                       trimmed(Name.substr(0, Name.find('('))));
    Result.Patterns.push_back({std::string(Name), IsWrapper});
  }
  return Result;
}

WrapperNames::Verdict WrapperNames::verdict(std::string_view Function) const {
  for (size_t I = Patterns.size(); I-- > 0;) {
    const Pattern &P = Patterns[I];
    if (matchesGlob(Function, P.Name) ||
        matchesGlob(withoutArguments(Function), P.Name))
      return P.IsWrapper ? Verdict::Wrapper : Verdict::NoWrapper;
  }
  return Verdict::NotListed;
}

bool WrapperNames::isLibraryAllocator(std::string_view Function) const {
  if (Function.empty())
    return false;
  Verdict V = verdict(Function);
  if (V != Verdict::NotListed)
    return V == Verdict::Wrapper;
  return std::ranges::find(LibraryAllocators, Function) !=
             std::end(LibraryAllocators) ||
         std::ranges::find(CLibraryAllocators, Function) !=
             std::end(CLibraryAllocators);
}

} // namespace memfacet::owners
