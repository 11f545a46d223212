//===- InputKinds.cpp - what the inputs of a compiler are -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/wrapper/InputKinds.h"
#include <algorithm>
#include <iterator>

using namespace memfacet;
using namespace memfacet::wrapper;

namespace {

using View = std::string_view;

// The extensions of clang's driver, which distinguishes small and capital
// letters.
constexpr View SourceExtensions[] = {
    // C, C++, Objective-C; preprocessed
    "c", "i", "C", "cc", "cp", "cpp", "CPP", "cxx", "c++", "CC", "CXX", "C++",
    "ii", "m", "M", "mm", "mi", "mii", "cui", "cu",
    // interfaces of modules
    "cppm", "ccm", "cxxm", "c++m", "ixx", "iim",
    // what clang has already read: a module, a syntax tree, a header; IR
    "pcm", "ast", "pch", "gch", "ll", "bc"};
constexpr View AssemblerExtensions[] = {"s", "S", "asm"};
constexpr View HeaderExtensions[] = {"h",   "H",   "hh",  "hp",
                                     "hpp", "hxx", "h++", "tcc"};
// Fortran goes to another compiler, the others to other processors.
constexpr View ForeignExtensions[] = {
    "f",   "F",   "for", "FOR",   "fpp", "FPP", "ftn", "FTN",
    "f77", "F77", "f90", "F90",   "f95", "F95", "f03", "F03",
    "f08", "F08", "cl",  "clcpp", "hip", "hlsl"};
constexpr View ForeignLanguages[] = {
    "f77",   "f77-cpp-input", "f95", "f95-cpp-input", "cl",
    "clcpp", "hlsl",          "hip", "renderscript"};

template <size_t N> bool isOneOf(const View (&List)[N], View Word) {
  return std::find(std::begin(List), std::end(List), Word) != std::end(List);
}

} // namespace

InputKind memfacet::wrapper::inputKindOfFile(View File) {
  size_t Slash = File.rfind('/');
  View Name = Slash == View::npos ? File : File.substr(Slash + 1);
  size_t Dot = Name.rfind('.');
  if (Dot == View::npos)
    return InputKind::Object;
  View Extension = Name.substr(Dot + 1);
  if (isOneOf(SourceExtensions, Extension))
    return InputKind::Source;
  if (isOneOf(AssemblerExtensions, Extension))
    return InputKind::Assembler;
  if (isOneOf(HeaderExtensions, Extension))
    return InputKind::Header;
  if (isOneOf(ForeignExtensions, Extension))
    return InputKind::Foreign;
  return InputKind::Object;
}

InputKind memfacet::wrapper::inputKindOfLanguage(View Language) {
  if (Language.starts_with("assembler"))
    return InputKind::Assembler;
  if (Language.ends_with("-header"))
    return InputKind::Header;
  return isOneOf(ForeignLanguages, Language) ? InputKind::Foreign
                                             : InputKind::Source;
}
