//===- ProgramCheck.cpp - compile, record and read a small program --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Profile.h"
#include "tools/doctor/Checks.h"
#include "tools/toolchain/RunCommand.h"
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

namespace memfacet::doctor {

namespace {

/// A folder that the destructor removes.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::error_code Ignored;
    std::string Pattern =
        (std::filesystem::temp_directory_path(Ignored) / "memfacet-XXXXXX")
            .string();
    if (mkdtemp(Pattern.data()))
      Path = Pattern;
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code Ignored;
    if (!Path.empty())
      std::filesystem::remove_all(Path, Ignored);
  }

  std::filesystem::path Path; ///< empty: it could not be made
};

constexpr const char *Source = "volatile int cells[64];\n"
                               "int main(void) {\n"
                               "  for (int i = 0; i < 64; ++i)\n"
                               "    cells[i] = i;\n"
                               "  return 0;\n"
                               "}\n";
constexpr uint64_t Stores = 64;

std::string firstLine(const std::string &Text) {
  return Text.substr(0, Text.find('\n'));
}

uint64_t storesOfCells(const result::Profile &P) {
  for (const result::Structure &S : P.Structures)
    if (S.Name == "cells")
      return S.Total.Stores;
  return 0;
}

/// Writes \p Text to \p File in \p Folder and compiles it with \p Compiler.
/// \p Name: the language, and the name of the program.
Check checkCompiling(const toolchain::Installation &I,
                     const std::filesystem::path &Folder, const char *Name,
                     const char *Compiler, const char *File,
                     const std::string &Text) {
  std::ofstream(Folder / File) << Text;
  toolchain::CommandResult Compiled = toolchain::runCommand(
      {(I.Prefix / "bin" / Compiler).string(), "-O1", (Folder / File).string(),
       "-o", (Folder / Name).string()},
      toolchain::ReadStreams::Both);
  if (Compiled.Code != 0)
    return {Name, CheckState::Missing, firstLine(Compiled.Text), ""};
  return {Name, CheckState::Good, fmt::format("{} makes programs", Compiler),
          ""};
}

Check checkRecording(const toolchain::Installation &I,
                     const std::filesystem::path &Folder, const char *Program) {
  std::string Output = (Folder / "memfacet.mfp").string();
  toolchain::CommandResult Ran =
      toolchain::runCommand({I.tool().string(), "record", "-o", Output, "--",
                             (Folder / Program).string()},
                            toolchain::ReadStreams::Both);
  Check C = {"recording", CheckState::Missing, firstLine(Ran.Text),
             "memfacet record -- ./prog, for all messages"};
  if (Ran.Code != 0)
    return C;
  Expected<result::Profile> P = result::readProfile(Output);
  if (!P) {
    C.Found = P.error().Message;
    return C;
  }
  uint64_t Found = storesOfCells(*P);
  C.Found =
      fmt::format("a program was recorded, {} of {} stores", Found, Stores);
  if (Found != Stores)
    return C;
  C.State = CheckState::Good;
  C.Remedy.clear();
  return C;
}

} // namespace

std::vector<Check> checkProgram(const toolchain::Installation &I) {
  TemporaryFolder Folder;
  if (Folder.Path.empty())
    return {{"temporary files", CheckState::Missing,
             "no folder can be made for them", "set TMPDIR to a folder"}};
  Check C =
      checkCompiling(I, Folder.Path, "C", "memfacet-clang", "cells.c", Source);
  if (C.State != CheckState::Good) {
    C.Remedy = "apt install libc6-dev libgcc-12-dev";
    return {C};
  }
  Check Cxx =
      checkCompiling(I, Folder.Path, "C++", "memfacet-clang++", "cells.cpp",
                     std::string("#include <vector>\n") + Source);
  if (Cxx.State != CheckState::Good) {
    Cxx.State = CheckState::Note;
    Cxx.Remedy = "apt install libstdc++-12-dev";
  }
  return {C, Cxx, checkRecording(I, Folder.Path, "C")};
}

} // namespace memfacet::doctor
