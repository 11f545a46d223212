//===- OutputNames.cpp - names of files that several processes write ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/OutputNames.h"
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace memfacet::record {

namespace {

/// Variables of launchers of MPI programs. Slurm's own is not among them: under
/// another launcher it is the rank of a helper of that launcher.
constexpr const char *RankVariables[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                         "PMIX_RANK", "MV2_COMM_WORLD_RANK"};

/// Returns \p Text if it is a number; other texts are not put into file names.
std::optional<std::string> number(const char *Text) {
  std::string_view Digits = Text ? Text : "";
  bool All =
      std::ranges::all_of(Digits, [](char C) { return C >= '0' && C <= '9'; });
  if (Digits.empty() || !All)
    return std::nullopt;
  return std::string(Digits);
}

std::string host() {
  char Name[256] = {};
  if (gethostname(Name, sizeof Name - 1) != 0 || !*Name)
    return "localhost";
  return Name;
}

/// Replaces each "%" followed by \p Letter. Returns whether there was one.
bool replace(std::string &In, char Letter, const std::string &Replacement) {
  const std::string Pattern = {'%', Letter};
  bool Found = false;
  for (size_t Position = 0;
       (Position = In.find(Pattern, Position)) != std::string::npos;
       Position += Replacement.size()) {
    In.replace(Position, Pattern.size(), Replacement);
    Found = true;
  }
  return Found;
}

} // namespace

const char *ownEnvironment(const char *Name) { return std::getenv(Name); }

std::optional<std::string> rankOf(const Environment &Variables) {
  for (const char *Name : RankVariables)
    if (std::optional<std::string> Rank = number(Variables(Name)))
      return Rank;
  std::optional<std::string> Index = number(Variables("SLURM_ARRAY_TASK_ID"));
  std::optional<std::string> Tasks = number(Variables("SLURM_STEP_NUM_TASKS"));
  // Each process of a job array is rank 0 of its own job.
  if (Index && (!Tasks || *Tasks == "1"))
    return Index;
  return number(Variables("SLURM_PROCID"));
}

Expected<std::string> fillNames(const std::string &Pattern,
                                const Environment &Variables) {
  std::string Path = Pattern;
  if (Path.find("%h") != std::string::npos)
    replace(Path, 'h', host());
  if (Path.find("%r") == std::string::npos)
    return Path;
  std::optional<std::string> Rank = rankOf(Variables);
  if (!Rank)
    return makeError("'{}' asks for a rank, and none of OMPI_COMM_WORLD_RANK, "
                     "PMI_RANK, PMIX_RANK, MV2_COMM_WORLD_RANK and "
                     "SLURM_PROCID is a number; run it under mpirun or srun, "
                     "or write %p, the process number",
                     Pattern);
  replace(Path, 'r', *Rank);
  return Path;
}

std::string numberedPath(std::string Path, uint32_t Number) {
  size_t Slash = Path.rfind('/');
  size_t Name = Slash == std::string::npos ? 0 : Slash + 1;
  size_t Dot = Path.rfind('.');
  if (Dot == std::string::npos || Dot <= Name)
    Dot = Path.size();
  return Path.insert(Dot, fmt::format(".{}", Number));
}

std::string outputPath(const std::string &Pattern, uint32_t Process,
                       bool IsChild) {
  std::string Path = Pattern;
  bool Replaced = replace(Path, 'p', fmt::format("{}", Process));
  if (!IsChild || Replaced || Path.empty())
    return Path;
  return numberedPath(Path, Process);
}

} // namespace memfacet::record
