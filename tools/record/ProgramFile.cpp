//===- ProgramFile.cpp - how a program was built --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/ProgramFile.h"
#include "analysis/gauges/blocks/ElfImage.h"
#include "memfacet/Entry.h"
#include "memfacet/Select.h"
#include "memfacet/Tables.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace memfacet::record {

#ifdef __aarch64__
static constexpr uint16_t OwnMachine = EM_AARCH64;
#else
static constexpr uint16_t OwnMachine = EM_X86_64;
#endif

/// Returns the path at which the shell would find \p Program, or "".
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

std::string runErrorText(const std::string &Program, int ErrorNumber) {
  std::string Text =
      fmt::format("cannot run '{}': {}", Program, std::strerror(ErrorNumber));
  // Like a shell, execvp looks for the program in PATH only.
  std::string LocalPath = "./" + Program;
  if (ErrorNumber == ENOENT && Program.find('/') == Program.npos &&
      access(LocalPath.c_str(), X_OK) == 0)
    Text += fmt::format("; did you mean '{}'?", LocalPath);
  return Text;
}

/// Looks for \p Text in the file of \p Program. Calls \p Accept with at most
/// \p Length bytes that follow it, at each place until one is accepted. Returns
/// whether one was.
template <typename Acceptor>
static bool findText(const std::string &Program, std::string_view Text,
                     size_t Length, Acceptor Accept) {
  constexpr size_t Block = size_t(1) << 20;
  std::ifstream File(pathOf(Program), std::ios::binary);
  std::string Part;
  std::vector<char> Buffer(Block);
  while (File.read(Buffer.data(), Block), File.gcount() > 0) {
    Part.append(Buffer.data(), size_t(File.gcount()));
    bool IsLast = size_t(File.gcount()) < Block;
    size_t Position = 0;
    while ((Position = Part.find(Text, Position)) != Part.npos) {
      size_t End = Position + Text.size();
      if (!IsLast && End + Length > Part.size())
        break;
      if (Accept(std::string_view(Part).substr(End, Length)))
        return true;
      Position = End;
    }
    // Keep the end of the part: the text may begin there.
    Part.erase(0, Position == Part.npos
                      ? Part.size() - std::min(Part.size(), Text.size())
                      : Position);
  }
  return false;
}

std::optional<uint32_t> formatOfProgram(const std::string &Program) {
  // The part of the symbol's name before the version number.
  constexpr std::string_view Symbol = MEMFACET_VERSION_CHECK;
  constexpr std::string_view Prefix =
      Symbol.substr(0, Symbol.find_last_not_of("0123456789") + 1);
  constexpr size_t MostDigits = 10;
  uint32_t Version = 0;
  auto Read = [&](std::string_view Digits) {
    return std::from_chars(Digits.data(), Digits.data() + Digits.size(),
                           Version)
               .ec == std::errc();
  };
  return findText(Program, Prefix, MostDigits, Read) ? std::optional(Version)
                                                     : std::nullopt;
}

bool cannotSelect(const std::string &Program) {
  return formatOfProgram(Program) &&
         !findText(Program, MEMFACET_CAN_SELECT, 0,
                   [](std::string_view) { return true; });
}

static constexpr const char *SectionNames[TableCount] = {
#define MEMFACET_NAME(Name, Section) Section,
    MEMFACET_TABLES(MEMFACET_NAME)
#undef MEMFACET_NAME
};
static bool hasTable(const gauges::ElfImage &Image, TableKind Kind) {
  return Image.hasSection(SectionNames[size_t(Kind)]);
}

/// Returns whether the program counts only: programs that record have
/// operations.
static bool onlyCounts(const gauges::ElfImage &Image) {
  return hasTable(Image, TableKind::Counters) &&
         !hasTable(Image, TableKind::Operations);
}

bool onlyCountsBlocks(const std::string &Program) {
  Expected<gauges::ElfImage> Image = gauges::ElfImage::read(pathOf(Program));
  return Image && onlyCounts(*Image);
}

bool hasOnlyBlockMap(const std::string &Program) {
  Expected<gauges::ElfImage> Image = gauges::ElfImage::read(
      pathOf(Program), gauges::ElfImage::Names::WithBlocks);
  return Image && !Image->Blocks.empty() && !formatOfProgram(Program);
}

bool hasMoreRights(const std::string &Program) {
  struct stat Info;
  return stat(pathOf(Program).c_str(), &Info) == 0 &&
         (Info.st_mode & (S_ISUID | S_ISGID)) != 0;
}

/// Reads the \p Size bytes at \p Offset of a file; fewer at its end.
static std::string bytesOf(std::ifstream &File, uint64_t Offset, size_t Size) {
  std::string Bytes(Size, 0);
  File.clear();
  File.seekg(std::streamoff(Offset));
  File.read(Bytes.data(), std::streamsize(Size));
  Bytes.resize(size_t(File.gcount()));
  return Bytes;
}

/// Returns the loader of a 64-bit executable for this processor; "" if it has
/// none or is something else.
static std::string loaderOf(std::ifstream &File) {
  std::string Start = bytesOf(File, 0, sizeof(Elf64_Ehdr));
  if (Start.size() < sizeof(Elf64_Ehdr) || !Start.starts_with(ELFMAG))
    return {};
  Elf64_Ehdr Header;
  std::memcpy(&Header, Start.data(), sizeof(Header));
  if (Header.e_ident[EI_CLASS] != ELFCLASS64 || Header.e_machine != OwnMachine)
    return {};
  for (uint64_t I = 0; I != Header.e_phnum; ++I) {
    Elf64_Phdr Segment;
    std::string Bytes =
        bytesOf(File, Header.e_phoff + I * sizeof(Elf64_Phdr), sizeof(Segment));
    if (Bytes.size() < sizeof(Segment))
      return {};
    std::memcpy(&Segment, Bytes.data(), sizeof(Segment));
    if (Segment.p_type == PT_INTERP)
      return bytesOf(File, Segment.p_offset,
                     std::min<uint64_t>(Segment.p_filesz, PATH_MAX));
  }
  return {};
}

bool mayLoadInstrumented(const std::string &Program) {
  std::ifstream File(pathOf(Program), std::ios::binary);
  // musl's loader cannot load what was linked with glibc.
  if (loaderOf(File).find("/ld-linux") == std::string::npos ||
      hasMoreRights(Program) || formatOfProgram(Program))
    return false;
  // AddressSanitizer's library refuses to run after another one.
  auto HasName = [&](std::string_view Library) {
    return findText(Program, Library, 0, [](auto) { return true; });
  };
  return !HasName("libasan.so") && !HasName("libclang_rt.asan");
}

Status checkProgram(const std::string &Program,
                    const CollectorSettings &Settings) {
  CollectorSettings AccessSettings = Settings;
  AccessSettings.Blocks.clear(); // block vectors can be counted
  const char *Analysis = askedAnalysis(AccessSettings);
  if (!Analysis || !onlyCountsBlocks(Program))
    return {};
  return makeError("'{}' only counts its blocks and has no accesses, which {} "
                   "needs; build it without --count-blocks",
                   Program, Analysis);
}

Status checkSampledProgram(const std::string &Program) {
  Expected<gauges::ElfImage> Image = gauges::ElfImage::read(
      pathOf(Program), gauges::ElfImage::Names::WithBlocks);
  if (!Image || !Image->Blocks.empty() || !formatOfProgram(Program))
    return {};
  return makeError("'{}' is instrumented and has no map of its blocks, which "
                   "--sample-blocks needs; build it with memfacet-clang "
                   "--block-map, or record it with --blocks",
                   Program);
}

} // namespace memfacet::record
