//===- ForeignFileTest.cpp - plain, compressed and cut files --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/ForeignFile.h"
#include "test/support/TemporaryFile.h"
#include <minizip/zip.h>
#include <zlib.h>

namespace {

class ForeignFiles : public testing::Test, protected TemporaryFile {
protected:
  ForeignFiles() : TemporaryFile(".foreign") {}

  /// All that can be read, or the error.
  std::string all() const {
    Expected<ForeignFile> File = ForeignFile::open(Path);
    if (!File)
      return File.error().Message;
    std::string Text(1 << 20, 0);
    Expected<size_t> Bytes = File->read(Text.data(), Text.size());
    return Bytes ? Text.substr(0, *Bytes) : Bytes.error().Message;
  }
  void putGzip(const std::string &Text) const {
    gzFile File = gzopen(Path.c_str(), "wb");
    gzwrite(File, Text.data(), unsigned(Text.size()));
    gzclose(File);
  }
  void putZip(const std::vector<std::string> &Parts) const {
    zipFile File = zipOpen64(Path.c_str(), APPEND_STATUS_CREATE);
    for (size_t I = 0; I != Parts.size(); ++I) {
      std::string Name = fmt::format("chunk.{:04}", I);
      zipOpenNewFileInZip64(File, Name.c_str(), nullptr, nullptr, 0, nullptr, 0,
                            nullptr, Z_DEFLATED, 6, 1);
      zipWriteInFileInZip(File, Parts[I].data(), unsigned(Parts[I].size()));
      zipCloseFileInZip(File);
    }
    zipClose(File, nullptr);
  }
  std::string cannotRead(const char *Reason) const {
    return fmt::format("cannot read '{}': {}", Path, Reason);
  }
};

/// Longer than any buffer, and without a pattern of its length.
std::string longText() {
  std::string Text;
  for (int I = 0; Text.size() < 200'000; ++I)
    Text += fmt::format("line {}\n", I);
  return Text;
}

TEST_F(ForeignFiles, AreReadPlainByGzipAndFromArchives) {
  std::string Text = longText();
  put(Text);
  EXPECT_EQ(all(), Text);
  putGzip(Text);
  EXPECT_EQ(all(), Text);
  putZip({Text.substr(0, 70'000), "", Text.substr(70'000)});
  EXPECT_EQ(all(), Text);
  put("");
  EXPECT_EQ(all(), "");
  putZip({});
  EXPECT_NE(all(), "x"); // an archive without files: no crash
}

TEST_F(ForeignFiles, ThatAreCutOrDamagedAreErrors) {
  std::string Text = longText();
  putGzip(Text);
  std::string Packed = bytes();
  put(Packed.substr(0, Packed.size() / 2));
  EXPECT_EQ(all(), cannotRead("what gzip wrote is cut off"));
  Packed[Packed.size() / 2] ^= 0x55;
  put(Packed);
  EXPECT_EQ(all(), cannotRead("what gzip wrote is damaged"));
  putZip({Text});
  Packed = bytes();
  put(Packed.substr(0, Packed.size() / 2));
  EXPECT_EQ(all(), cannotRead("the zip archive has no table of its files; is "
                              "it cut off?"));
  Packed[Packed.size() / 2] ^= 0x55;
  put(Packed);
  EXPECT_EQ(all(), cannotRead("part 1 of the zip archive is damaged"));
}

TEST_F(ForeignFiles, OfOtherCompressorsSayWhatToType) {
  put(std::string_view("\x28\xb5\x2f\xfd....", 8));
  EXPECT_EQ(all(), cannotRead(fmt::format("uncompress it first, type: zstd -dc "
                                          "{} | memfacet import -",
                                          Path)
                                  .c_str()));
}

TEST(ForeignFile, ThatIsNotThereOrAFolderIsAnError) {
  EXPECT_EQ(errorOf(ForeignFile::open("/nowhere/at-all")),
            "cannot read '/nowhere/at-all': No such file or directory");
  EXPECT_EQ(errorOf(ForeignFile::open("/")), "cannot read '/': Is a directory");
}

} // namespace
