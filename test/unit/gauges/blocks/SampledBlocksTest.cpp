//===- SampledBlocksTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/blocks/SampledBlocks.h"
#include "test/support/TemporaryFile.h"
#include <cstring>
#include <elf.h>

namespace {

constexpr uint32_t BlockMapSection = 0x6fff4c0a;

template <typename T> void append(std::string &Bytes, const T &Value) {
  Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(T));
}

/// A map of one function at 0x401000 with blocks of 16, 8 and (after a gap of
/// 4) 32 bytes. \p Header is version and features, \p Blocks all of the blocks.
std::string blockMap(const std::string &Header = {2, 0},
                     const std::string &Blocks = {0, 0, 16, 0, 1, 0, 8, 0, 2, 4,
                                                  32, 0}) {
  std::string Map = Header;
  append(Map, uint64_t(0x401000));
  Map += char(3);
  return Map + Blocks;
}

/// A file of one segment, file offset 0x1000 at address 0x401000, and \p Map.
/// \p MapType: the map's section may be of another one, which is not read.
std::string elfFile(uint32_t MapType = BlockMapSection,
                    const std::string &Map = blockMap()) {
  std::string Names("\0work\0", 6);
  Elf64_Sym Symbol = {1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0x401000,
                      60};
  Elf64_Ehdr Header = {};
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_phoff = sizeof(Header), Header.e_phnum = 1;
  std::string File;
  append(File, Header);
  Elf64_Phdr Segment = {PT_LOAD, PF_X, 0x1000, 0x401000, 0x401000, 100, 100, 1};
  append(File, Segment);
  auto Section = [&](uint32_t Type, const std::string &Bytes, uint32_t Link) {
    Elf64_Shdr S = {0, Type, 0, 0, File.size(), Bytes.size(), Link, 0, 1, 0};
    File += Bytes;
    return S;
  };
  std::string Symbols;
  append(Symbols, Symbol);
  Elf64_Shdr Sections[] = {Section(MapType, Map, 0),
                           Section(SHT_SYMTAB, Symbols, 2),
                           Section(SHT_STRTAB, Names, 0)};
  Header.e_shoff = File.size(), Header.e_shnum = 3;
  for (const Elf64_Shdr &S : Sections)
    append(File, S);
  std::memcpy(File.data(), &Header, sizeof(Header));
  return File;
}

SampleEvent mapping(uint32_t Process, uint64_t Time, uint64_t Address) {
  return {SampleEvent::Mapping,
          Time,
          Process,
          Process,
          Address,
          0x1000,
          0x1000,
          0,
          0};
}
SampleEvent sample(uint32_t Thread, uint64_t Time, uint64_t Address) {
  return {SampleEvent::Sample, Time, 10, Thread, Address, 0, 0, 0, 0};
}

} // namespace

TEST(ElfImage, BlocksLieWhereTheMapSays) {
  ElfImage Image = good(ElfImage::parse(elfFile()));
  ASSERT_EQ(Image.Blocks.size(), 3u);
  EXPECT_EQ(Image.Functions[0].Name, "work");
  EXPECT_EQ(Image.addressOf(0x1010), 0x401010u);
  EXPECT_EQ(Image.blockAt(0x400fff), std::nullopt);
  EXPECT_EQ(Image.blockAt(0x40100f), 0u);
  EXPECT_EQ(Image.blockAt(0x401010), 1u);
  EXPECT_EQ(Image.blockAt(0x401018), std::nullopt); // the gap
  EXPECT_EQ(Image.blockAt(0x40101c), 2u);
  EXPECT_EQ(Image.blockAt(0x40103b), 2u);
  EXPECT_EQ(Image.blockAt(0x40103c), std::nullopt);
  EXPECT_EQ(Image.Blocks[2].Id, 2u);
}

TEST(ElfImage, EachVersionOfTheMapSaysTheSame) {
  // Version 1 has no numbers of blocks; 3 may say where calls end, of which the
  // first block has two; 4 may have hashes; features take two bytes in 5.
  std::string Calls = {0, 0, 2, 4, 7, 5, 0, 1, 0, 0, 8, 0, 2, 4, 0, 32, 0};
  std::string Hash(8, 'h');
  std::string Hashed = std::string({0, 0, 16, 0}) + Hash +
                       std::string({1, 0, 8, 0}) + Hash +
                       std::string({2, 4, 32, 0}) + Hash;
  std::string Maps[] = {blockMap({1, 0}, {0, 16, 0, 0, 8, 0, 4, 32, 0}),
                        blockMap({2, 0}),
                        blockMap({3, 32}, Calls),
                        blockMap({4, 64}, Hashed),
                        blockMap({5, 0, 0}),
                        blockMap({5, 32, 0}, Calls)};
  for (const std::string &Map : Maps) {
    ElfImage Image = good(ElfImage::parse(elfFile(BlockMapSection, Map)));
    ASSERT_EQ(Image.Blocks.size(), 3u) << int(Map[0]);
    EXPECT_EQ(Image.blockAt(0x40100f), 0u) << int(Map[0]);
    EXPECT_EQ(Image.blockAt(0x401010), 1u) << int(Map[0]);
    EXPECT_EQ(Image.blockAt(0x40103b), 2u) << int(Map[0]);
    EXPECT_EQ(Image.blockAt(0x40103c), std::nullopt) << int(Map[0]);
    EXPECT_EQ(Image.Blocks[2].Id, 2u) << int(Map[0]);
  }
  // A version that is not known gives nothing.
  EXPECT_TRUE(ElfImage::parse(elfFile(BlockMapSection, blockMap({6, 0, 0})))
                  ->Blocks.empty());
}

TEST(ElfImage, FunctionsAreNotReadWhereThereAreNoBlocksOfThem) {
  using enum ElfImage::Names;
  EXPECT_EQ(ElfImage::parse(elfFile(), WithBlocks)->Functions.size(), 1u);
  std::string WithoutMap = elfFile(SHT_PROGBITS);
  EXPECT_TRUE(ElfImage::parse(WithoutMap)->Blocks.empty());
  EXPECT_EQ(ElfImage::parse(WithoutMap)->Functions.size(), 1u);
  EXPECT_TRUE(ElfImage::parse(WithoutMap, WithBlocks)->Functions.empty());
}

TEST(ElfImage, AFileThatCannotBeReadIsNamed) {
  EXPECT_TRUE(has(errorOf(ElfImage::read("/none/such")), "/none/such"));
}

TEST(ElfImage, AnyDamageIsSurvived) {
  std::string Good = elfFile();
  for (unsigned Seed = 0; Seed != 2000; ++Seed) {
    std::mt19937 Random(Seed);
    std::string File = Good.substr(0, Random() % (Good.size() + 1));
    for (int I = 0; I != 4 && !File.empty(); ++I)
      File[Random() % File.size()] = char(Random());
    Expected<ElfImage> Image = ElfImage::parse(File);
    if (Image)
      EXPECT_LE(Image->Blocks.size(), File.size());
  }
}

TEST(SampledBlocks, SamplesAreSplitByThreadBlockAndInterval) {
  std::vector<SampleEvent> Events = {
      sample(10, 5, 0x10),     // before anything is mapped
      mapping(10, 6, 0x7000),  //
      sample(10, 7, 0x7000),   // block 0
      sample(11, 8, 0x7010),   // block 1, another thread
      sample(10, 20, 0x701c),  // block 2
      sample(10, 9, 0x7001),   // block 0; rings are not in order
      sample(10, 21, 0x7018)}; // the gap
  SampleSettings Settings{10, 30};
  TemporaryFile Elf(".elf");
  Elf.put(elfFile());
  BlockVectors V = sampledBlocks(Events, {Elf.Path}, Settings);
  EXPECT_EQ(V.Source, BlockSource::Sampled);
  EXPECT_EQ(V.Samples, 6u);
  EXPECT_EQ(V.OutsideSamples, 2u);
  ASSERT_EQ(V.Blocks.size(), 3u);
  EXPECT_EQ(V.Blocks[1].Function, "work");
  EXPECT_EQ(V.Blocks[1].Number, 2u);
  ASSERT_EQ(V.Intervals.size(), 3u);
  auto Counts = [&](size_t I) {
    return *unpackCounts(V.Intervals[I].Packed, V.Blocks.size());
  };
  EXPECT_EQ(V.Intervals[0].Length, 30u);
  EXPECT_EQ(Counts(0), (std::vector<BlockCount>{{0, 2}}));
  EXPECT_EQ(V.Intervals[1].Interval, 1u);
  EXPECT_EQ(V.Intervals[1].Length, 20u);
  EXPECT_EQ(Counts(1), (std::vector<BlockCount>{{2, 1}}));
  EXPECT_EQ(V.Intervals[2].Thread, 1u);
  EXPECT_EQ(Counts(2), (std::vector<BlockCount>{{1, 1}}));
}

TEST(SampledBlocks, AChildHasTheMappingsOfItsParent) {
  std::vector<SampleEvent> Events = {
      mapping(10, 1, 0x7000),
      {SampleEvent::Fork, 2, 12, 12, 0, 0, 0, 0, 10},
      {SampleEvent::Sample, 3, 12, 12, 0x7010, 0, 0, 0, 0}};
  TemporaryFile Elf(".elf");
  Elf.put(elfFile());
  BlockVectors V = sampledBlocks(Events, {Elf.Path}, {10, 30});
  EXPECT_EQ(V.OutsideSamples, 0u);
  ASSERT_EQ(V.Blocks.size(), 1u);
  EXPECT_EQ(V.Blocks[0].Id, 1u);
}
