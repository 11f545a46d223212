//===- MoveTally.h - lines that went from thread to thread ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with selecting bodies records, for each miss of a line that it
// follows, whose write caused it, in the order in which it happened
// (memfacet/LineMoves.h). A miss of a line that was followed as one in 2^k
// counts 2^k times.
//
// Lines are a sample: each was followed with probability 2^-k. The estimate of
// lines that are first missed then is the sum of 2^k m, with m moves each; its
// variance is estimated by the sum of 2^k (2^k - 1) m^2 (D. G. Horvitz, D. J.
// Thompson, "A generalization of sampling without replacement from a finite
// universe", 1952). Of lines that were known before, more can be said
// (LineCohorts.h).
//
// In another run, threads come to lines in another order. If a thread missed a
// line several times in one turn, another one came between; had it come before
// or after, there would be one miss. A turn ends where the thread waits for
// others. Of lines that one other thread writes and this one uses, it also ends
// where the thread has missed MostOfTurn other lines: it follows the writer,
// whatever orders the two. Lines that both write may be one thread's all the
// time in another run. Coarse counts one miss in a turn, and none in the turn
// in which the thread came to the line first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_MOVETALLY_H
#define MEMFACET_THREADS_COMMUNICATION_MOVETALLY_H

#include "analysis/decode/Batch.h"
#include "analysis/threads/communication/LineCohorts.h"
#include "analysis/threads/communication/SharingTally.h"
#include <optional>

namespace memfacet::threads {

class MoveTally {
public:
  using Locate = FightTable::Locate;

  /// Sets the function that returns the offset of an address in its object.
  void locate(Locate W) { Tally.fights().locate(std::move(W)); }
  /// Notes that the threads have executed \p Instructions more, and that one
  /// line in 2^\p Bits is chosen.
  void advance(uint64_t Instructions, unsigned Bits) {
    Cohorts.advance(Instructions, Bits);
  }
  /// Counts \p M. \p Victim and \p Writer are the structures of M.Address and
  /// M.WriteAddress.
  void add(const decode::LineMovement &M, StructureId Victim,
           StructureId Writer);
  /// Returns the structure of all moves so far of the line of \p Address;
  /// nothing if there are none, or several structures. Needed for moves that
  /// are reported at the end of the process, after the memory was freed.
  std::optional<StructureId> ownerSoFar(uint64_t Address) const;
  void count(bool Wanted) { Tally.count(Wanted); }
  void forgetCounts();
  /// Misses of other lines that end a turn, where all lines are followed.
  static constexpr size_t MostOfTurn = 16;
  void fill(result::SharingTable &Table,
            const std::function<result::PairSite(SiteId)> &Describe) const;

private:
  /// A line, and a structure that missed it.
  struct Use {
    uint64_t Line;
    uint32_t Structure;
    bool operator==(const Use &) const = default;
  };
  /// A line, and a thread that missed it.
  struct ThreadLine {
    uint64_t Line;
    uint32_t Thread;
    bool operator==(const ThreadLine &) const = default;
  };
  struct LineHash {
    static size_t of(uint64_t Line, uint32_t Number) {
      uint64_t H = (Line << 20 ^ Number) * 0x9e3779b97f4a7c15;
      return H ^ H >> 32;
    }
    size_t operator()(const Use &U) const { return of(U.Line, U.Structure); }
    size_t operator()(const ThreadLine &L) const {
      return of(L.Line, L.Thread);
    }
  };
  struct Moves {
    uint64_t True = 0, False = 0; ///< weighted: each miss counts 2^k times
    uint64_t Updates = 0, Observed = 0;
    uint32_t Writer = NoThread;
    bool SeveralWriters = false;
  };
  static constexpr uint32_t NoThread = ~uint32_t(0);
  /// The lines that a thread missed last.
  struct RecentMisses {
    uint64_t Meetings = 0;                       ///< LineMovement::Meetings
    std::array<uint64_t, MostOfTurn> Lines = {}; ///< plus 1
    size_t Next = 0;
  };

  bool beginsTurn(const decode::LineMovement &M, const Moves &LineMoves);
  static result::SharingClass classOf(const Moves &M);
  static uint64_t linesOf(const Moves &M);
  void estimate(result::SharingTable &Table) const;

  SharingTally Tally;
  LineCohorts Cohorts;
  std::unordered_map<Use, Moves, LineHash> Uses;
  /// By line: its structure; nothing where several structures share the line.
  std::unordered_map<uint64_t, std::optional<StructureId>> Owners;
  std::unordered_map<uint32_t, RecentMisses> Recent; ///< by thread
  /// LineMovement::Meetings of the last miss.
  std::unordered_map<ThreadLine, uint64_t, LineHash> LastMeetings;
  uint32_t MostBits = 0; ///< of all moves so far
};

} // namespace memfacet::threads

#endif
