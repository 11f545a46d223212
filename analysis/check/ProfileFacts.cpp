//===- ProfileFacts.cpp - what the invariants of profiles look at ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/ProfileFacts.h"
#include "analysis/result/profile/KnownWords.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::check {

ProfileFacts::ProfileFacts(const result::Profile &P, const ProfileOnDisk *File)
    : P(P), File(File), Levels(P.Caches.Levels.size()), Total(P.total()) {
  MEMFACET_CHECK(Levels <= caches::MaxCacheLevels,
                 "a profile with other caches is not read");
  for (const result::ThreadRow &T : P.Threads)
    Threads.insert(T.Thread);
  if (!readsAll())
    EndOfRead = P.Streams.All[MostStreams].Thread;
}

std::string CountedName::text() const {
  std::string Text = "all structures";
  if (Id.valid())
    Text = Id.Value < P->Structures.size()
               ? fmt::format("structure {} '{}'", Id.Value,
                             P->Structures[Id.Value].Name)
               : fmt::format("structure {}", Id.Value);
  if (Thread != AllThreads)
    Text += fmt::format(" in thread {}", Thread);
  return Text;
}

bool ProfileFacts::isImported() const {
  return !P.Structures.empty() && P.Structures[0].Name == result::ImportedData;
}

bool ProfileFacts::isComplete() const {
  return !isSelected() &&
         (P.Memory.Known || !P.Core.empty() || !P.Curves.empty() ||
          !P.Signatures.empty() || !P.Sharing.empty());
}

static bool anyEndsWith(const std::vector<std::string> &Notes,
                        std::string_view End) {
  return std::ranges::any_of(
      Notes, [&](const std::string &Note) { return Note.ends_with(End); });
}

bool ProfileFacts::hasMissingHits() const {
  return anyEndsWith(P.Notes, result::MissingCounts);
}

bool ProfileFacts::isInexact() const {
  return hasMissingHits() || anyEndsWith(P.Notes, result::InexactCode);
}

Expected<ProfileFacts::Values>
ProfileFacts::values(uint32_t Thread, StructureId Structure,
                     result::Measure Kind) const {
  Values All;
  result::StreamReader Reader(P.Streams);
  Status Read = Reader.read(Thread, Structure, Kind,
                            [&](std::span<const uint32_t> Intervals,
                                std::span<const uint64_t> Counts) {
                              for (size_t I = 0; I != Intervals.size(); ++I)
                                All[Intervals[I]] += Counts[I];
                            });
  if (!Read)
    return Read.error();
  return All;
}

} // namespace memfacet::check
