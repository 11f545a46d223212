//===- SignatureTables.cpp - what intervals look like, as rows ------------===//

#include "analysis/store/ProfileTables.h"
#include "analysis/store/Rows.h"
#include <algorithm>
#include <bit>

namespace memfacet {

namespace {

/// From the file, which stays the same when another takes its name.
class SignaturesInFile final : public SignatureSource {
public:
  explicit SignaturesInFile(std::shared_ptr<Database> D) : File(std::move(D)) {}

  Status fetch(std::vector<SignatureVector> &Vectors) override {
    if (Vectors.empty())
      return {};
    Expected<Statement> Select =
        File->prepare(fmt::format("SELECT packed FROM {} WHERE kind = {} "
                                  "ORDER BY thread, interval",
                                  tableOf(ProfileTable::Signatures).Name,
                                  uint32_t(Vectors.front().Kind)));
    if (!Select)
      return Select.error();
    for (SignatureVector &V : Vectors) {
      Expected<bool> Row = Select->next();
      if (!Row)
        return Row.error();
      if (!*Row)
        return damaged(ProfileTable::Signatures);
      std::span<const uint8_t> Bytes = Select->blob(0);
      V.Packed.assign(reinterpret_cast<const char *>(Bytes.data()),
                      Bytes.size());
    }
    return {};
  }

private:
  std::shared_ptr<Database> File;
};

bool isShape(const SignatureShape &S) {
  return std::has_single_bit(S.Modulo) && std::has_single_bit(S.ReuseLines) &&
         S.Rows != 0 && S.Columns != 0 && S.Bins != 0 && S.SamplePeriod != 0 &&
         S.MissLevel < MaxCacheLevels && uint32_t(S.Cut) < IntervalCuts;
}

Status loadShape(Database &D, IntervalSignatures &To) {
  return forEachRow(
      D, ProfileTable::SignatureShapes, "rowid", [&](Statement &Row) {
        auto Number = [&](int I) { return uint32_t(Row.number(I)); };
        To.Shape = {Row.number(0),       Number(1),
                    Number(2),           Number(3),
                    Number(4),           Number(5),
                    uint16_t(Number(6)), IntervalCut(Number(7))};
        return isShape(To.Shape);
      });
}

Status loadPlaces(Database &D, IntervalSignatures &To) {
  return forEachRow(
      D, ProfileTable::IntervalPlaces, "thread, interval", [&](Statement &Row) {
        IntervalPlace P{uint32_t(Row.number(0)), uint32_t(Row.number(1)),
                        Row.number(2),           Row.number(3),
                        Row.number(4),           Row.number(5),
                        Row.number(6),           Row.number(7)};
        To.Places.push_back(P);
        return P.ProcessBegin <= P.ProcessEnd;
      });
}

Status loadMissSites(Database &D, size_t Sites, IntervalSignatures &To) {
  Status S = forEachRow(
      D, ProfileTable::MissSites, "thread, interval", [&](Statement &Row) {
        MissSite M{uint32_t(Row.number(0)), uint32_t(Row.number(1)),
                   uint32_t(Row.number(2)), Row.number(3)};
        To.MissSites.push_back(M);
        return M.Site < Sites || M.Site == MissSite::Others;
      });
  std::ranges::sort(To.MissSites, {}, rankInInterval);
  return S;
}

} // namespace

Status storeSignatures(Database &D, const Profile &P) {
  const IntervalSignatures &S = P.Signatures;
  if (S.empty())
    return {};
  Rows Shapes(D, ProfileTable::SignatureShapes);
  Rows Places(D, ProfileTable::IntervalPlaces);
  Rows Vectors(D, ProfileTable::Signatures);
  Rows Sites(D, ProfileTable::MissSites);
  const SignatureShape &Shape = S.Shape;
  Shapes.add(Shape.Modulo, Shape.Rows, Shape.Columns, Shape.Bins,
             Shape.SamplePeriod, Shape.ReuseLines, Shape.MissLevel,
             uint32_t(Shape.Cut));
  for (const IntervalPlace &I : S.Places)
    Places.add(I.Thread, I.Interval, I.Start, I.Instructions, I.ProcessBegin,
               I.ProcessEnd, I.TimeBegin, I.TimeEnd);
  for (SignatureKind Kind : AllSignatures) {
    Expected<std::vector<SignatureVector>> All = S.vectors(Kind);
    if (!All)
      return All.error();
    for (const SignatureVector &V : *All)
      Vectors.add(uint32_t(V.Kind), V.Thread, V.Interval, V.Bytes, V.Check,
                  Blob{V.Packed});
  }
  for (const MissSite &M : S.MissSites)
    Sites.add(M.Thread, M.Interval, M.Site, M.Misses);
  for (const Rows *Each : {&Shapes, &Places, &Vectors, &Sites})
    if (Status Stored = Each->status(); !Stored)
      return Stored;
  return {};
}

Status loadSignatures(std::shared_ptr<Database> D, Profile &P) {
  IntervalSignatures &To = P.Signatures;
  if (Status S = loadShape(*D, To); !S)
    return S;
  if (Status S = loadPlaces(*D, To); !S)
    return S;
  // Without the bytes.
  Expected<Statement> Row = D->prepare(
      fmt::format("SELECT kind, thread, interval, bytes, check_value FROM {} "
                  "ORDER BY kind, thread, interval",
                  tableOf(ProfileTable::Signatures).Name));
  if (!Row)
    return Row.error();
  for (;;) {
    Expected<bool> More = Row->next();
    if (!More)
      return More.error();
    if (!*More)
      break;
    SignatureVector V{SignatureKind(Row->number(0)), uint32_t(Row->number(1)),
                      uint32_t(Row->number(2)), Row->number(3), Row->number(4)};
    if (!std::ranges::count(AllSignatures, V.Kind))
      return damaged(ProfileTable::Signatures);
    To.Vectors.push_back(V);
  }
  if (Status S = loadMissSites(*D, P.Sites.size(), To); !S)
    return S;
  if (!To.Vectors.empty())
    To.Source = std::make_shared<SignaturesInFile>(std::move(D));
  return {};
}

} // namespace memfacet
