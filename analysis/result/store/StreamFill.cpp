//===- StreamFill.cpp - streams of a profile, from those that grow --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamStore.h"
#include <algorithm>

namespace memfacet::result {

/// Reads the lengths of columns.
void StreamStore::readLengths(PiecedBytes::Reader &In) {
  for (uint32_t &Length : Lengths) {
    In.read(sizeof(Length), [Target = reinterpret_cast<char *>(&Length)](
                                std::string_view Bytes) mutable {
      Target = std::ranges::copy(Bytes, Target).out;
    });
  }
}

/// Returns the bytes of all blocks of \p S, by column.
std::vector<std::string> StreamStore::columnsOf(const Series &S) {
  std::vector<std::string> Result(Kinds.size());
  auto ForColumns = [&](auto Visit) {
    for (PiecedBytes::Reader In(S.Blocks); !In.atEnd();) {
      readLengths(In);
      for (size_t C = 0; C != Kinds.size(); ++C)
        In.read(Lengths[C], [&](std::string_view Bytes) { Visit(C, Bytes); });
    }
  };
  std::vector<size_t> Sums(Kinds.size());
  ForColumns([&](size_t C, std::string_view B) { Sums[C] += B.size(); });
  for (size_t C = 0; C != Kinds.size(); ++C)
    Result[C].reserve(Sums[C]);
  ForColumns([&](size_t C, std::string_view B) { Result[C] += B; });
  return Result;
}

/// Returns all rows of \p Structure in \p T, packed; for an invalid structure,
/// the sums of all.
StreamStore::Series StreamStore::packed(const ThreadSeries &T,
                                        StructureId Structure) {
  const size_t OldStaged = Staged, OldPacked = PackedSize;
  Series S = Structure.valid() ? T.ByStructure.at(Structure.Value) : T.All;
  std::vector<uint64_t> Open(Kinds.size() - 1);
  if (!Structure.valid())
    Open = sumOfOpen(T);
  else if (S.InUse)
    Open = S.Open;
  S.Closed.resize(Kinds.size() - 1);
  append(S, T.Interval, Open);
  addTo(S.Closed, Open);
  flush(S);
  pack(S);
  Staged = OldStaged;
  PackedSize = OldPacked;
  return S;
}

void StreamStore::addRows(StreamSet &Streams, uint32_t Thread,
                          StructureId Structure, const Series &S, bool Stay) {
  std::vector<std::string> Bytes = columnsOf(S);
  for (size_t C = 0; C != Kinds.size(); ++C) {
    Stream Row;
    Row.Thread = Thread, Row.Structure = Structure, Row.Kind = Kinds[C];
    Row.Intervals = S.Next;
    Row.Total = C == 0 ? S.AllRows : S.Closed[C - 1];
    if (Row.Total == 0)
      continue;
    Row.Bytes = Bytes[C].size();
    Row.Check = streamCheck(Bytes[C]);
    if (!Stay)
      Row.Packed = std::move(Bytes[C]);
    Streams.All.push_back(std::move(Row));
  }
}

void StreamStore::addAll(StreamSet &Streams, bool Stay) {
  deliverAll();
  auto Add = [&](uint32_t Thread, const ThreadSeries &T) {
    for (const auto &[Id, S] : T.ByStructure)
      addRows(Streams, Thread, StructureId(Id), packed(T, StructureId(Id)),
              Stay);
    addRows(Streams, Thread, {}, packed(T, {}), Stay);
  };
  for (const auto &[Number, T] : Threads)
    Add(Number, T);
  if (Split)
    Add(Stream::Process, Process);
}

void StreamStore::fill(StreamSet &Streams) { addAll(Streams, /*Stay=*/false); }

/// Packs streams again when they are asked for. The streams of a structure are
/// mostly asked for one after the other.
class StreamStore::Lender final : public StreamSource {
public:
  explicit Lender(StreamStore &Store) : Store(Store) {}

  Expected<std::string> fetch(const Stream &S) override {
    if (Columns.empty() || Thread != S.Thread || Structure != S.Structure) {
      const ThreadSeries &T = Store.Split && S.Thread == Stream::Process
                                  ? Store.Process
                                  : Store.Threads.at(S.Thread);
      Columns = Store.columnsOf(Store.packed(T, S.Structure));
      Thread = S.Thread, Structure = S.Structure;
    }
    auto Found = std::ranges::find(Store.Kinds, S.Kind);
    return Columns[size_t(Found - Store.Kinds.begin())];
  }

private:
  StreamStore &Store;
  uint32_t Thread = 0;
  StructureId Structure;
  /// Packed columns of Thread and Structure; empty: none yet.
  std::vector<std::string> Columns;
};

void StreamStore::lend(StreamSet &Streams) {
  addAll(Streams, /*Stay=*/true);
  Streams.Source = std::make_shared<Lender>(*this);
}

} // namespace memfacet::result
