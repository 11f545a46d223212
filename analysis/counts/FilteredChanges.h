//===- FilteredChanges.h - what a filtering program tells -----------------===//
//
// A program that filters (memfacet/Filter.h) tells which lines become the
// most-recently-used ones of its 64 sets, and how often the one before was
// accessed. Whose these accesses were is remembered here, set by set, as the
// program does. What comes out is what MRU lines would have handed on.
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
class FilteredChanges {
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

  /// From here on, nothing is counted by site; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site.
  void clear();
  /// Of \p Site: those that are not 0, by structure. They add up to
  /// executionsOf(\p Site).
  std::vector<SiteOwners::Row> of(uint32_t Site) const;
  /// While this counted.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Executions.size() ? Executions[Site] : 0;
  }
  /// Whether of() has shared out executions of some site among structures.
  bool estimates() const;

private:
  static constexpr uint32_t None = ~uint32_t(0);

  /// What a set's line was made by.
  struct FrontLine {
    enum Use : uint32_t { Piece, Direct, Unknown };
    uint64_t Line = ~uint64_t(0); ///< number
    uint32_t Owner = 0;           ///< structure
    Use By = Unknown;
  };
  static_assert(sizeof(FrontLine) == 16);
  struct Front {
    std::array<FrontLine, FrontSets> Sets;
  };

  /// How accesses of a site are counted.
  enum class Way : uint8_t {
    Unknown, ///< nobody has asked yet
    Pieces,  ///< by the program
    Local,   ///< by executions, all of a local's structure
    Global,  ///< likewise, of a global's
    Nothing, ///< there are none: it is a mark
  };
  /// Of one site, in half a line of the cache.
  struct SiteUse {
    uint32_t First = None, Second = None; ///< structures
    /// Local, Global: the variable's structure.
    uint32_t Structure = 0;
    Way Counted = Way::Unknown;
    bool Write = false;
    uint64_t InFirst = 0, InSecond = 0; ///< changes

    bool direct() const {
      return Counted == Way::Local || Counted == Way::Global;
    }
  };
  static_assert(sizeof(SiteUse) == 32);
  struct HashKey {
    uint64_t operator()(uint64_t Key) const { return spreadBits(Key); }
  };
  static uint64_t keyOf(uint32_t Site, uint32_t Structure) {
    return uint64_t(Site) << 32 | Structure;
  }
  /// A filtered record.
  struct Record {
    uint64_t Address;
    uint32_t Site, Value;
    uint32_t Owner; ///< structure

    uint64_t line() const { return Address >> FilterLineShift; }
  };
  /// So many records wait for memory together.
  static constexpr size_t Together = 256;

  void makeRoom();
  Front &frontOf(ThreadId Thread);
  SiteUse &useOf(uint32_t Site, Attributor &Memory) {
    SiteUse &U = Uses[Site];
    if (U.Counted == Way::Unknown) [[unlikely]]
      learn(Site, U, Memory);
    return U;
  }
  void learn(uint32_t Site, SiteUse &U, Attributor &Memory);
  template <bool OneSet>
  void addSome(const BatchPart &B, Front &F, Attributor &Memory, Counted &To);
  void other(FilteredKind Kind, const Record &R, Front &F, Attributor &Memory,
             Counted &To);
  void access(const Record &R, Front &F, Counted &To);
  static uint32_t countPiece(uint32_t Owner, uint32_t Value, Counters &To);
  uint32_t writerBits(uint32_t Half, Attributor &Memory);
  void countChange(uint32_t Site, SiteUse &U, uint32_t Structure);
  [[gnu::noinline]] void countOther(uint32_t Site, SiteUse &U,
                                    uint32_t Structure);
  bool sameSet(uint64_t A, uint64_t B) const { return A % Sets == B % Sets; }
  std::vector<SiteOwners::Row> changesOf(uint32_t Site) const;
  std::vector<SiteOwners::Row> sharesOf(uint32_t Site) const;

  const ModuleSet &Modules;
  const uint64_t Sets;              ///< of the first level
  std::vector<SiteUse> Uses;        ///< by site
  std::vector<uint64_t> Executions; ///< by site
  std::unordered_map<uint32_t, std::unique_ptr<Front>> Fronts; ///< by thread
  ThreadId LastThread;
  Front *Last = nullptr; ///< of LastThread
  /// Sites by the low halves of their addresses, those that wrote last.
  struct Writer {
    uint32_t Half = 0, Site = None;
  };
  std::array<Writer, 1024> Writers;
  /// The third and further structures, by site and structure.
  KeyNumbers<uint64_t, HashKey> RestNumbers;
  std::vector<uint64_t> Rest;
  mutable std::vector<uint32_t> RestOrder; ///< by site, once it was asked for
  bool Counting = true;
};

} // namespace memfacet

#endif
