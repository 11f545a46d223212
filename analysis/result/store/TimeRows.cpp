//===- TimeRows.cpp - what was counted over time, as rows -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/ProfileRows.h"
#include <algorithm>
#include <bit>

namespace memfacet::result {
namespace {

/// Fetches bytes from the file, which stays the same when another file takes
/// its name.
class BytesInFile final : public StreamSource, public SignatureSource {
public:
  explicit BytesInFile(std::shared_ptr<Database> D) : File(std::move(D)) {}

  Expected<std::string> fetch(const Stream &S) override {
    std::string Bytes;
    Status Read =
        fetch(tables::Streams.Name,
              fmt::format("thread = {} AND structure = {} AND "
                          "measure = {}",
                          S.Thread, S.Structure.Value, uint32_t(S.Kind)),
              {&Bytes});
    return Read ? Expected(std::move(Bytes)) : Read.error();
  }

  Status fetch(std::vector<SignatureVector> &Vectors) override {
    if (Vectors.empty())
      return {};
    std::vector<std::string *> Targets;
    for (SignatureVector &V : Vectors)
      Targets.push_back(&V.Packed);
    return fetch(tables::Signatures.Name,
                 fmt::format("kind = {} ORDER BY thread, interval",
                             uint32_t(Vectors.front().Kind)),
                 Targets);
  }

private:
  /// Fetches one row for each of \p Targets.
  Status fetch(const char *Table, const std::string &Condition,
               const std::vector<std::string *> &Targets) {
    Expected<Statement> Select = File->prepare(
        fmt::format("SELECT packed FROM {} WHERE {}", Table, Condition));
    if (!Select)
      return Select.error();
    for (std::string *Bytes : Targets) {
      Expected<bool> Row = Select->next();
      if (!Row)
        return Row.error();
      if (!*Row)
        return damaged(Table);
      *Bytes = Select->text(0);
    }
    return {};
  }

  std::shared_ptr<Database> File;
};

void storeStreams(RowWriter &W, const Profile &P) {
  for (Stream S : P.Streams.All) {
    Expected<std::string> Bytes = P.Streams.bytes(S);
    if (!Bytes)
      return W.check(Bytes.error());
    S.Packed = std::move(*Bytes);
    W.add(tables::Streams, S);
  }
}

void loadStreams(RowReader &R, Profile &P) {
  R.all(tables::Streams, P.Streams.All, [&](const Stream &S) {
    return (!S.Structure.valid() || S.Structure.Value < P.Structures.size()) &&
           R.spend(S.Bytes);
  });
}

void loadOldIntervals(RowReader &R, const Profile &P,
                      std::vector<IntervalCounts> &Result) {
  PackedIntervals Row;
  R.into(
      tables::IntervalStreams, [&] { return &Row; },
      [&](const PackedIntervals &Packed) {
        return unpackIntervals(Packed.Counts, P.Caches.Levels.size(),
                               Packed.Thread, Packed.Structure, Result);
      });
}

void storeBlocks(RowWriter &W, const BlockVectors &V) {
  if (V.empty())
    return;
  W.add(tables::BlockSources, V);
  W.all(tables::Blocks, V.Blocks);
  for (const CodeBlock &B : V.Blocks)
    if (B.Loop != 0 || !B.Symbol.empty())
      W.add(tables::BlockPlaces, B, B.Number);
  W.all(tables::BlockVectors, V.Intervals);
}

void loadBlocks(RowReader &R, BlockVectors &V) {
  R.one(tables::BlockSources, V,
        [](const BlockVectors &V) { return !V.empty(); });
  R.all(tables::Blocks, V.Blocks);
  R.all(tables::BlockVectors, V.Intervals, [&](const BlockInterval &I) {
    return unpackCounts(I.Packed, V.Blocks.size()).has_value();
  });
  R.into(tables::BlockPlaces, [&](uint64_t Number) -> CodeBlock * {
    auto B = std::ranges::lower_bound(V.Blocks, Number, {}, &CodeBlock::Number);
    return B != V.Blocks.end() && B->Number == Number ? &*B : nullptr;
  });
}

void storeSignatures(RowWriter &W, const IntervalSignatures &S) {
  if (S.empty())
    return;
  W.add(tables::SignatureShapes, S.Shape);
  W.all(tables::IntervalPlaces, S.Places);
  for (SignatureKind Kind : AllSignatures) {
    Expected<std::vector<SignatureVector>> All = S.vectors(Kind);
    if (!All)
      return W.check(All.error());
    W.all(tables::Signatures, *All);
  }
  W.all(tables::MissSites, S.MissSites);
}

bool isShape(const SignatureShape &S) {
  return std::has_single_bit(S.Modulo) && std::has_single_bit(S.ReuseLines) &&
         S.Rows != 0 && S.Columns != 0 && S.Bins != 0 && S.SamplePeriod != 0 &&
         S.Modulo <= MaxPictureModulo && S.Rows <= MaxPictureRows &&
         S.Columns <= MaxPictureColumns && S.Bins <= MaxSignatureBins &&
         S.SamplePeriod <= MaxSamplePeriod && S.ReuseLines <= MaxReuseLines &&
         S.MissLevel < caches::MaxCacheLevels && uint32_t(S.Cut) < IntervalCuts;
}

void loadSignatures(RowReader &R, const Profile &P,
                    IntervalSignatures &Signatures) {
  R.one(tables::SignatureShapes, Signatures.Shape, isShape);
  R.all(tables::IntervalPlaces, Signatures.Places,
        [](const IntervalPlace &I) { return I.ProcessBegin <= I.ProcessEnd; });
  R.all(tables::Signatures, Signatures.Vectors, [](const SignatureVector &V) {
    return std::ranges::count(AllSignatures, V.Kind) != 0;
  });
  R.all(tables::MissSites, Signatures.MissSites, [&](const MissSite &M) {
    return M.Site < P.Sites.size() || M.Site == MissSite::Others;
  });
  std::ranges::sort(Signatures.MissSites, {}, rankInInterval);
}

} // namespace

void storeTimes(RowWriter &W, const Profile &P) {
  storeStreams(W, P);
  storeBlocks(W, P.Vectors);
  storeSignatures(W, P.Signatures);
}

void loadTimes(RowReader &R, const std::shared_ptr<Database> &D, Profile &P,
               std::vector<IntervalCounts> &Old) {
  loadOldIntervals(R, P, Old);
  loadStreams(R, P);
  loadBlocks(R, P.Vectors);
  loadSignatures(R, P, P.Signatures);
  auto Bytes = std::make_shared<BytesInFile>(D);
  P.Streams.Source = Bytes;
  if (!P.Signatures.Vectors.empty())
    P.Signatures.Source = Bytes;
}

} // namespace memfacet::result
