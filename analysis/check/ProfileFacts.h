//===- ProfileFacts.h - what the invariants of profiles look at -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CHECK_PROFILEFACTS_H
#define MEMFACET_CHECK_PROFILEFACTS_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamReader.h"
#include "memfacet/Check.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace memfacet::result {
class QueryFile;
}

namespace memfacet::check {

/// What messages call a structure, or one in a thread. It becomes text only
/// where there is something to say.
struct CountedName {
  static constexpr uint32_t AllThreads = ~uint32_t(0);

  const result::Profile *P;
  StructureId Id;
  uint32_t Thread = AllThreads;
  std::string text() const;
};

/// The file that a profile is in.
struct ProfileOnDisk {
  std::string Path;
  std::string Unreadable; ///< why there is no profile; empty: there is
  bool FitsCheckValue = true;
  /// Null if they are not as memfacet makes them.
  const result::QueryFile *Tables = nullptr;
  std::string NoTables; ///< why there are none
};

/// A profile, with sums that several invariants need.
struct ProfileFacts {
  /// \p P and \p File must outlive this. \p File is null if the profile is in
  /// no file.
  explicit ProfileFacts(const result::Profile &P,
                        const ProfileOnDisk *File = nullptr);

  const result::Profile &P;
  const ProfileOnDisk *File;
  size_t Levels;
  result::Counts Total;       ///< of all structures
  std::set<uint32_t> Threads; ///< that have a row

  /// Returns whether the program recorded only accesses that may change a
  /// cache. It may seem to miss more often in the first level than it accesses
  /// it: where misses, or touches of accesses to several lines, are scaled; and
  /// where a crash or a jump comes between a record and the count of its
  /// execution.
  bool isSelected() const { return P.Lines.selected(); }
  /// Returns the first level whose misses are those of lines that missed in the
  /// level before. Where only some lines are chosen, misses of the first level
  /// are estimated from others.
  size_t firstFollowing() const { return P.Lines.empty() ? 1 : 2; }
  /// Returns whether a trace of another tool was imported: no places, no clock.
  bool isImported() const;
  /// Returns whether all accesses were certainly recorded, as other parts of
  /// the profile need. Programs that select their accesses report counts late,
  /// and accesses by place and structure as estimates.
  bool isComplete() const;
  /// Returns whether a note says that hits are missing that the program had
  /// counted: the program was killed, or it goes on, and this is a checkpoint.
  bool hasMissingHits() const;
  /// Returns whether a note says that counts of code are not exact.
  bool isInexact() const;
  bool hasThread(uint32_t Thread) const { return Threads.contains(Thread); }
  CountedName name(StructureId Id,
                   uint32_t Thread = CountedName::AllThreads) const {
    return {&P, Id, Thread};
  }
  const std::string &level(size_t L) const {
    MEMFACET_CHECK(L < Levels, "rows of other levels are not read");
    return P.Caches.Levels[L].Name;
  }

  /// Most streams that are read, one by one. If there are more, those of the
  /// first threads are read, which have at most this number.
  static constexpr size_t MostStreams = 4096;
  bool readsAll() const { return P.Streams.All.size() <= MostStreams; }
  bool reads(const result::Stream &S) const { return S.Thread < EndOfRead; }
  bool readsThread(uint32_t Thread) const { return Thread < EndOfRead; }

  /// Values of a stream by interval; empty if there is none.
  using Values = std::map<uint32_t, uint64_t>;
  Expected<Values> values(uint32_t Thread, StructureId Structure,
                          result::Measure Kind) const;

private:
  /// First thread whose streams are not read.
  uint64_t EndOfRead = uint64_t(result::Stream::Process) + 1;
};

} // namespace memfacet::check

template <>
struct fmt::formatter<memfacet::check::CountedName>
    : fmt::formatter<std::string> {
  auto format(const memfacet::check::CountedName &Name, auto &Context) const {
    return fmt::formatter<std::string>::format(Name.text(), Context);
  }
};

#endif
