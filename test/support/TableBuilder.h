//===- TableBuilder.h - builds made-up tables of an object ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds what the pass would have written, row by row. The address of a row is
// known when it is added:
//
//   TableBuilder Tables;
//   uint64_t B = Tables.block({.Instructions = 5, .Slots = 1,
//                              .Sites = {{.Size = 8}}});
//   Stream.module(0, Tables).block(B, {0x1000});
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_TABLEBUILDER_H
#define MEMFACET_TEST_SUPPORT_TABLEBUILDER_H

#include "memfacet/Tables.h"
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::test {

struct SiteSpec {
  uint32_t Size = 8;
  int32_t Offset = 0;
  uint16_t Base = 0;
  uint16_t Extra = 0;
  AccessKind Kind = AccessKind::Load;
  BaseKind AddressBase = BaseKind::Slot;
  SiteShape Shape = SiteShape::Fixed;
  uint8_t Flags = 0;
  uint64_t Location = 0; ///< from TableBuilder::location
  std::string Type = {};
  uint32_t TypeOffset = 0;
  uint64_t Local = 0; ///< LocalBegin: from TableBuilder::allocation
  /// SiteDirect: from TableBuilder::allocation, or an address.
  uint64_t Object = 0;
};

struct BlockSpec {
  uint32_t Instructions = 1;
  uint16_t Slots = 0;
  std::vector<SiteSpec> Sites = {};
  std::vector<uint64_t> References = {};
  uint32_t Flags = 0;
  uint32_t Id = 0;
  std::string Function = {};
  uint64_t Location = 0;       ///< from TableBuilder::location
  std::string Operations = {}; ///< memfacet/Operations.h
  uint32_t Ordinal = 0;
  uint32_t Values = 0; ///< number of values of the function
  uint64_t Prefix = 0; ///< from TableBuilder::block
};

struct GlobalSpec {
  std::string Name;
  uint64_t Address = 0;
  uint64_t Size = 8;
  std::string Type = {};
  std::string File = {};
  uint32_t Line = 0;
  uint32_t Flags = 0;
};

struct AllocationSpec {
  std::string Name;
  std::string Type = {};
  uint64_t Location = 0;
  std::string Function = {};
  uint32_t ElementSize = 0;
  AllocationKind Kind = AllocationKind::Malloc;
  uint16_t Flags = AllocationNamed;
  uint64_t Outer = 0; ///< from TableBuilder::allocation
  std::string Callee = {};
  std::string Object = {};
  std::string ObjectType = {};
};

class TableBuilder {
public:
  static constexpr uint64_t TableDistance = 0x100000;

  explicit TableBuilder(uint64_t Base = 0x400000) : Base(Base) {}

  uint64_t begin(TableKind Kind) const {
    return Base + uint64_t(Kind) * TableDistance;
  }
  TableRange range(TableKind Kind) const {
    return {begin(Kind), begin(Kind) + bytes(Kind).size()};
  }
  const std::string &bytes(TableKind Kind) const {
    return Tables[size_t(Kind)];
  }
  /// Returns the bytes for tests that damage them.
  std::string &bytes(TableKind Kind) { return Tables[size_t(Kind)]; }

  uint64_t string(std::string_view Text) {
    if (Text.empty())
      return 0;
    uint64_t Begin = end(TableKind::Strings);
    bytes(TableKind::Strings).append(Text).push_back('\0');
    return Begin;
  }

  uint64_t location(std::string_view File, std::string_view Function,
                    uint32_t Line, uint32_t Column = 0,
                    uint64_t InlinedAt = 0) {
    uint64_t Begin = end(TableKind::Locations);
    SourceLocation L = {};
    L.File = rel(Begin + offsetof(SourceLocation, File), string(File));
    L.Function =
        rel(Begin + offsetof(SourceLocation, Function), string(Function));
    L.Line = Line;
    L.Column = Column;
    L.InlinedAt = rel(Begin + offsetof(SourceLocation, InlinedAt), InlinedAt);
    return append(TableKind::Locations, L);
  }

  uint64_t block(const BlockSpec &Spec) {
    uint64_t Begin = end(TableKind::Blocks);
    Block B = {};
    uint64_t References = end(TableKind::References);
    for (uint64_t Address : Spec.References)
      append(TableKind::References, Address);
    if (!Spec.References.empty())
      B.References = rel(Begin + offsetof(Block, References), References);
    uint64_t Sites = end(TableKind::Sites);
    for (const SiteSpec &S : Spec.Sites)
      site(S);
    if (!Spec.Sites.empty())
      B.Sites = rel(Begin + offsetof(Block, Sites), Sites);
    if (!Spec.Function.empty())
      B.Function = rel(Begin + offsetof(Block, Function),
                       function(Spec.Function, Spec.Values));
    if (!Spec.Operations.empty()) {
      B.Operations =
          rel(Begin + offsetof(Block, Operations), end(TableKind::Operations));
      bytes(TableKind::Operations) += Spec.Operations;
    }
    B.Ordinal = Spec.Ordinal;
    B.Prefix = rel(Begin + offsetof(Block, Prefix), Spec.Prefix);
    B.Location = rel(Begin + offsetof(Block, Location), Spec.Location);
    B.Instructions = Spec.Instructions;
    B.SiteCount = uint16_t(Spec.Sites.size());
    B.SlotCount = Spec.Slots;
    B.Flags = Spec.Flags;
    B.Id = Spec.Id;
    return append(TableKind::Blocks, B);
  }

  uint64_t global(const GlobalSpec &Spec) {
    uint64_t Begin = end(TableKind::Globals);
    Global G = {};
    G.Address = Spec.Address;
    G.Size = Spec.Size;
    G.Name = rel(Begin + offsetof(Global, Name), string(Spec.Name));
    G.Type = rel(Begin + offsetof(Global, Type), string(Spec.Type));
    G.File = rel(Begin + offsetof(Global, File), string(Spec.File));
    G.Line = Spec.Line;
    G.Flags = Spec.Flags;
    G.ElementSize = uint32_t(Spec.Size);
    return append(TableKind::Globals, G);
  }

  uint64_t allocation(const AllocationSpec &Spec) {
    uint64_t Begin = end(TableKind::Allocations);
    Allocation A = {};
    A.Name = rel(Begin + offsetof(Allocation, Name), string(Spec.Name));
    A.Type = rel(Begin + offsetof(Allocation, Type), string(Spec.Type));
    A.Location = rel(Begin + offsetof(Allocation, Location), Spec.Location);
    A.Function =
        rel(Begin + offsetof(Allocation, Function), string(Spec.Function));
    A.Outer = rel(Begin + offsetof(Allocation, Outer), Spec.Outer);
    A.Callee = rel(Begin + offsetof(Allocation, Callee), string(Spec.Callee));
    A.Object = rel(Begin + offsetof(Allocation, Object), string(Spec.Object));
    A.ObjectType =
        rel(Begin + offsetof(Allocation, ObjectType), string(Spec.ObjectType));
    A.ElementSize = Spec.ElementSize;
    A.Kind = Spec.Kind;
    A.Flags = Spec.Flags;
    return append(TableKind::Allocations, A);
  }

  uint64_t counter(int64_t Instructions) {
    return append(TableKind::Counters, Counter{Instructions});
  }

  /// Adds a flow. The parameters are addresses of blocks and of a counter; 0:
  /// none.
  void flow(uint64_t Source, uint64_t Target, uint64_t Counter) {
    uint64_t Begin = end(TableKind::Flows);
    append(TableKind::Flows,
           RunFlow{rel(Begin + offsetof(RunFlow, Source), Source),
                   rel(Begin + offsetof(RunFlow, Target), Target),
                   rel(Begin + offsetof(RunFlow, Counter), Counter)});
  }

private:
  uint64_t end(TableKind Kind) const { return range(Kind).End; }

  static RelPtr rel(uint64_t Field, uint64_t Target) {
    return Target == 0 ? 0 : RelPtr(int64_t(Target - Field));
  }

  template <typename T> uint64_t append(TableKind Kind, const T &Row) {
    uint64_t Begin = end(Kind);
    bytes(Kind).append(reinterpret_cast<const char *>(&Row), sizeof(T));
    return Begin;
  }

  uint64_t function(std::string_view Name, uint32_t Values) {
    uint64_t Begin = end(TableKind::Functions);
    Function F = {};
    F.Values = Values;
    F.Name = rel(Begin + offsetof(Function, Name), string(Name));
    return append(TableKind::Functions, F);
  }

  void site(const SiteSpec &Spec) {
    uint64_t Begin = end(TableKind::Sites);
    Site S = {};
    S.Size = Spec.Size;
    S.Offset = Spec.Offset;
    S.Base = Spec.Base;
    S.Extra = Spec.Extra;
    S.Kind = Spec.Kind;
    S.AddressBase = Spec.AddressBase;
    S.Shape = Spec.Shape;
    S.Flags = Spec.Flags;
    S.Location = rel(Begin + offsetof(Site, Location), Spec.Location);
    S.Type = rel(Begin + offsetof(Site, Type),
                 Spec.Local ? Spec.Local : string(Spec.Type));
    S.TypeOffset = Spec.TypeOffset;
    S.Object = rel(Begin + offsetof(Site, Object), Spec.Object);
    append(TableKind::Sites, S);
  }

  uint64_t Base;
  std::array<std::string, TableCount> Tables;
};

} // namespace memfacet::test

#endif
