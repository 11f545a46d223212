//===- ZipArchive.cpp - the files of a zip archive, as one ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drmemtrace writes a thread's trace as an archive with a file for each part of
// it, so that a simulator can begin in the middle.
//
//===----------------------------------------------------------------------===//

#include "analysis/measure/import/ForeignFile.h"
#include <minizip/unzip.h>

namespace memfacet::measure {

namespace {

class ZipSource final : public ByteSource {
public:
  ZipSource(unzFile File, std::string Name)
      : File(File), Name(std::move(Name)) {}
  ZipSource(const ZipSource &) = delete;
  ZipSource &operator=(const ZipSource &) = delete;
  ~ZipSource() override {
    if (InPart)
      unzCloseCurrentFile(File);
    unzClose(File);
  }

  Expected<size_t> read(char *Target, size_t Bytes) override {
    size_t Copied = 0;
    while (Copied != Bytes) {
      if (!InPart) {
        Expected<bool> Any = enterPart();
        if (!Any)
          return Any.error();
        if (!*Any)
          break;
      }
      int Count =
          unzReadCurrentFile(File, Target + Copied, unsigned(Bytes - Copied));
      if (Count < 0)
        return damaged();
      Copied += size_t(Count);
      if (Count == 0)
        if (Status Closed = leavePart(); !Closed)
          return Closed.error();
    }
    return Copied;
  }

private:
  Error damaged() const {
    return makeError("cannot read '{}': part {} of the zip archive is damaged",
                     Name, Part);
  }
  /// Opens the next part. Returns false if there is none.
  Expected<bool> enterPart() {
    if (AtEnd)
      return false;
    int Found = Part == 0 ? unzGoToFirstFile(File) : unzGoToNextFile(File);
    AtEnd = Found != UNZ_OK;
    if (Found == UNZ_END_OF_LIST_OF_FILE)
      return false;
    ++Part;
    if (Found != UNZ_OK || unzOpenCurrentFile(File) != UNZ_OK)
      return damaged();
    InPart = true;
    return true;
  }
  /// Closes the part, which also compares the checksum.
  Status leavePart() {
    InPart = false;
    if (unzCloseCurrentFile(File) != UNZ_OK)
      return damaged();
    return {};
  }

  unzFile File;
  std::string Name;
  size_t Part = 0; ///< from 1; 0: before the first one
  bool InPart = false, AtEnd = false;
};

} // namespace

Expected<std::unique_ptr<ByteSource>> openZip(const std::string &Path) {
  unzFile File = unzOpen64(Path.c_str());
  if (!File)
    return makeError("cannot read '{}': the zip archive has no table of its "
                     "files; is it cut off?",
                     Path);
  return std::unique_ptr<ByteSource>(std::make_unique<ZipSource>(File, Path));
}

} // namespace memfacet::measure
