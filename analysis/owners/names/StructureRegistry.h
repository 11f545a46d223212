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

/// How memory of the heap is called.
struct HeapName {
  /// Names it; null: a library's own.
  const decode::AllocationInfo *Frame = nullptr;
  const decode::AllocationInfo *Innermost = nullptr; ///< knows what for
  /// Further out, from the inside.
  std::vector<const decode::AllocationInfo *> OuterFrames;
  /// The place and what is around belong to the name.
  bool WithContext = false;
  bool Mapped = false; ///< no heap: the system maps it
  /// What the memory is called where a caller of Frame's function receives it;
  /// or empty.
  std::string CallersName = {};
  /// The call on the container that the memory is in, or null.
  const decode::AllocationInfo *Object = nullptr;
  /// The call by which that container, or a part of it, gets the memory.
  const decode::AllocationInfo *Keeper = nullptr;
  std::string Role = {}; ///< of the memory in it; may be empty
};

/// Gives data structures dense numbers, in the order of their first appearance.
/// What looks the same to a reader (kind, name, type, place) is one structure:
/// copies of an inline function's tables in several objects must not split it.
class StructureRegistry {
public:
  StructureRegistry();

  /// Always there, with these numbers. Library is what libraries allocate.
  static constexpr StructureId Library = StructureId(0);
  static constexpr StructureId Unattributed = StructureId(1);

  StructureId global(const decode::GlobalInfo &G);
  /// Of the heap, or a mapping where the name says so.
  StructureId heap(const HeapName &Name);
  /// What a suballocator of the program calls so.
  StructureId named(std::string_view Name);
  /// As \p Original, by another name.
  StructureId renamed(StructureId Original, std::string_view Name);
  /// Addresses that the program calls so, a part of \p Enclosing.
  StructureId region(StructureId Enclosing, std::string_view Name);
  StructureId stack(ThreadId Thread);
  /// A variable on the stack, whichever thread's.
  StructureId local(const decode::AllocationInfo &A);
  /// Static data of the object at \p Path, as far as it is not instrumented.
  StructureId library(std::string_view Path);
  /// Memory that the program mapped: a file, or anonymous where \p Path is
  /// empty.
  StructureId mapping(std::string_view Path);

  /// An object of \p Bytes of \p S comes to life, a new one or one that has
  /// just been shrunk to nothing.
  void grow(StructureId S, uint64_t Bytes, bool NewObject);
  /// An object of \p Bytes is gone, or a part of it.
  void shrink(StructureId S, uint64_t Bytes);
  /// An object of \p Bytes becomes one of another structure.
  void move(StructureId Source, StructureId Target, uint64_t Bytes);
  /// Adds to the sum over all objects without any object being born.
  void addToSum(StructureId S, uint64_t Bytes);

  size_t size() const { return Structures.size(); }
  /// Without counts, and without lives but for PeakObjects.
  const std::vector<result::Structure> &structures() const {
    return Structures;
  }
  /// Whether there were more structures than can be told apart; the rest is
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
