//===- Modules.h - the static tables of all objects, decoded --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_MODULES_H
#define MEMFACET_DECODE_MODULES_H

#include "analysis/decode/Blocks.h"
#include "analysis/decode/TableImage.h"
#include "analysis/support/Error.h"
#include "analysis/support/Ids.h"
#include "memfacet/Tables.h"
#include "memfacet/UsedBytes.h"
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace memfacet::decode {

/// A source location with its inlining chain resolved. Views live as long as
/// the ModuleSet.
struct Place {
  std::string_view File, Function;
  uint32_t Line = 0, Column = 0;
};

struct SiteInfo {
  AccessKind Kind;
  uint8_t Flags; ///< SiteFlags
  SiteShape Shape;
  bool Blind;             ///< no access: SiteShape::Blind
  bool Copy = false;      ///< copy of another site, which is counted instead
  uint64_t StaticAddress; ///< of the access, where the base is a global; else 0
  uint64_t LocationAddress; ///< SourceLocation in the image, 0: none
  uint64_t FunctionAddress; ///< Function in the image, 0: none
  std::string_view Type;    ///< see Site::Type; may be empty
  uint64_t TypeAddress;     ///< address of that name, 0: none
  uint32_t TypeOffset;      ///< bytes
  uint32_t Bytes;           ///< 0: as many as a slot says
  UsedBytes Used = {};      ///< of Bytes
  uint32_t Block;           ///< the same for the sites of one run
  uint64_t LocalAddress;    ///< LocalBegin: the local's Allocation; else 0
  uint64_t Object;          ///< Site::Object; 0: none
};

struct GlobalInfo {
  uint64_t EntryAddress;  ///< of the Global entry (ThreadLocal events use it)
  uint64_t Address, Size; ///< Address is an accessor's for thread-locals
  std::string_view Name, Type, File, Function, LinkageName;
  uint32_t Line, Flags, ElementSize;
};

struct AllocationInfo {
  std::string_view Name, Type, Function, Callee;
  std::string_view Object = {}, ObjectType = {};
  Place Location;
  uint32_t ElementSize;
  AllocationKind Kind;
  uint16_t Flags;
  uint64_t Outer = 0; ///< address of the row of the inlining call, 0: none
};

/// Where a block is in the source.
struct BlockPlace {
  std::string_view Function; ///< as in the source, qualified
  Place Location;            ///< innermost frame of the first instruction
};

struct RunCode;
class TableImage;
struct DecodedBlock;

/// A run of an object's tables.
struct CodeOfRun {
  const TableImage *Image;
  const DecodedBlock *Entry;
  uint64_t Address; ///< of the Block entry

  SiteId firstSite() const;
  uint32_t sites() const;
  uint32_t instructions() const; ///< of the run alone
  std::unique_ptr<RunCode> code() const;
};

/// All objects that registered. Addresses are the process's own; an address
/// that no table contains gives null, never a crash, whatever the input.
class ModuleSet {
public:
  ModuleSet();
  ~ModuleSet();
  ModuleSet(const ModuleSet &) = delete;
  ModuleSet &operator=(const ModuleSet &) = delete;

  const SiteInfo &site(SiteId Site) const;
  /// Returns the number of the Site entry at \p Address, or nothing.
  std::optional<SiteId> siteAt(uint64_t Address) const;
  /// Returns the same where only the low half of the address is known, for the
  /// object that was loaded last.
  std::optional<SiteId> siteAtHalf(uint32_t Half) const;
  /// Returns the bound of the numbers of sites; not each number is a site
  /// (DecodedBlock).
  size_t siteCount() const;
  /// Returns the places of a location, innermost frame first. Empty: unknown.
  std::vector<Place> places(uint64_t LocationAddress) const;
  /// Returns the name of the Function entry at \p Address, and its file if
  /// there is debug information. Empty: unknown.
  Place function(uint64_t Address) const;
  /// Returns the place of the Block entry at \p Address. Empty: unknown.
  BlockPlace block(uint64_t Address) const;
  /// Returns the IR instructions of the last run of the path of the Block entry
  /// at \p Address; 0: there is none.
  uint32_t runInstructions(uint64_t Address) const;
  /// Returns the code of the Block entry at \p Address; null: there is none.
  std::unique_ptr<RunCode> runCode(uint64_t Address) const;
  /// Calls \p Visit for every run that has sites, with its code, of objects
  /// that were unloaded, too. A run has an entry, and is visited, for each path
  /// that ends with it. Code is decoded when Visit asks for it.
  void forRuns(const std::function<void(const CodeOfRun &)> &Visit) const;
  /// Returns null unless \p Address is that of an Allocation entry. Pointers
  /// are stable.
  const AllocationInfo *allocation(uint64_t Address) const;
  /// Calls \p Visit for every Allocation entry.
  void forAllocations(
      const std::function<void(const AllocationInfo &)> &Visit) const;
  /// Returns the globals of module \p Module, thread-locals included.
  const std::vector<GlobalInfo> &globals(uint32_t Module) const;
  const GlobalInfo *globalAt(uint64_t EntryAddress) const;
  std::string_view path(uint32_t Module) const;
  /// Returns the tables of a module as they came; null until all have.
  const TableImage *image(uint32_t Module) const;
  /// Returns the layout after the type's name at \p TypeAddress, or nothing.
  std::string_view layout(uint64_t TypeAddress) const;
  /// Returns the layout of any type that is written \p Type; the largest where
  /// modules differ.
  std::string_view layoutNamed(std::string_view Type) const;

private:
  friend class ModuleBuilder;
  struct Impl;
  std::unique_ptr<Impl> Self;
};

/// Thread-locals whose tables come later: a thread that starts while another
/// one loads a library announces its instance of the library's thread-local,
/// and its stream may be merged before the other's, which has the tables.
class EarlyLocals {
public:
  /// Keeps the instance at \p Address of the Global entry \p Entry.
  void add(uint64_t Entry, uint64_t Address) { Entries[Address] = Entry; }

  /// Forgets the instances in [Low, High), where other memory is now.
  void drop(uint64_t Low, uint64_t High) {
    Entries.erase(Entries.lower_bound(Low), Entries.lower_bound(High));
  }

  /// Calls \p Visit with the GlobalInfo and the address of each instance whose
  /// entry is among \p Modules' tables now, and forgets it.
  template <typename Visitor>
  void takeKnown(const ModuleSet &Modules, Visitor Visit) {
    for (auto It = Entries.begin(); It != Entries.end();) {
      const GlobalInfo *G = Modules.globalAt(It->second);
      if (G)
        Visit(*G, It->first);
      It = G ? Entries.erase(It) : std::next(It);
    }
  }

private:
  std::map<uint64_t, uint64_t> Entries; ///< by the instance's address
};

/// One object's tables. Kept after the object was unloaded: records of other
/// threads may still be on their way, and results refer to the strings.
struct LoadedModule {
  explicit LoadedModule(const std::array<TableRange, TableCount> &Ranges)
      : Image(Ranges) {}

  TableImage Image;
  std::string Path;
  uint64_t LoadBias = 0;
  bool Decoded = false;
  uint32_t FirstSite = 0; ///< SiteId of the first row, when Decoded
  // The rest is filled when all tables are there.
  std::vector<DecodedBlock> Blocks;
  std::vector<GlobalInfo> Globals;
  std::vector<AllocationInfo> Allocations;
  std::unordered_map<std::string_view, std::string_view> Layouts; ///< key: type

  std::string_view layoutNamed(std::string_view Type) const;
};

struct ModuleSet::Impl {
  std::deque<LoadedModule> Modules;
  std::unordered_map<uint32_t, LoadedModule *> ByNumber;
  BlockIndex Blocks;
  RangeIndex<const LoadedModule> BlockOwners, SiteOwners, Functions, Globals,
      Allocations, Locations, Strings;
  std::deque<SiteInfo> Sites;         ///< index: lane
  std::vector<HotSite> HotSites;      ///< index: lane
  std::vector<uint32_t> SitesOfLanes; ///< SiteIds; index: lane
};

/// Returns the places of a location, innermost frame first.
std::vector<Place> placesAt(const TableImage &Image, uint64_t Address);
/// Returns the name and the file of the Function entry at \p Address, without a
/// line. Empty: unknown.
Place functionAt(const TableImage &Image, uint64_t Address);

} // namespace memfacet::decode

#endif
