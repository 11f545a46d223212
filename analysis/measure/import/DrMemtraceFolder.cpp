//===- DrMemtraceFolder.cpp - the threads of a drmemtrace, merged ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/DrMemtrace.h"
#include <algorithm>
#include <filesystem>
#include <queue>
#include <vector>

namespace memfacet::measure {

namespace {

namespace fs = std::filesystem;

/// Returns the earliest of the next accesses of all files. Numbers threads in
/// the order of their first accesses.
class MergedFiles final : public AccessSource {
public:
  /// Reads the first access of \p File.
  Status add(DrMemtraceFile File) {
    Files.push_back({std::move(File), {}});
    return advance(Files.size() - 1);
  }

  Expected<std::optional<TextAccess>> next() override {
    if (Waiting.empty())
      return std::optional<TextAccess>();
    size_t Index = Waiting.top().second;
    TextAccess A = Files[Index].Next;
    uint64_t Id = Files[Index].File.thread();
    A.Thread = Threads.try_emplace(Id, uint32_t(Threads.size())).first->second;
    Waiting.pop();
    if (Status Read = advance(Index); !Read)
      return Read.error();
    return std::optional(A);
  }

private:
  struct OneFile {
    DrMemtraceFile File;
    TextAccess Next;
  };

  Status advance(size_t Index) {
    Expected<std::optional<TextAccess>> A = Files[Index].File.next();
    if (!A)
      return A.error();
    if (!*A)
      return {};
    Files[Index].Next = **A;
    Waiting.emplace(Files[Index].File.time(), Index);
    return {};
  }

  using Moment = std::pair<uint64_t, size_t>; ///< time, index of the file
  std::vector<OneFile> Files;
  std::priority_queue<Moment, std::vector<Moment>, std::greater<>> Waiting;
  std::unordered_map<uint64_t, uint32_t> Threads; ///< numbers by ids
};

Status addTo(MergedFiles &Merged, ForeignFile Input) {
  Expected<DrMemtraceFile> File = DrMemtraceFile::open(std::move(Input));
  return File ? Merged.add(std::move(*File)) : File.error();
}

/// Returns whether \p Name is "x.trace" or "x.memtrace.gz", not a schedule or a
/// list of modules.
bool isTraceName(const fs::path &Name) {
  auto IsTrace = [](const fs::path &P) {
    return P.extension().string().ends_with("trace");
  };
  return IsTrace(Name) || IsTrace(Name.stem());
}

/// Returns the traces in \p Folder, sorted by name.
Expected<std::vector<std::string>> tracesIn(const fs::path &Folder) {
  std::error_code Failed;
  std::vector<std::string> Found;
  for (fs::directory_iterator I(Folder, Failed), End; !Failed && I != End;
       I.increment(Failed))
    if (isTraceName(I->path().filename()) && !I->is_directory(Failed))
      Found.push_back(I->path().string());
  if (Failed)
    return makeError("cannot read '{}': {}", Folder.string(), Failed.message());
  std::ranges::sort(Found);
  return Found;
}

Error noTraces(const fs::path &Folder) {
  std::error_code Ignored;
  if (fs::is_directory(Folder / "raw", Ignored))
    return makeError("'{}' has a raw trace of drmemtrace; convert it first, "
                     "type: drraw2trace -indir {}",
                     Folder.string(), Folder.string());
  return makeError("'{}' has no trace of drmemtrace: files whose names end in "
                   ".trace, .trace.gz or .trace.zip",
                   Folder.string());
}

} // namespace

Expected<std::unique_ptr<AccessSource>> openDrMemtrace(ForeignFile File) {
  auto Alone = std::make_unique<MergedFiles>();
  if (Status Added = addTo(*Alone, std::move(File)); !Added)
    return Added.error();
  return std::unique_ptr<AccessSource>(std::move(Alone));
}

Expected<std::unique_ptr<AccessSource>>
openDrMemtraceFolder(const std::string &Path) {
  std::error_code Ignored;
  fs::path Folder = fs::path(Path) / "trace";
  if (!fs::is_directory(Folder, Ignored))
    Folder = Path;
  Expected<std::vector<std::string>> Traces = tracesIn(Folder);
  if (!Traces)
    return Traces.error();
  if (Traces->empty())
    return noTraces(Path);
  auto Merged = std::make_unique<MergedFiles>();
  for (const std::string &Trace : *Traces) {
    Expected<ForeignFile> File = ForeignFile::open(Trace);
    if (!File)
      return File.error();
    if (Status Added = addTo(*Merged, std::move(*File)); !Added)
      return Added.error();
  }
  return std::unique_ptr<AccessSource>(std::move(Merged));
}

} // namespace memfacet::measure
