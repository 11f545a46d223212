//===- CheckProfile.cpp - the invariants of one profile -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/CheckProfile.h"
#include "analysis/result/store/ProfileFile.h"
#include "analysis/result/store/QueryFile.h"

namespace memfacet::check {

std::vector<CheckedInvariant> checkProfile(const result::Profile &P,
                                           CheckCost Most,
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
  Expected<result::UncheckedProfile> Read = result::readUnchecked(Path);
  if (!Read) {
    File.Unreadable = Read.error().Message;
    return checkProfile({}, CheckCost::Streams, &File);
  }
  File.FitsCheckValue = Read->fits();
  Expected<result::QueryFile> Tables = result::QueryFile::open(Path, Read->P);
  if (Tables)
    File.Tables = &*Tables;
  else
    File.NoTables = Tables.error().Message;
  return checkProfile(Read->P, CheckCost::Streams, &File);
}

} // namespace memfacet::check
