//===- ElfImageTest.cpp - files that ask for more than they are -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/blocks/ElfImage.h"
#include "test/support/Test.h"
#include <cstring>
#include <elf.h>

namespace {

/// Sections, which may lie over one another.
class ElfFile {
public:
  ElfFile() : Bytes(sizeof(Elf64_Ehdr), '\0') {}

  uint64_t add(std::string_view Contents) {
    uint64_t Offset = Bytes.size();
    Bytes += Contents;
    return Offset;
  }
  void section(uint32_t Type, uint64_t Offset, uint64_t Size,
               uint32_t Link = 0) {
    Elf64_Shdr S = {};
    S.sh_type = Type, S.sh_offset = Offset, S.sh_size = Size, S.sh_link = Link;
    Sections.append(reinterpret_cast<const char *>(&S), sizeof(S));
  }
  Expected<ElfImage> read() {
    Elf64_Ehdr Head = {};
    std::memcpy(Head.e_ident, ELFMAG, SELFMAG);
    Head.e_ident[EI_CLASS] = ELFCLASS64;
    Head.e_ident[EI_DATA] = ELFDATA2LSB;
    Head.e_shoff = Bytes.size();
    Head.e_shnum = uint16_t(Sections.size() / sizeof(Elf64_Shdr));
    std::string File = Bytes + Sections;
    std::memcpy(File.data(), &Head, sizeof(Head));
    return ElfImage::parse(File);
  }

private:
  std::string Bytes, Sections;
};

constexpr uint32_t BlockMap = 0x6fff4c0a;

/// A function at \p Address with one block of \p Size bytes.
std::string mapOf(uint64_t Address, char Size) {
  std::string Map = {2, 0};
  Map.append(reinterpret_cast<const char *>(&Address), sizeof(Address));
  return Map + std::string({1, 0, 0, Size, 0});
}

Elf64_Sym function(uint32_t Name, uint64_t Address) {
  return {Name, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, Address, 8};
}

template <typename T> std::string_view bytesOf(const T &Value) {
  return {reinterpret_cast<const char *>(&Value), sizeof(Value)};
}

TEST(ElfImage, BlocksGetTheFunctionsThatTheyAreIn) {
  ElfFile File;
  std::string_view Names("\0first\0second\0", 14);
  uint64_t Strings = File.add(Names);
  std::string Symbols;
  for (const Elf64_Sym &S : {function(7, 0x2000), function(1, 0x1000)})
    Symbols += bytesOf(S);
  uint64_t SymbolsAt = File.add(Symbols);
  std::string Map = mapOf(0x1000, 16) + mapOf(0x2000, 32);
  uint64_t MapAt = File.add(Map);
  File.section(SHT_STRTAB, Strings, Names.size());
  File.section(SHT_SYMTAB, SymbolsAt, Symbols.size(), 0);
  File.section(BlockMap, MapAt, Map.size());
  ElfImage Image = good(File.read());
  ASSERT_EQ(Image.Blocks.size(), 2u);
  EXPECT_EQ(Image.Functions[Image.Blocks[0].Function].Name, "first");
  EXPECT_EQ(Image.Functions[Image.Blocks[1].Function].Name, "second");
}

TEST(ElfImage, SectionsOverOneAnotherAreReadOnce) {
  ElfFile File;
  std::string Map;
  for (uint64_t I = 0; I != 20'000; ++I)
    Map += mapOf(0x1000 + I * 16, 16);
  uint64_t Offset = File.add(Map);
  for (int I = 0; I != 10'000; ++I)
    File.section(BlockMap, Offset, Map.size());
  // The headers are more than the map, so it is read a few times.
  EXPECT_LE(good(File.read()).Blocks.size(), 5u * 20'000);
}

TEST(ElfImage, NamesThatShareTheirLettersTakeNoMoreThanSixteenFiles) {
  ElfFile File;
  std::string Names(200'000, 'n'), Symbols;
  uint64_t Strings = File.add(Names);
  for (uint32_t I = 0; I != 5'000; ++I)
    Symbols += bytesOf(function(I, 0x1000 + I));
  uint64_t Offset = File.add(Symbols);
  File.section(SHT_STRTAB, Strings, Names.size());
  File.section(SHT_SYMTAB, Offset, Symbols.size(), 0);
  ElfImage Image = good(File.read());
  ASSERT_EQ(Image.Functions.size(), 5'000u);
  size_t Letters = 0;
  for (const MachineFunction &F : Image.Functions)
    Letters += F.Name.size();
  EXPECT_LE(Letters, 16 * (Names.size() + Symbols.size() + 1'000));
  EXPECT_EQ(Image.Functions.front().Name.size(), Names.size());
}

} // namespace
