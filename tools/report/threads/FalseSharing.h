//===- FalseSharing.h - structures with false sharing ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each structure: which bytes of a line one thread accesses, which ones
// another thread writes, and what padding would save.
//
// docs/internals/sharing.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_FALSESHARING_H
#define MEMFACET_REPORT_THREADS_FALSESHARING_H

#include "tools/report/common/LostLines.h"
#include "tools/report/threads/SharingReport.h"

namespace memfacet::report {

struct SarifLog;
struct SarifRule;

/// One side of a fight for a line: bytes of an object, and the code that
/// accessed them.
struct FightSide {
  ThreadSite End;
  uint64_t Offset = result::SharingFight::Other; ///< in the object
  uint32_t Byte = 0;                             ///< in the line
  std::string Member;                            ///< empty: unknown
};

/// A line that one side writes and the other misses. Sites with the same place
/// and kind are one.
struct FightRow {
  FightSide Writer, Victim;
  uint64_t Misses = 0, Certain = 0;
};

/// A structure with misses of false sharing, in this order of threads or in
/// another.
struct FalseSharer {
  StructureId Structure;
  uint64_t False = 0;   ///< misses
  uint64_t Certain = 0; ///< of these, those in every order
  uint64_t Lost = 0;    ///< misses of lost lines, those of true sharing too
  LostRange InRun = {}; ///< the same in this run
  LostRange Range;      ///< of False, in this order of threads and in others
  std::vector<FightRow> Fights; ///< most misses first; empty: none recorded
  /// The best padding that was tried: it leaves the fewest misses of lost
  /// lines; of several, the fewest new lines; of several, it moves least.
  std::optional<result::SharingPadding> Best;
};

struct FalseSharingModel {
  std::vector<FalseSharer> Structures;          ///< most misses first
  uint64_t False = 0, Lost = 0;                 ///< of the program
  std::vector<result::SharingPadding> Paddings; ///< those that were tried
  /// Paddings come from pairs of places that fought (advise/Padding.h), not
  /// from a simulation: new lines are not known.
  bool IsPredicted = false;

  /// Returns whether paddings were tried.
  bool tried() const { return IsPredicted || !Paddings.empty(); }
};

/// \p Named: these structures only; empty: all.
FalseSharingModel falseSharing(const result::Profile &P,
                               const std::vector<StructureId> &Named);
/// Returns "each element of counters in lines of its own (64 bytes apart)".
std::string paddingText(const result::Profile &P,
                        const result::SharingPadding &Padding);
std::string falseSharingText(const result::Profile &P,
                             const FalseSharingModel &M, size_t Top,
                             const Terminal &Out);
std::string falseSharingJson(const result::Profile &P,
                             const FalseSharingModel &M);
/// Writes a header row, then a row for each fight.
std::string falseSharingCsv(const result::Profile &P,
                            const FalseSharingModel &M);
/// Returns the rule of these results, and of findings about false sharing.
SarifRule falseSharingRule();
/// Adds a result for each structure.
void addFalseSharing(const result::Profile &P, const FalseSharingModel &M,
                     SarifLog &Log);
/// \p Folder: see Sarif.h.
std::string falseSharingSarif(const result::Profile &P,
                              const FalseSharingModel &M,
                              const std::string &Folder);

} // namespace memfacet::report

#endif
