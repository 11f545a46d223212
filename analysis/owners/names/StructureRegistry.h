//===- StructureRegistry.h - the data structures of a process -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_NAMES_STRUCTUREREGISTRY_H
#define MEMFACET_OWNERS_NAMES_STRUCTUREREGISTRY_H

#include "analysis/decode/Modules.h"
#include "analysis/result/profile/Profile.h"
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace memfacet::owners {

/// The parts of the name of heap memory.
struct HeapName {
  /// Names the memory; null: it is a library's.
  const decode::AllocationInfo *Frame = nullptr;
  const decode::AllocationInfo *Innermost = nullptr; ///< shows what it is for
  /// The next frames, from the inside out.
  std::vector<const decode::AllocationInfo *> OuterFrames;
  /// The place and the outer frames belong to the name.
  bool WithContext = false;
  bool Mapped = false; ///< not of the heap: the system maps it
  /// The name of the memory where a caller of Frame's function receives it; or
  /// empty.
  std::string CallersName = {};
  /// The call that made an object, which derives from a container of the
  /// library, get the memory; or null.
  const decode::AllocationInfo *CallOnObject = nullptr;
  /// The call on the container that the memory is in, or null.
  const decode::AllocationInfo *Object = nullptr;
  /// The call by which that container, or a part of it, gets the memory.
  const decode::AllocationInfo *Keeper = nullptr;
  std::string Role = {}; ///< of the memory in the container; may be empty
};

/// Gives data structures dense numbers, in the order of their first appearance.
/// Structures that look the same to a reader (kind, name, type, place) are one:
/// copies of an inline function's tables in several objects must not split it.
class StructureRegistry {
public:
  StructureRegistry();

  /// The first two structures always exist. Library is memory that libraries
  /// allocate.
  static constexpr StructureId Library = StructureId(0);
  static constexpr StructureId Unattributed = StructureId(1);

  StructureId global(const decode::GlobalInfo &G);
  /// Returns a structure of the heap, or a mapping where the name says so.
  StructureId heap(const HeapName &Name);
  /// Returns the structure of memory that a suballocator of the program calls
  /// \p Name.
  StructureId named(std::string_view Name);
  /// Returns a structure like \p Original, with another name.
  StructureId renamed(StructureId Original, std::string_view Name);
  /// Returns the structure of addresses that the program calls \p Name, a part
  /// of \p Enclosing.
  StructureId region(StructureId Enclosing, std::string_view Name);
  StructureId stack(ThreadId Thread);
  /// Returns the structure of a variable on the stack of any thread.
  StructureId local(const decode::AllocationInfo &A);
  /// Returns the structure of static data of the object at \p Path, as far as
  /// it is not instrumented.
  StructureId library(std::string_view Path);
  /// Returns the structure of memory that the program mapped: a file, or
  /// anonymous where \p Path is empty.
  StructureId mapping(std::string_view Path);

  /// Adds an object of \p Bytes to \p S. \p NewObject: it is a new one, not one
  /// that was shrunk to nothing before.
  void grow(StructureId S, uint64_t Bytes, bool NewObject);
  /// Removes an object of \p Bytes, or a part of one.
  void shrink(StructureId S, uint64_t Bytes);
  /// Takes \p Bytes out of the objects of \p S, which are counted as those of
  /// blocks from here on.
  void handOut(StructureId S, uint64_t Bytes);
  /// Moves an object of \p Bytes to another structure.
  void move(StructureId Source, StructureId Target, uint64_t Bytes);
  /// Adds to the sum over all objects without a new object.
  void addToSum(StructureId S, uint64_t Bytes);

  size_t size() const { return Structures.size(); }
  /// Returns the structures without counts, and without lives apart from
  /// PeakObjects.
  const std::vector<result::Structure> &structures() const {
    return Structures;
  }
  /// Returns whether there were more structures than have numbers; the rest is
  /// unattributed.
  bool overflowed() const { return Overflowed; }

private:
  StructureId inContainer(const HeapName &Name);
  StructureId intern(result::Structure S, std::string_view LinkageName = {});

  struct Live {
    uint64_t Bytes = 0, Objects = 0;
  };

  std::vector<result::Structure> Structures;
  std::vector<Live> Living;
  std::unordered_map<std::string, StructureId> ByIdentity;
  bool Overflowed = false;
};

} // namespace memfacet::owners

#endif
