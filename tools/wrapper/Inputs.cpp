//===- Inputs.cpp - kinds of input files of a compiler command ------------===//

#include "tools/wrapper/Inputs.h"
#include <algorithm>
#include <array>

namespace memfacet {

namespace {

template <size_t N>
bool contains(const std::array<std::string_view, N> &List,
              std::string_view Word) {
  return std::find(List.begin(), List.end(), Word) != List.end();
}

constexpr std::array<std::string_view, 23> SourceExtensions = {
    "c",   "i",   "C",   "cc",  "cp",   "cpp", "CPP", "cxx",
    "c++", "CC",  "CXX", "C++", "ii",   "m",   "mm",  "mi",
    "mii", "cui", "cu",  "ll",  "cppm", "bc",  "ixx"};
constexpr std::array<std::string_view, 3> AssemblerExtensions = {"s", "S",
                                                                 "asm"};
constexpr std::array<std::string_view, 8> HeaderExtensions = {
    "h", "H", "hh", "hp", "hpp", "hxx", "h++", "tcc"};

} // namespace

InputKind inputKindOfFile(std::string_view File) {
  size_t Slash = File.rfind('/');
  std::string_view Name =
      Slash == std::string_view::npos ? File : File.substr(Slash + 1);
  size_t Dot = Name.rfind('.');
  if (Dot == std::string_view::npos)
    return InputKind::Object;
  std::string_view Extension = Name.substr(Dot + 1);
  if (contains(SourceExtensions, Extension))
    return InputKind::Source;
  if (contains(AssemblerExtensions, Extension))
    return InputKind::Assembler;
  if (contains(HeaderExtensions, Extension))
    return InputKind::Header;
  return InputKind::Object;
}

InputKind inputKindOfLanguage(std::string_view Language) {
  if (Language.starts_with("assembler"))
    return InputKind::Assembler;
  if (Language.ends_with("-header"))
    return InputKind::Header;
  return InputKind::Source;
}

} // namespace memfacet
