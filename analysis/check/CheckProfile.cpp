//===- CheckProfile.cpp - the invariants of one profile -------------------===//

#include "analysis/check/CheckProfile.h"
#include "analysis/result/store/ProfileFile.h"
#include "analysis/result/store/QueryFile.h"

namespace memfacet {

std::vector<CheckedInvariant> checkProfile(const Profile &P, CheckCost Most,
                                           const ProfileOnDisk *File) {
  ProfileFacts Facts(P, File);
  bool Readable = !File || File->Unreadable.empty();
  std::vector<CheckedInvariant> All;
  for (const ProfileInvariant &I : ProfileInvariants) {
    if (I.Cost > Most)
      continue;
    CheckedInvariant &Row = All.emplace_back(I.Name, I.Says);
    if (Readable || I.Check == checkReadable)
      I.Check(Facts, Row.Found);
  }
  return All;
}

std::vector<CheckedInvariant> checkProfileFile(const std::string &Path) {
  ProfileOnDisk File;
  File.Path = Path;
  Expected<UncheckedProfile> Read = readUnchecked(Path);
  if (!Read) {
    File.Unreadable = Read.error().Message;
    return checkProfile({}, CheckCost::Streams, &File);
  }
  File.FitsCheckValue = Read->fits();
  Expected<QueryFile> Tables = QueryFile::open(Path, Read->P);
  if (Tables)
    File.Tables = &*Tables;
  else
    File.NoTables = Tables.error().Message;
  return checkProfile(Read->P, CheckCost::Streams, &File);
}

} // namespace memfacet
