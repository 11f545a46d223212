//===- Seeds.cpp - inputs that are right, made by our own writers ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Database.h"
#include "analysis/result/store/ProfileFile.h"
#include "analysis/result/store/StreamCodec.h"
#include "analysis/words/coding/FrameCoder.h"
#include "analysis/words/trace/TraceWriter.h"
#include "memfacet/Region.h"
#include "memfacet/Select.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"
#include "test/support/FixedLengths.h"
#include "test/support/StreamBuilder.h"
#include "test/support/random/RandomProfile.h"
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>
#include <zlib.h>

namespace memfacet::fuzz {

using test::StreamBuilder;
using test::TableBuilder;

namespace {

template <typename T> void append(std::string &Bytes, const T &Value) {
  Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// A program with most kinds of rows.
struct Program {
  Program() {
    uint64_t Place = Tables.location("made/up.c", "main", 12, 3);
    uint64_t Name = Tables.allocation({.Name = "net->nodes",
                                       .Type = "struct node",
                                       .Location = Place,
                                       .Function = "build",
                                       .ElementSize = 16});
    Tables.global({.Name = "table", .Address = 0x700000, .Size = 4096});
    Site = Name;
    Load = Tables.block(
        {.Instructions = 5,
         .Slots = 2,
         .Sites = {{.Size = 8, .Location = Place, .Type = "int"},
                   {.Size = 4, .Base = 1, .Kind = AccessKind::Store}},
         .Id = 1,
         .Function = "main",
         .Location = Place});
    Range = Tables.block({.Instructions = 7,
                          .Slots = 2,
                          .Sites = {{.Extra = 1, .Shape = SiteShape::Range}},
                          .References = {0x700000},
                          .Id = 2,
                          .Function = "main",
                          .Prefix = Load});
    Lanes = Tables.block(
        {.Instructions = 3,
         .Slots = 2,
         .Sites = {{.Size = 4, .Extra = 1, .Shape = SiteShape::Masked}},
         .Id = 3,
         .Operations = std::string("\x03\x00\x28\x00\x09\x12\x02"
                                   "\x01\x02",
                                   9)});
    uint64_t Counter = Tables.counter(5);
    Tables.flow(0, Load, Counter);
    Tables.flow(Load, 0, 0);
  }

  TableBuilder Tables;
  uint64_t Site, Load, Range, Lanes;
};

StreamBuilder firstThread(const Program &P) {
  StreamBuilder S;
  S.program(17, std::string_view("./made-up\0one\0", 14));
  S.module(0, P.Tables);
  S.mapping(1, 0x700000, 0x701000, MappingKind(0), "/lib/made-up.so");
  S.alloc(2, 0x10000, 4096, P.Site, {P.Site});
  S.threadCreate(3, 1);
  for (uint64_t I = 0; I != 20; ++I)
    S.block(P.Load, {0x10000 + I * 64, 0x10008 + I * 8}).tick(100 + I);
  S.block(P.Range, {0x10000, 0x10040, 0x10010, 300});
  S.block(P.Lanes, {0x10100, 0x5});
  S.phase("solve").mark(5, 0x10200, 64, "part").unmark(6, 0x10200);
  S.release(7, SyncKind(0), 0x5000).stall(StallKind(0), 0x5000);
  S.rename(9, 0x10000, "nodes").interest(10, true);
  S.event(EventKind::Counts, {countsOf(0, true), counterWord(0, 3)});
  S.lines(1).selected(SelectedKind::Access, 0x10000, 0x500000, 8);
  S.free(12, 0x10000);
  return S;
}

StreamBuilder secondThread() {
  StreamBuilder S;
  S.threadStart(4, 0x20000, 0x30000, 0, 99);
  S.acquire(8, SyncKind(0), 0x5000);
  S.threadEnd(11);
  return S;
}

void addSegment(std::string &Bytes, uint8_t Thread, const StreamBuilder &S) {
  for (size_t I = 0; I != S.size();) {
    size_t Words = std::min<size_t>(S.size() - I, 254);
    Bytes += char(Thread);
    Bytes += char(Words);
    Bytes.append(reinterpret_cast<const char *>(S.words().data() + I),
                 Words * 8);
    I += Words;
  }
}

/// Tables in whole: pieces of an event must not be cut.
std::string records(uint8_t Bits) {
  Program P;
  std::string Bytes(1, char(Bits));
  StreamBuilder First = firstThread(P);
  Bytes += '\0';
  Bytes += '\xff';
  Bytes.append(reinterpret_cast<const char *>(First.words().data()),
               First.size() * 8);
  return Bytes;
}

std::string twoThreads(uint8_t Bits) {
  Program P;
  std::string Bytes(1, char(Bits));
  StreamBuilder Begin;
  Begin.module(0, P.Tables, "/a", 1024);
  // Events stay whole: each is a segment of its own.
  for (size_t I = 0; I != Begin.size();) {
    size_t Words = eventWords(Begin.words()[I]);
    Bytes += '\0';
    Bytes += char(std::min<size_t>(Words, 254));
    Bytes.append(reinterpret_cast<const char *>(Begin.words().data() + I),
                 Words * 8);
    I += Words;
  }
  addSegment(Bytes, 1, secondThread());
  return Bytes;
}

std::string tables(uint8_t Bits) {
  Program P;
  std::string Bytes(1, char(Bits));
  for (size_t I = 0; I != TableCount; ++I) {
    append(Bytes, uint16_t(P.Tables.bytes(TableKind(I)).size()));
    Bytes += P.Tables.bytes(TableKind(I));
  }
  for (uint64_t Slot : {0x10000, 0x10040, 0x700010, 0x44})
    append(Bytes, Slot);
  return Bytes;
}

std::string traceFile() {
  std::string Path = "/tmp/memfacet-seed." + std::to_string(getpid());
  Program P;
  {
    test::FixedLengths Lengths;
    auto Writer = TraceWriter::create(Path, Lengths);
    if (!Writer)
      contradiction("a trace cannot be written");
    use((*Writer)->segment({ThreadId(0), firstThread(P).words()}));
    use((*Writer)->segment({ThreadId(1), secondThread().words()}));
    use((*Writer)->finish({}));
  }
  std::ifstream In(Path, std::ios::binary);
  std::string Bytes(std::istreambuf_iterator<char>(In), {});
  unlink(Path.c_str());
  return std::string(1, '\1') + Bytes;
}

std::string frame() {
  test::FixedLengths Lengths;
  FrameCoder Coder(Lengths);
  FrameWords Words;
  std::vector<uint64_t> First, Second;
  for (uint64_t I = 0; I != 40; ++I) {
    First.insert(First.end(), {0x100, I * 64});
    Second.insert(Second.end(), {0x200, I * 8, 0x5000 - I});
  }
  Words.add({ThreadId(0), First});
  Words.add({ThreadId(1), Second});
  Words.add({ThreadId(0), First});
  std::vector<char> Coded;
  use(Coder.code(Words, Coded));
  std::string Bytes;
  append(Bytes, uint16_t(2 * First.size() + Second.size() + 3));
  return Bytes.append(Coded.data(), Coded.size());
}

std::string region() {
  Program P;
  std::string Bytes(1, '\0');
  for (uint8_t Thread = 0; Thread != 2; ++Thread) {
    StreamBuilder S = Thread ? secondThread() : firstThread(P);
    auto Words = uint16_t(std::min<size_t>(S.size(), 511));
    Bytes += {'\2', char(Thread), '\0', '\x8'};
    append(Bytes, Words);
    append(Bytes, uint16_t(0));
    Bytes.append(reinterpret_cast<const char *>(S.words().data()), Words * 8);
  }
  return Bytes;
}

void addHeldRow(std::string &Table, HeldKind Kind, uint8_t Flags, uint8_t Page,
                uint16_t Bytes, uint16_t Count, const std::string &Text) {
  Table += {char(Kind), char(Flags), '\1', char(Page)};
  append(Table, Bytes);
  append(Table, Count);
  append(Table, uint16_t(Text.size()));
  Table += Text;
}

/// Counters. \p Last: words that a thread has written, or none.
std::string held(const std::vector<uint64_t> &Last) {
  std::string Counters, Bytes(1, Last.empty() ? '\0' : '\4');
  for (size_t I = 0; I != (Last.empty() ? 0 : 8); ++I)
    append(Bytes, I < Last.size() ? Last[I] : uint64_t(0));
  for (int64_t I = 0; I != 8; ++I)
    append(Counters, I);
  addHeldRow(Bytes, HeldKind::Counters, 0, 0, 192, 8, Counters);
  return Bytes;
}

std::string profileFile(uint64_t Number) {
  std::string Path = "/tmp/memfacet-seed." + std::to_string(getpid());
  use(writeProfile(test::RandomProfile(Number).make(), Path,
                   ExistingFile::Replace));
  // Tables of a few rows each: in small pages, an eighth of the file.
  if (auto D = Database::open(Path, Database::Mode::Create))
    use(D->run("PRAGMA page_size = 512; VACUUM"));
  std::ifstream In(Path, std::ios::binary);
  std::string Bytes(std::istreambuf_iterator<char>(In), {});
  unlink(Path.c_str());
  return Bytes;
}

std::string streams() {
  StreamPacker Packer;
  constexpr Measure Group[] = {Measure::Intervals, Measure::Accesses};
  std::vector<std::vector<uint64_t>> Columns = {{0, 0, 2, 0, 1},
                                                {40, 300, 1, 1, 70000}};
  std::vector<std::string> Packed(2);
  Packer.pack(Columns, Group, Packed);
  std::string Bytes;
  append(Bytes, uint32_t(8));
  append(Bytes, uint64_t(40 + 300 + 1 + 1 + 70000));
  append(Bytes, uint16_t(Packed[0].size()));
  return Bytes + Packed[0] + Packed[1];
}

std::string drMemtrace(bool Zipped) {
  std::string Bytes;
  auto Add = [&](uint16_t Type, uint16_t Size, uint64_t Value) {
    append(Bytes, Type);
    append(Bytes, Size);
    append(Bytes, Value);
  };
  Add(25, 0, 5);
  Add(22, 8, 1234);
  Add(10, 4, 0x400100);
  Add(0, 8, 0x7000);
  Add(1, 4, 0x7008);
  Add(17, 3, 0);
  Add(22, 8, 1235);
  Add(48, 2, 0x400110);
  Add(28, 2, 0);
  if (!Zipped)
    return Bytes;
  std::string Packed(1000, '\0');
  z_stream Z = {};
  deflateInit2(&Z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  Z.next_in = reinterpret_cast<Bytef *>(Bytes.data());
  Z.avail_in = uInt(Bytes.size());
  Z.next_out = reinterpret_cast<Bytef *>(Packed.data());
  Z.avail_out = uInt(Packed.size());
  deflate(&Z, Z_FINISH);
  Packed.resize(Z.total_out);
  deflateEnd(&Z);
  return Packed;
}

/// A function of two blocks, with a symbol and a block map.
std::string elf() {
  std::string Names("\0.text\0.symtab\0.strtab\0.map\0", 28);
  std::string Strings("\0main\0", 6), Map, Symbols;
  Map += {'\2', '\0'};
  append(Map, uint64_t(0x1000));
  Map += {'\2', '\0', '\0', '\x10', '\0', '\1', '\2', '\x20', '\1'};
  Elf64_Sym Symbol = {};
  append(Symbols, Symbol);
  Symbol = {1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0x1000, 0x32};
  append(Symbols, Symbol);
  Elf64_Ehdr Head = {};
  std::memcpy(Head.e_ident, ELFMAG, SELFMAG);
  Head.e_ident[EI_CLASS] = ELFCLASS64;
  Head.e_ident[EI_DATA] = ELFDATA2LSB;
  Head.e_phoff = sizeof(Head), Head.e_phnum = 1;
  Head.e_shoff = sizeof(Head) + sizeof(Elf64_Phdr);
  Head.e_shnum = 5, Head.e_shstrndx = 1;
  Elf64_Phdr Load = {PT_LOAD, 5, 0x500, 0x1000, 0x1000, 0x100, 0x100, 0x1000};
  uint64_t Offset = Head.e_shoff + 5 * sizeof(Elf64_Shdr);
  std::string Sections, Contents;
  auto Add = [&](uint32_t Name, uint32_t Type, const std::string &Bytes,
                 uint32_t Link) {
    Elf64_Shdr S = {};
    S.sh_name = Name, S.sh_type = Type, S.sh_link = Link;
    S.sh_offset = Offset + Contents.size(), S.sh_size = Bytes.size();
    append(Sections, S);
    Contents += Bytes;
  };
  Add(0, SHT_NULL, "", 0);
  Add(1, SHT_STRTAB, Names, 0);
  Add(7, SHT_SYMTAB, Symbols, 3);
  Add(15, SHT_STRTAB, Strings, 0);
  Add(23, 0x6fff4c0a, Map, 0);
  std::string Bytes;
  append(Bytes, Head);
  append(Bytes, Load);
  return Bytes + Sections + Contents;
}

} // namespace

std::vector<Seed> madeSeeds() {
  std::vector<Seed> Seeds = {
      {"trace", traceFile()},
      {"frames", frame()},
      {"regions", region()},
      {"held", held({})},
      {"held", held({eventHeader(EventKind::Counts, 4, 0), countsOf(1, false),
                     counterWord(1, 1), counterWord(2, 2)})},
      {"profile", profileFile(15)},
      {"profile", profileFile(3)},
      {"streams", streams()},
      {"drmemtrace", drMemtrace(false)},
      {"drmemtrace", drMemtrace(true)},
      {"elf", elf()},
      {"layouts", "node\t24\nm\t0\t64\tkey\tlong\t1\t0\n"
                  "m\t64\t32\tpos[].x\tint\t2\t64\np\t64\t128\tpoint\n"},
  };
  for (uint8_t Bits : {0, 1, 4, 9, 24, 40, 64}) {
    Seeds.push_back({"records", records(Bits)});
    Seeds.push_back({"records", twoThreads(Bits)});
    Seeds.push_back({"tables", tables(Bits)});
    Seeds.push_back({"analyses", records(Bits)});
    Seeds.push_back({"analyses", tables(Bits | 128)});
  }
  for (const char *Target : {"rows", "reports"})
    for (char I = 0; I != 6; ++I)
      Seeds.push_back(
          {Target, {I, char(I + 1), char(I * 31), 0, 0, 7, I, 1, 2}});
  return Seeds;
}

void writeSeeds(const std::string &Folder) {
  std::map<std::string, int> Numbers;
  for (const Seed &S : madeSeeds()) {
    std::filesystem::path Directory = std::filesystem::path(Folder) / S.Target;
    std::filesystem::create_directories(Directory);
    // Whole at once: another target may be reading or writing the same.
    std::filesystem::path Draft = Directory / fmt::format(".made-{}", getpid());
    std::ofstream(Draft, std::ios::binary) << S.Bytes;
    std::filesystem::rename(
        Draft, Directory / fmt::format("made-{}", Numbers[S.Target]++));
  }
}

} // namespace memfacet::fuzz
