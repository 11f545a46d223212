//===- FilteredChanges.h - what a filtering program tells -----------------===//
//
// A program that filters (memfacet/Filter.h) tells which lines its filter cache
// misses, and how often the line that leaves was accessed. Which line is in
// which way, and whose, is followed here. What comes out is what the first
// level of the model would have let through, or, where the filter cache has one
// way, what MRU lines would have handed on.
//
// Direct accesses are counted by the executions of their sites. Of the others,
// the program tells how many were in each structure, but not of which site: a
// site's executions are shared out among the structures in proportion to its
// changes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COUNTS_FILTEREDCHANGES_H
#define MEMFACET_COUNTS_FILTEREDCHANGES_H

#include "analysis/attribute/Attributor.h"
#include "analysis/attribute/SiteOwners.h"
#include "analysis/cache/MruLines.h"
#include "analysis/decode/Modules.h"
#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Not synchronised: one thread at a time.
class FilteredChanges final : public MissCounter {
public:
  using Counters = SiteOwners::Counters;

  /// \p Model must satisfy checkFilterable, or nothing may be added.
  FilteredChanges(const ModuleSet &Modules, const CacheModel &Model);

  /// Some filtered records, in order. Names structures that \p Memory knows
  /// and up to B.size() more, for which there must be room in \p To.
  void add(const BatchPart &B, Attributor &Memory, Counted &To);
  /// Makes \p Memory know the structures of the direct ones among \p Sites...
  void prepare(std::span<const SiteExecutions> Sites, Attributor &Memory);
  /// ... which were executed.
  void executed(std::span<const SiteExecutions> Sites, Counters &To);
  /// After the tables have seen \p E.
  void event(const Event &E);
  /// \p Thread ends. Dirty words of its filter cache, if that was the first
  /// level.
  std::vector<CacheWord> dirtyOf(ThreadId Thread) const;

  /// From here on, nothing is counted by site; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site.
  void clear();
  /// Of \p Site: those that are not 0, by structure. They add up to
  /// executionsOf(\p Site).
  std::vector<SiteOwners::Row> of(uint32_t Site) const;
  void handOver(FilteredBatch &B) override;
  /// While this counted.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Executions.size() ? Executions[Site] : 0;
  }
  /// Whether of() knows what \p Site has accessed, and not only its neighbours.
  bool hasSeen(uint32_t Site) const {
    return Site < Uses.size() &&
           (Uses[Site].direct() || Uses[Site].First != None);
  }
  /// Whether of() has shared out executions of some site among structures.
  bool estimates() const;
  /// Whether a filtering program has ended without telling its last counts.
  bool losesCounts() const { return HasFiltered && !AllTold; }
  /// Whether code was left where it had not told its executions yet: what
  /// places access in \p P is not what structures have.
  bool losesExecutions(const Profile &P) const;
  /// Whether they were read in its memory once it was dead.
  bool wasKilled() const { return WasKilled; }
  /// All changes are needed, also of a filter cache that is the first level.
  void needChanges(bool Needed) { NeedsChanges = Needed; }
  /// An error: some filter cache was neither the first level of the model nor
  /// of one way.
  Status checkFilter() const;

private:
  static constexpr uint32_t None = ~uint32_t(0);

  /// What is in a way of the program's filter cache.
  struct Line {
    uint64_t Number = ~uint64_t(0); ///< none
    uint32_t Owner = 0;             ///< structure of the piece
    uint32_t Written = 0;           ///< writerBits of who did last, or 0

    bool empty() const { return Number == ~uint64_t(0); }
    /// writerBits of the owner.
    uint32_t own() const {
      return uint32_t(memfacet::writerBits(StructureId(Owner)));
    }
    CacheWord word() const {
      return empty() ? EmptyWord : cleanWord(Number) | Written;
    }
  };
  static_assert(sizeof(Line) == 16);
  /// The filter cache of a thread.
  struct Filter {
    std::vector<Line> Lines; ///< set by set
    uint64_t Sets = 0;
    uint32_t Ways = 0;
    /// It is the first level of the model.
    bool IsFirst = false;
    /// Of the last access to any number of lines.
    uint32_t Owner = 0;
    /// Lines that it writes once it comes to them: their numbers. Until then,
    /// it may make them leave.
    uint64_t Next = 0, End = 0;

    bool willWrite(uint64_t Number) const {
      return Next <= Number && Number < End;
    }
    Line &at(uint64_t Number, uint32_t Way) {
      return Lines[(Number & (Sets - 1)) * Ways + Way];
    }
    bool has(uint32_t Way) const { return Way < Ways; }
  };

  /// How accesses of a site are counted.
  enum class Way : uint8_t {
    Pieces,  ///< by the program
    Local,   ///< by executions, all of a local's structure
    Global,  ///< likewise, of a global's
    Nothing, ///< there are none: it is a mark
    Unknown, ///< nobody has asked yet
  };
  /// Of one site, in half a line of the cache.
  struct SiteUse {
    uint32_t First = None; ///< structure
    /// Another one that was changed to, and its number in Rest.
    uint32_t Other = None, OtherNumber = 0;
    /// Local, Global: the variable's structure.
    uint32_t Structure = 0;
    Way Counted = Way::Unknown;
    bool Write = false;
    /// Misses of First that are not handed over yet.
    uint32_t Since = 0;
    /// Misses and other changes, without those.
    uint64_t InFirst = 0;

    bool direct() const {
      return Counted == Way::Local || Counted == Way::Global;
    }
  };
  static_assert(sizeof(SiteUse) == 32);
  /// Of a site to a structure that is not its first.
  struct Changes {
    uint64_t All = 0;   ///< without those
    uint32_t Since = 0; ///< misses that are not handed over yet
  };
  struct HashKey {
    uint64_t operator()(uint64_t Key) const { return spreadBits(Key); }
  };
  static uint64_t keyOf(uint32_t Site, uint32_t Structure) {
    return uint64_t(Site) << 32 | Structure;
  }
  /// A filtered record.
  struct Record {
    uint64_t Header;
    uint32_t Site, Value;
    uint32_t Owner; ///< structure

    uint64_t address() const { return filteredAddress(Header); }
    uint64_t line() const { return address() >> FilterLineShift; }
    /// Number of the line behind the last one, of Value bytes.
    uint64_t behind() const {
      return ((address() + Value - 1) >> FilterLineShift) + 1;
    }
    uint32_t way() const { return filteredWay(Header); }
  };
  /// So many records wait for memory together.
  static constexpr size_t Together = 256;

  void makeRoom();
  Filter &filterOf(ThreadId Thread);
  SiteUse &useOf(uint32_t Site, Attributor &Memory) {
    SiteUse &U = Uses[Site];
    if (U.Counted == Way::Unknown) [[unlikely]]
      learn(Site, U, Memory);
    return U;
  }
  void learn(uint32_t Site, SiteUse &U, Attributor &Memory);
  void addSome(const BatchPart &B, Filter &F, Attributor &Memory, Counted &To);
  template <bool IsFirst>
  size_t misses(const BatchPart &B, const uint32_t *Owners, Filter &F,
                Attributor &Memory, Counted &To);
  uint32_t directOwner(uint32_t Site, uint32_t Owner, Attributor &Memory);
  void other(const Record &R, Filter &F, Attributor &Memory, Counted &To);
  void ofLine(FilteredKind Kind, const Record &R, Filter &F, Attributor &Memory,
              Counted &To);
  void access(const Record &R, Filter &F, Counted &To);
  void times(const Record &R, Counters &Counted);
  void write(uint64_t Begin, uint64_t End, uint32_t Owner, Filter &F,
             Counted &To);
  void straddles(const Record &R, Filter &F, Counted &To);
  void straddled(const Record &R, Filter &F, Counted &To);
  /// The last access has come to line \p Number; all others of it are written.
  void writeUpTo(uint64_t Number, Filter &F, Counted &To) {
    if (F.Next >= Number) [[likely]]
      return;
    write(F.Next, Number, F.Owner, F, To);
    F.Next = Number;
  }
  void touched(const Record &R, Filter &F, Counted &To);
  void begin(const Record &R, Filter &F);
  void handed(const Record &R, Filter &F, Counted &To);
  void written(const Line &L, const Filter &F, Counted &To);
  static void count(Line &L, uint32_t Value, AccessCounters &To);
  static void leave(const Line &L, Counters &To);
  uint32_t writerBits(uint32_t Half, Attributor &Memory);
  void countChange(uint32_t Site, SiteUse &U, uint32_t Structure);
  void countMiss(uint32_t Site, SiteUse &U, uint32_t Structure);
  [[gnu::noinline]] void countOtherMiss(uint32_t Site, SiteUse &U,
                                        uint32_t Structure);
  Changes &otherChanges(uint32_t Site, SiteUse &U, uint32_t Structure);
  std::vector<SiteOwners::Row> changesOf(uint32_t Site) const;
  std::vector<SiteOwners::Row> sharesOf(uint32_t Site) const;

  const ModuleSet &Modules;
  const uint64_t Sets; ///< of the first level
  const uint32_t Ways; ///< of the first level
  size_t KnownSites = 0;
  std::vector<SiteUse> Uses;        ///< by site
  std::vector<uint64_t> Executions; ///< by site
  std::vector<uint32_t> Missed;     ///< sites with SiteUse::Since
  std::unordered_map<uint32_t, std::unique_ptr<Filter>> Filters; ///< by thread
  ThreadId LastThread;
  Filter *Last = nullptr; ///< of LastThread
  /// Sites by the low halves of their addresses, those that wrote last.
  struct Writer {
    uint32_t Half = 0, Site = None;
  };
  std::array<Writer, 1024> Writers;
  /// The second and further structures, by site and structure.
  KeyNumbers<uint64_t, HashKey> RestNumbers;
  std::vector<Changes> Rest;
  std::vector<uint32_t> MissedOther; ///< numbers of those with Changes::Since
  mutable std::vector<uint32_t> RestOrder; ///< by site, once it was asked for
  bool Counting = true;
  bool HasFiltered = false, AllTold = false, WasKilled = false;
  bool NeedsChanges = false;
  uint64_t WrongSets = 0; ///< of a filter cache that does not fit
  uint32_t WrongWays = 0;
};

/// \p Value of \p L's piece, whose counters \p To are.
inline void FilteredChanges::count(Line &L, uint32_t Value,
                                   AccessCounters &To) {
  uint64_t Loads = filteredLoads(Value), Stores = filteredStores(Value);
  To.Operations += Loads + Stores * AccessCounters::operation(true);
  // Whether there are any cannot be guessed.
  L.Written = __builtin_unpredictable(Stores != 0) ? L.own() : L.Written;
}

/// \p L leaves the first level of the model.
inline void FilteredChanges::leave(const Line &L, Counters &To) {
  if (L.Written != 0)
    ++To[writerOf(L.Written).Value].Writebacks;
}

inline void FilteredChanges::countChange(uint32_t Site, SiteUse &U,
                                         uint32_t Structure) {
  U.First = U.First == None ? Structure : U.First;
  if (U.First == Structure) [[likely]]
    U.InFirst += Counting;
  else
    otherChanges(Site, U, Structure).All += Counting;
}

/// Where the sets are simulated here, they are told that \p L was written.
inline void FilteredChanges::written(const Line &L, const Filter &F,
                                     Counted &To) {
  if (!F.IsFirst && L.Written != 0)
    To.Changes.add({Miss::wanted(L.Number, L.Owner), 0, L.Written});
}

} // namespace memfacet

#endif
