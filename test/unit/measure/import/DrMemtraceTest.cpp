//===- DrMemtraceTest.cpp - entries, threads and instructions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/DrMemtrace.h"
#include "analysis/measure/import/ImportFormats.h"
#include "test/support/TemporaryFile.h"

namespace {

using Kind = TextAccess::Kind;

enum : uint16_t {
  Read = 0,
  Write = 1,
  Instr = 10,
  Bundle = 17,
  Thread = 22,
  ThreadExit = 23,
  Header = 25,
  Footer = 26,
  Marker = 28,
  NoFetch = 29,
  MaybeFetch = 30,
  Timestamp = 2 // of a marker
};

std::string entry(uint16_t Type, uint16_t Size, uint64_t Value) {
  std::string Bytes(12, 0);
  std::memcpy(Bytes.data(), &Type, 2);
  std::memcpy(Bytes.data() + 2, &Size, 2);
  std::memcpy(Bytes.data() + 4, &Value, 8);
  return Bytes;
}

/// A file of one thread: what \p Entries are, between a beginning and an end.
std::string fileOf(uint64_t Id, const std::string &Entries) {
  return entry(Header, 0, 7) + entry(Thread, 4, Id) + Entries +
         entry(ThreadExit, 4, Id) + entry(Footer, 0, 0);
}

class DrMemtrace : public testing::Test, protected TemporaryFile {
protected:
  DrMemtrace() : TemporaryFile(".drmemtrace") {}

  /// "T0 I 1000@1000 T0 L 40@1000": thread, kind, address, instruction.
  std::string told() const {
    auto Opened = good(openAccesses(Path, std::nullopt));
    EXPECT_EQ(Opened.Format, ImportFormat::DrMemtrace);
    std::string Text;
    while (std::optional<TextAccess> A = good(Opened.Source->next()))
      Text +=
          fmt::format("{}T{} {} {:x}@{:x}", Text.empty() ? "" : " ", A->Thread,
                      "ILSM"[size_t(A->Type)], A -> Address, A -> Pc);
    return Text;
  }
  void putIn(const char *Name, const std::string &Bytes) const {
    std::filesystem::create_directories(
        std::filesystem::path(Path + "/" + Name).parent_path());
    std::ofstream(Path + "/" + Name, std::ios::binary) << Bytes;
  }
};

TEST_F(DrMemtrace, IterationsAreNoInstructions) {
  put(fileOf(7, entry(Instr, 4, 0x1000) + entry(Read, 8, 0x40) +
                    entry(Instr, 2, 0x1004) + entry(Write, 8, 0x80) +
                    entry(NoFetch, 2, 0x1004) + entry(Write, 8, 0x88) +
                    entry(NoFetch, 2, 0x1004) + entry(Write, 8, 0x90)));
  EXPECT_EQ(told(), "T0 I 1000@1000 T0 L 40@1000 T0 I 1004@1004 "
                    "T0 S 80@1004 T0 S 88@1004 T0 S 90@1004");
}

TEST_F(DrMemtrace, AFetchThatMayBeOneIsOneAtANewAddress) {
  put(fileOf(7, entry(MaybeFetch, 2, 0x1004) + entry(Write, 8, 0x80) +
                    entry(MaybeFetch, 2, 0x1004) + entry(Write, 8, 0x88) +
                    entry(MaybeFetch, 2, 0x1006)));
  EXPECT_EQ(told(), "T0 I 1004@1004 T0 S 80@1004 T0 S 88@1004 T0 I 1006@1006");
}

TEST_F(DrMemtrace, InstructionsOfABundleFollowEachOther) {
  put(fileOf(7, entry(Instr, 4, 0x1000) + entry(Bundle, 2, 0x0305) +
                    entry(Read, 8, 0x40)));
  EXPECT_EQ(told(),
            "T0 I 1000@1000 T0 I 1004@1004 T0 I 1009@1009 T0 L 40@1009");
}

TEST_F(DrMemtrace, EachThreadHasItsInstruction) {
  put(fileOf(7, entry(Instr, 4, 0x1000) + entry(Thread, 4, 9) +
                    entry(Instr, 4, 0x2000) + entry(Thread, 4, 7) +
                    entry(Read, 8, 0x40)));
  EXPECT_EQ(told(), "T0 I 1000@1000 T1 I 2000@2000 T0 L 40@1000");
}

TEST_F(DrMemtrace, ThreadsAreNumberedAsTheyAreTold) {
  put(fileOf(7, entry(Thread, 4, 8) + entry(Thread, 4, 9) +
                    entry(Read, 8, 0x40) + entry(Thread, 4, 8) +
                    entry(Read, 8, 0x48) + entry(Thread, 4, 9) +
                    entry(Read, 8, 0x50)));
  EXPECT_EQ(told(), "T0 L 40@0 T1 L 48@0 T0 L 50@0");
}

TEST_F(DrMemtrace, FilesOfAFolderAreMergedByTheirTimes) {
  putIn("app.7.0000.trace",
        fileOf(7, entry(Marker, Timestamp, 100) + entry(Read, 8, 0x10) +
                      entry(Marker, Timestamp, 300) + entry(Read, 8, 0x30)));
  putIn("app.9.0000.trace",
        fileOf(9, entry(Marker, Timestamp, 200) + entry(Read, 8, 0x20) +
                      entry(Marker, Timestamp, 400) + entry(Read, 8, 0x40)));
  putIn("app.10.0000.trace", fileOf(10, "")); // a thread without accesses
  putIn("cpu_schedule.bin.zip", "no trace");
  putIn("modules.log", "no trace");
  EXPECT_EQ(told(), "T0 L 10@0 T1 L 20@0 T0 L 30@0 T1 L 40@0");
}

TEST_F(DrMemtrace, TheFolderOfARunHasTheTracesInOne) {
  putIn("trace/app.7.0000.trace", fileOf(7, entry(Read, 8, 0x10)));
  putIn("raw/thread.7.raw", "no trace");
  EXPECT_EQ(told(), "T0 L 10@0");
}

TEST_F(DrMemtrace, AFolderWithoutTracesIsAnError) {
  putIn("notes.txt", "no trace");
  EXPECT_EQ(errorOf(openAccesses(Path, std::nullopt)),
            "'" + Path +
                "' has no trace of drmemtrace: files whose names end in "
                ".trace, .trace.gz or .trace.zip");
  putIn("raw/thread.7.raw", "no trace");
  EXPECT_EQ(errorOf(openAccesses(Path, std::nullopt)),
            "'" + Path +
                "' has a raw trace of drmemtrace; convert it first, type: "
                "drraw2trace -indir " +
                Path);
  EXPECT_EQ(errorOf(openAccesses(Path, ImportFormat::Din)),
            "'" + Path +
                "' is a folder, which only drmemtrace writes; name a file of "
                "format din");
}

TEST_F(DrMemtrace, WhatIsCutOrOfNoKnownTypeIsAnError) {
  put(entry(Header, 0, 7) + entry(Read, 8, 0x40) + "cut");
  auto Cut = good(openAccesses(Path, std::nullopt));
  EXPECT_EQ(errorOf(Cut.Source->next()), "'" + Path + "' ends within entry 2");
  put(entry(Header, 0, 7) + entry(700, 8, 0x40));
  EXPECT_EQ(errorOf(openAccesses(Path, std::nullopt)),
            "'" + Path +
                "' entry 1 is of an unknown type, 700; is it a converted "
                "drmemtrace of a 64-bit process?");
  put(entry(Read, 8, 0x40));
  EXPECT_FALSE(openAccesses(Path, std::nullopt));
}

} // namespace
