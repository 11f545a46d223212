//===- StreamBuilder.h - builds made-up words of a thread ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   StreamBuilder Stream;
//   Stream.module(0, Tables).block(B, {0x1000}).alloc(1, 0x2000, 64);
//   Decoder.segment({ThreadId(0), Stream.words()});
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_STREAMBUILDER_H
#define MEMFACET_TEST_SUPPORT_STREAMBUILDER_H

#include "memfacet/Events.h"
#include "memfacet/Select.h"
#include "test/support/TableBuilder.h"
#include <algorithm>
#include <initializer_list>

namespace memfacet::test {

class StreamBuilder {
public:
  const std::vector<uint64_t> &words() const { return Words; }
  size_t size() const { return Words.size(); }

  StreamBuilder &raw(std::initializer_list<uint64_t> More) {
    Words.insert(Words.end(), More);
    return *this;
  }
  StreamBuilder &raw(const std::vector<uint64_t> &More) {
    Words.insert(Words.end(), More.begin(), More.end());
    return *this;
  }
  StreamBuilder &block(uint64_t Entry,
                       const std::vector<uint64_t> &Slots = {}) {
    Words.push_back(Entry);
    return raw(Slots);
  }
  StreamBuilder &selected(SelectedKind Kind, uint64_t Address, uint64_t Site,
                          uint32_t Value) {
    SelectedRecord R = selectedRecord(Kind, Address, Site, Value);
    return raw({R.Words[0], R.Words[1]});
  }
  /// Says which lines the thread selects from here on; begins a window if
  /// \p Window is not 0.
  StreamBuilder &lines(uint32_t Bits, uint64_t Window = 0) {
    return selected(SelectedKind::Lines, Window, 0, Bits);
  }
  /// Adds an event. \p Payload begins with the order number if the kind has
  /// one.
  StreamBuilder &event(EventKind Kind, const std::vector<uint64_t> &Payload,
                       uint32_t Argument = 0) {
    Words.push_back(eventHeader(Kind, uint32_t(1 + Payload.size()), Argument));
    return raw(Payload);
  }

  StreamBuilder &tick(uint64_t Stamp) {
    return event(EventKind::Tick, {Stamp});
  }
  StreamBuilder &alloc(uint64_t Order, uint64_t Address, uint64_t Size,
                       uint64_t Site = 0,
                       const std::vector<uint64_t> &Contexts = {},
                       uint64_t Previous = 0) {
    std::vector<uint64_t> Payload = {Order, Address, Size, Site, Previous};
    Payload.insert(Payload.end(), Contexts.begin(), Contexts.end());
    return event(EventKind::Alloc, Payload, uint32_t(AllocationKind::Malloc));
  }
  StreamBuilder &free(uint64_t Order, uint64_t Address,
                      bool ByRealloc = false) {
    return event(EventKind::Free, {Order, Address}, ByRealloc);
  }
  StreamBuilder &threadStart(uint64_t Order, uint64_t StackLow = 0,
                             uint64_t StackHigh = 0, uint32_t Creator = 0,
                             uint64_t Stamp = 0) {
    return event(EventKind::ThreadStart, {Order, StackLow, StackHigh, 0, Stamp},
                 Creator);
  }
  StreamBuilder &threadEnd(uint64_t Order) {
    return event(EventKind::ThreadEnd, {Order});
  }
  StreamBuilder &threadCreate(uint64_t Order, uint32_t Thread) {
    return event(EventKind::ThreadCreate, {Order}, Thread);
  }
  StreamBuilder &release(uint64_t Order, SyncKind Kind, uint64_t Object) {
    return event(EventKind::Release, {Order, Object}, uint32_t(Kind));
  }
  StreamBuilder &acquire(uint64_t Order, SyncKind Kind, uint64_t Object) {
    return event(EventKind::Acquire, {Order, Object}, uint32_t(Kind));
  }
  StreamBuilder &stall(StallKind Kind, uint64_t Object = 0,
                       uint64_t Ticks = StallTicks) {
    return event(EventKind::Stall, {Object, Ticks}, uint32_t(Kind));
  }
  /// Adds an event Program. \p Command has a NUL after each word.
  StreamBuilder &program(uint64_t Process, std::string_view Command) {
    return withBytes(EventKind::Program, 0, {Process, Command.size()}, Command);
  }
  StreamBuilder &mapping(uint64_t Order, uint64_t Low, uint64_t High,
                         MappingKind Kind, std::string_view Path) {
    return withBytes(EventKind::Mapping, 0,
                     {Order, Low, High, uint64_t(Kind), Path.size()}, Path);
  }

  /// Adds an event MarkBegin. \p Site and \p Contexts name the mark if \p Name
  /// is empty.
  StreamBuilder &mark(uint64_t Order, uint64_t Address, uint64_t Size,
                      std::string_view Name, MarkKind Kind = MarkKind::Object,
                      uint64_t Site = 0,
                      const std::vector<uint64_t> &Contexts = {}) {
    std::vector<uint64_t> Payload = {Order, Address, Size, Site, Name.size()};
    Payload.insert(Payload.end(), Contexts.begin(), Contexts.end());
    return withBytes(EventKind::MarkBegin, uint32_t(Kind), Payload, Name);
  }
  StreamBuilder &unmark(uint64_t Order, uint64_t Address, uint64_t Size = 0) {
    return event(EventKind::MarkEnd, {Order, Address, Size});
  }
  StreamBuilder &rename(uint64_t Order, uint64_t Address,
                        std::string_view Name) {
    return withBytes(EventKind::Rename, 0, {Order, Address, Name.size()}, Name);
  }
  StreamBuilder &phase(std::string_view Name) {
    return withBytes(EventKind::Phase, 0, {Name.size()}, Name);
  }
  StreamBuilder &interest(uint64_t Order, bool Begins) {
    return event(EventKind::Interest, {Order}, Begins);
  }

  /// Adds the events that announce an object: Module, then its tables.
  StreamBuilder &module(uint32_t Number, const TableBuilder &Tables,
                        std::string_view Path = "/bin/made-up",
                        size_t PieceBytes = MaxTableDataBytes) {
    std::vector<uint64_t> Fixed = {0 /*load bias*/};
    for (size_t I = 0; I != TableCount; ++I) {
      TableRange R = Tables.range(TableKind(I));
      Fixed.push_back(R.Begin);
      Fixed.push_back(R.End);
    }
    withBytes(EventKind::Module, Number, Fixed, std::string(Path) + '\0');
    for (size_t I = 0; I != TableCount; ++I)
      table(Number, Tables, TableKind(I), PieceBytes);
    return *this;
  }

private:
  StreamBuilder &withBytes(EventKind Kind, uint32_t Argument,
                           std::vector<uint64_t> Payload,
                           std::string_view Bytes) {
    size_t Fixed = Payload.size();
    Payload.resize(Fixed + (Bytes.size() + 7) / 8);
    std::memcpy(Payload.data() + Fixed, Bytes.data(), Bytes.size());
    return event(Kind, Payload, Argument);
  }

  void table(uint32_t Number, const TableBuilder &Tables, TableKind Kind,
             size_t PieceBytes) {
    std::string_view Rest = Tables.bytes(Kind);
    uint64_t Address = Tables.begin(Kind);
    while (!Rest.empty()) {
      std::string_view Piece = Rest.substr(0, PieceBytes);
      withBytes(EventKind::TableData, Number, {Address, Piece.size()}, Piece);
      Address += Piece.size();
      Rest.remove_prefix(Piece.size());
    }
  }

  std::vector<uint64_t> Words;
};

} // namespace memfacet::test

#endif
