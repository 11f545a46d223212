//===- ElfImage.cpp - basic blocks and functions of an ELF file -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/blocks/ElfImage.h"
#include "analysis/support/MappedFile.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace memfacet::gauges {

namespace {

constexpr uint32_t BlockMapSection = 0x6fff4c0a; // SHT_LLVM_BB_ADDR_MAP

/// Versions of the map: compilers up to clang 20 write 2, clang 22 writes 5.
constexpr uint8_t FirstVersion = 1, WithIds = 2, WideFeatures = 5,
                  LastVersion = 5;

/// Bits of the byte (since version 5, two) after the version: what else the map
/// says of each block or function.
enum MapFeature : uint16_t {
  EntryCount = 1,
  Frequencies = 2,
  Probabilities = 4,
  Ranges = 8,
  CallEnds = 32,
  Hashes = 64,
  Known = EntryCount | Frequencies | Probabilities | Ranges | CallEnds | Hashes
};

template <typename T>
std::optional<T> readAt(std::string_view Bytes, uint64_t Offset) {
  if (Offset > Bytes.size() || Bytes.size() - Offset < sizeof(T))
    return std::nullopt;
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
  return Value;
}

/// Reads numbers from the front. After an error, all numbers are 0.
class Cursor {
public:
  explicit Cursor(std::string_view Bytes) : Rest(Bytes) {}

  bool good() const { return Good; }
  bool atEnd() const { return Rest.empty(); }
  template <typename T> T fixed() {
    std::optional<T> Value = readAt<T>(Rest, 0);
    Good &= Value.has_value();
    Rest.remove_prefix(Good ? sizeof(T) : Rest.size());
    return Value.value_or(T());
  }
  uint64_t uleb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0; Shift < 64; Shift += 7) {
      auto Byte = fixed<uint8_t>();
      Value |= uint64_t(Byte & 0x7f) << Shift;
      if (!(Byte & 0x80))
        return Value;
    }
    Good = false;
    return 0;
  }

private:
  std::string_view Rest;
  bool Good = true;
};

/// Reads the size of a block: the end of each of its calls, then of the block,
/// each from the one before.
uint64_t readBytes(Cursor &C, uint16_t Features) {
  uint64_t Bytes = 0;
  if (Features & CallEnds)
    for (uint64_t N = C.uleb(); N != 0 && C.good(); --N)
      Bytes += C.uleb();
  return Bytes + C.uleb();
}

/// Reads the blocks of one range of a function. Returns false if the range is
/// damaged.
bool readRange(Cursor &C, uint8_t Version, uint16_t Features, uint64_t &Total,
               std::vector<MachineBlock> &Blocks) {
  auto Base = C.fixed<uint64_t>();
  uint64_t Count = C.uleb();
  uint64_t Address = Base;
  for (uint64_t I = 0; I != Count && C.good(); ++I) {
    uint64_t Id = Version >= WithIds ? C.uleb() : I;
    Address += C.uleb(); // from the end of the block before
    uint64_t Bytes = readBytes(C, Features);
    C.uleb(); // properties
    if (Features & Hashes)
      C.fixed<uint64_t>();
    if (Bytes != 0)
      Blocks.push_back(
          {Address, uint32_t(Bytes), uint32_t(Id), MachineBlock::NoFunction});
    Address += Bytes;
  }
  Total += Count;
  return C.good();
}

/// Skips what a compiler adds from a profile: it is not needed here.
void skipProfile(Cursor &C, uint16_t Features, uint64_t Blocks) {
  if (Features & EntryCount)
    C.uleb();
  if (!(Features & (Frequencies | Probabilities)))
    return;
  for (uint64_t I = 0; I != Blocks && C.good(); ++I) {
    if (Features & Frequencies)
      C.uleb();
    if (!(Features & Probabilities))
      continue;
    for (uint64_t N = C.uleb(); N != 0 && C.good(); --N) {
      C.uleb();
      C.uleb();
    }
  }
}

/// Reads blocks up to the first function in an unknown format.
void readBlocks(std::string_view Map, std::vector<MachineBlock> &Blocks) {
  Cursor C(Map);
  while (!C.atEnd()) {
    auto Version = C.fixed<uint8_t>();
    uint16_t Features =
        Version < WideFeatures ? C.fixed<uint8_t>() : C.fixed<uint16_t>();
    if (Version < FirstVersion || Version > LastVersion || (Features & ~Known))
      return;
    uint64_t Count = Features & Ranges ? C.uleb() : 1, Total = 0;
    for (uint64_t I = 0; I != Count; ++I)
      if (!readRange(C, Version, Features, Total, Blocks))
        return;
    skipProfile(C, Features, Total);
  }
}

/// The number of bytes that may still be read. Sections, and names in a table
/// of strings, may overlap: a small file could then use any amount of memory.
class Budget {
public:
  explicit Budget(uint64_t Bytes) : Left(Bytes) {}
  bool spend(uint64_t Bytes) {
    bool Enough = Bytes <= Left;
    Left -= Enough ? Bytes : 0;
    return Enough;
  }

private:
  uint64_t Left;
};

/// Returns a text of a table of strings, up to the terminating zero; empty if
/// the budget is used up.
std::string textAt(std::string_view Strings, uint64_t Offset, Budget &Letters) {
  std::string_view Text = Strings.substr(std::min(Offset, Strings.size()));
  Text = Text.substr(0, Text.find('\0'));
  return Letters.spend(Text.size()) ? std::string(Text) : std::string();
}

void readFunctions(std::string_view Symbols, std::string_view Strings,
                   Budget &Letters, std::vector<MachineFunction> &Functions) {
  for (uint64_t Offset = 0; auto S = readAt<Elf64_Sym>(Symbols, Offset);
       Offset += sizeof(Elf64_Sym)) {
    if (ELF64_ST_TYPE(S->st_info) != STT_FUNC || S->st_shndx == SHN_UNDEF ||
        S->st_name >= Strings.size())
      continue;
    Functions.push_back({S->st_value, textAt(Strings, S->st_name, Letters)});
  }
}

} // namespace

Expected<ElfImage> ElfImage::read(const std::string &Path, Names Wanted) {
  Expected<MappedFile> File = MappedFile::open(Path);
  if (!File)
    return File.error();
  return parse(File->text(), Wanted);
}

/// Reads all section headers. Each section must lie in the file.
static Expected<std::vector<Elf64_Shdr>>
readSections(std::string_view File, const Elf64_Ehdr &Header) {
  std::vector<Elf64_Shdr> Sections;
  for (unsigned I = 0; I != Header.e_shnum; ++I)
    if (auto S =
            readAt<Elf64_Shdr>(File, Header.e_shoff + I * sizeof(Elf64_Shdr));
        S && (S->sh_type == SHT_NOBITS ||
              (S->sh_offset <= File.size() &&
               S->sh_size <= File.size() - S->sh_offset)))
      Sections.push_back(*S);
    else
      return makeError("section {} lies outside of the file", I);
  return Sections;
}

Expected<ElfImage> ElfImage::parse(std::string_view File, Names Wanted) {
  auto Header = readAt<Elf64_Ehdr>(File, 0);
  if (!Header || std::memcmp(Header->e_ident, ELFMAG, SELFMAG) != 0 ||
      Header->e_ident[EI_CLASS] != ELFCLASS64 ||
      Header->e_ident[EI_DATA] != ELFDATA2LSB)
    return makeError("not an ELF file of 64 bits");
  ElfImage Image;
  for (unsigned I = 0; I != Header->e_phnum; ++I)
    if (auto P =
            readAt<Elf64_Phdr>(File, Header->e_phoff + I * sizeof(Elf64_Phdr));
        P && P->p_type == PT_LOAD)
      Image.Segments.push_back({P->p_offset, P->p_vaddr, P->p_filesz});
  Expected<std::vector<Elf64_Shdr>> Sections = readSections(File, *Header);
  if (!Sections)
    return Sections.error();
  auto BytesOf = [&](const Elf64_Shdr &S) {
    return File.substr(S.sh_offset, S.sh_size);
  };
  // Names with the same end often share their letters; sections share nothing.
  Budget Bytes(File.size()), Letters(16 * File.size());
  for (const Elf64_Shdr &S : *Sections)
    if (S.sh_type == BlockMapSection && Bytes.spend(S.sh_size))
      readBlocks(BytesOf(S), Image.Blocks);
  if (Header->e_shstrndx < Sections->size() &&
      (*Sections)[Header->e_shstrndx].sh_type == SHT_STRTAB)
    for (const Elf64_Shdr &S : *Sections)
      if (S.sh_size != 0)
        Image.Sections.push_back(textAt(
            BytesOf((*Sections)[Header->e_shstrndx]), S.sh_name, Letters));
  if (Wanted == Names::WithBlocks && Image.Blocks.empty())
    return Image;
  bool HasSymbols = std::ranges::any_of(
      *Sections, [](const Elf64_Shdr &S) { return S.sh_type == SHT_SYMTAB; });
  for (const Elf64_Shdr &S : *Sections)
    if (S.sh_type == (HasSymbols ? SHT_SYMTAB : SHT_DYNSYM) &&
        S.sh_link < Sections->size() &&
        (*Sections)[S.sh_link].sh_type == SHT_STRTAB && Bytes.spend(S.sh_size))
      readFunctions(BytesOf(S), BytesOf((*Sections)[S.sh_link]), Letters,
                    Image.Functions);
  Image.findFunctions();
  return Image;
}

/// Sorts blocks and functions by address, and finds the function of each block.
void ElfImage::findFunctions() {
  std::ranges::stable_sort(Blocks, {}, &MachineBlock::Address);
  std::ranges::stable_sort(Functions, {}, &MachineFunction::Address);
  for (MachineBlock &B : Blocks) {
    auto Next = std::ranges::upper_bound(Functions, B.Address, {},
                                         &MachineFunction::Address);
    if (Next != Functions.begin())
      B.Function = uint32_t(Next - Functions.begin() - 1);
  }
}

std::optional<uint32_t> ElfImage::blockAt(uint64_t Address) const {
  auto Found =
      std::ranges::upper_bound(Blocks, Address, {}, &MachineBlock::Address);
  if (Found == Blocks.begin())
    return std::nullopt;
  --Found;
  if (Address - Found->Address >= Found->Bytes)
    return std::nullopt;
  return uint32_t(Found - Blocks.begin());
}

const MachineFunction *ElfImage::functionNamed(std::string_view Name) const {
  auto It = std::ranges::find(Functions, Name, &MachineFunction::Name);
  return It == Functions.end() ? nullptr : &*It;
}

bool ElfImage::hasSection(std::string_view Name) const {
  return std::ranges::find(Sections, Name) != Sections.end();
}

uint64_t ElfImage::lowest() const {
  auto It = std::ranges::min_element(Segments, {}, &Segment::Address);
  return It == Segments.end() ? 0 : It->Address;
}

std::optional<uint64_t> ElfImage::addressOf(uint64_t FileOffset) const {
  for (const Segment &S : Segments)
    if (FileOffset >= S.Offset && FileOffset - S.Offset < S.Bytes)
      return S.Address + (FileOffset - S.Offset);
  return std::nullopt;
}

} // namespace memfacet::gauges
