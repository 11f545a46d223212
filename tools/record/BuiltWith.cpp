//===- BuiltWith.cpp - format a program was built for ---------------------===//

#include "tools/record/BuiltWith.h"
#include "memfacet/Entry.h"
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace memfacet {

/// The path at which the shell would find \p Program, or an empty one.
static std::string pathOf(const std::string &Program) {
  if (Program.find('/') != std::string::npos)
    return Program;
  const char *Variable = std::getenv("PATH");
  std::string_view Rest = Variable ? Variable : "";
  while (!Rest.empty()) {
    size_t End = std::min(Rest.find(':'), Rest.size());
    std::string Path = std::string(Rest.substr(0, End)) + "/" + Program;
    if (access(Path.c_str(), X_OK) == 0)
      return Path;
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
  }
  return {};
}

std::optional<uint32_t> formatOfProgram(const std::string &Program) {
  // The part of the symbol's name before the version number.
  constexpr std::string_view Symbol = MEMFACET_VERSION_CHECK;
  constexpr std::string_view Prefix =
      Symbol.substr(0, Symbol.find_last_not_of("0123456789") + 1);
  constexpr size_t Block = size_t(1) << 20, MaxDigits = 10;
  std::ifstream File(pathOf(Program), std::ios::binary);
  std::string Text;
  std::vector<char> Buffer(Block);
  while (File.read(Buffer.data(), Block), File.gcount() > 0) {
    Text.append(Buffer.data(), size_t(File.gcount()));
    size_t At = Text.find(Prefix);
    if (At != Text.npos && (At + Prefix.size() + MaxDigits <= Text.size() ||
                            size_t(File.gcount()) < Block)) {
      uint32_t Version = 0;
      const char *Digits = Text.data() + At + Prefix.size();
      auto [End, Error] =
          std::from_chars(Digits, Text.data() + Text.size(), Version);
      if (Error == std::errc() && End != Digits)
        return Version;
      Text.erase(0, At + 1);
    }
    // Keep the end: it may be the beginning of the symbol's name.
    size_t Kept = Prefix.size() + MaxDigits;
    if (At == Text.npos && Text.size() > Kept)
      Text.erase(0, Text.size() - Kept);
  }
  return std::nullopt;
}

} // namespace memfacet
