//===- ExportFile.cpp - the file that an export writes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/ExportFile.h"
#include "analysis/support/NewFile.h"
#include "memfacet/Check.h"
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace memfacet::exports {

static Error cannotExport(const std::string &Path, int ErrorNumber) {
  return makeError("cannot write '{}': {}; choose another file with -o", Path,
                   std::strerror(ErrorNumber));
}

/// Creates \p Path. Returns null and sets errno if that fails.
static std::FILE *newFile(const std::string &Path) {
  Expected<int> Fd = openNewFile(Path);
  return Fd ? fdopen(*Fd, "wb") : nullptr;
}

Expected<ExportFile> ExportFile::create(const std::string &Path) {
  if (Path == "-")
    return ExportFile(stdout, Path, "");
  struct stat Info;
  bool IsOther = stat(Path.c_str(), &Info) == 0 && !S_ISREG(Info.st_mode);
  if (IsOther && S_ISDIR(Info.st_mode))
    return cannotExport(Path, EISDIR);
  std::string Temporary =
      IsOther ? "" : fmt::format("{}.tmp{}", Path, getpid());
  std::FILE *File =
      Temporary.empty() ? std::fopen(Path.c_str(), "wb") : newFile(Temporary);
  if (!File)
    return cannotExport(Path, errno);
  return ExportFile(File, Path, std::move(Temporary));
}

ExportFile::ExportFile(ExportFile &&Other) noexcept
    : File(std::exchange(Other.File, nullptr)), Path(std::move(Other.Path)),
      Temporary(std::exchange(Other.Temporary, {})), Bytes(Other.Bytes),
      Failed(Other.Failed), Restarted(Other.Restarted) {}

ExportFile::~ExportFile() {
  if (File && !isOutput())
    std::fclose(File);
  if (!Temporary.empty())
    unlink(Temporary.c_str());
}

void ExportFile::add(std::string_view Added) {
  MEMFACET_CHECK(File, "finish() comes after all that is added");
  if (Failed)
    return;
  Bytes += Added.size();
  if (std::fwrite(Added.data(), 1, Added.size(), File) != Added.size())
    Failed = errno ? errno : EIO;
}

void ExportFile::printAll(fmt::string_view Format, fmt::format_args Arguments) {
  Text.clear();
  fmt::vformat_to(fmt::appender(Text), Format, Arguments);
  add({Text.data(), Text.size()});
}

void ExportFile::restart() {
  MEMFACET_CHECK(File, "what is finished stays");
  if (Bytes == 0 || Failed)
    return;
  if (Temporary.empty())
    Restarted = true;
  else if (std::fflush(File) != 0 || std::fseek(File, 0, SEEK_SET) != 0 ||
           ftruncate(fileno(File), 0) != 0)
    Failed = errno;
  Bytes = 0;
}

Status ExportFile::finish() {
  MEMFACET_CHECK(File, "a file is finished once");
  if (std::fflush(File) != 0 && !Failed)
    Failed = errno;
  std::FILE *Open = std::exchange(File, nullptr);
  if (Open != stdout && std::fclose(Open) != 0 && !Failed)
    Failed = errno;
  if (Failed)
    return cannotExport(Path, Failed);
  if (Restarted)
    return makeError("'{}' also has what came before the region of interest; "
                     "name a file with -o",
                     Path);
  if (!Temporary.empty() && rename(Temporary.c_str(), Path.c_str()) != 0)
    return cannotExport(Path, errno);
  Temporary.clear();
  return {};
}

} // namespace memfacet::exports
