//===- PhaseContents.cpp - the code and the data of phases ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PhaseContents.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::study {

namespace {

/// Instructions of one function.
struct FunctionSums {
  double Instructions = 0;
  std::map<uint32_t, double> ByLine;
};
using CodeSums = std::map<std::pair<std::string, std::string>, FunctionSums>;
using DataSums = std::map<std::pair<std::string, std::string>, double>;

/// Adds the instructions of the blocks of \p Run, phase by phase.
Status addCode(const PhaseInput &In, uint32_t Run,
               std::span<const uint32_t> Labels,
               std::vector<CodeSums> &ByPhase) {
  const result::BlockVectors &V = In.Runs[Run].Vectors;
  Expected<std::vector<SparseVector>> Vectors =
      signatureVectors(In.Runs[Run], Run, In.Spans, PhaseSignature::Blocks);
  if (!Vectors)
    return Vectors.error();
  std::vector<std::map<uint64_t, double>> ByBlock(ByPhase.size());
  for (size_t I = 0; I != Vectors->size(); ++I)
    for (const VectorEntry &E : (*Vectors)[I])
      ByBlock[Labels[I]][E.Id] += E.Count;
  for (const result::CodeBlock &B : V.Blocks)
    for (size_t Phase = 0; Phase != ByPhase.size(); ++Phase)
      if (auto Entry = ByBlock[Phase].find(B.Number);
          Entry != ByBlock[Phase].end()) {
        FunctionSums &F = ByPhase[Phase][{B.Function, B.File}];
        F.Instructions += Entry->second;
        // Code that the compiler made has no line.
        F.ByLine[B.Line] += B.Line == 0 ? 0 : Entry->second;
      }
  return {};
}

Status addData(const PhaseInput &In, uint32_t Run, size_t Level,
               std::span<const uint32_t> Labels,
               std::vector<DataSums> &ByPhase) {
  const result::Profile &P = In.Runs[Run];
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    SpanValues Values;
    if (Status S = addStream(
            P, Run, In.Spans, StructureId(uint32_t(Id)),
            result::levelMeasure(Level, result::LevelMeasure::Misses), Values);
        !S)
      return S;
    for (size_t I = 0; I != Values.size(); ++I)
      if (Values[I] != 0)
        ByPhase[Labels[I]][{P.Structures[Id].Name, P.Structures[Id].title()}] +=
            double(Values[I]);
  }
  return {};
}

std::vector<PhaseCode> topCode(const CodeSums &Sums, size_t Most) {
  std::vector<PhaseCode> Result;
  double All = 0;
  for (const auto &[Name, F] : Sums)
    All += F.Instructions;
  for (const auto &[Name, F] : Sums) {
    auto Hottest = std::ranges::max_element(
        F.ByLine, {}, [](const auto &Line) { return Line.second; });
    Result.push_back(
        {Name.first, Name.second, Hottest->first, F.Instructions / All});
  }
  std::ranges::sort(Result, {}, [](const PhaseCode &C) {
    return std::tuple(-C.Share, C.Function, C.File);
  });
  Result.resize(std::min(Result.size(), Most));
  return Result;
}

std::vector<PhaseData> topData(const DataSums &Sums, size_t Most) {
  std::vector<PhaseData> Result;
  double All = 0;
  for (const auto &[Name, Misses] : Sums)
    All += Misses;
  for (const auto &[Name, Misses] : Sums)
    Result.push_back({Name.first, Name.second, Misses / All});
  std::ranges::sort(Result, {}, [](const PhaseData &D) {
    return std::tuple(-D.Share, D.Title);
  });
  Result.resize(std::min(Result.size(), Most));
  return Result;
}

} // namespace

Expected<std::vector<PhaseContents>>
phaseContents(const PhaseInput &In, std::span<const uint32_t> Labels,
              uint32_t Phases, size_t Level, size_t Most) {
  std::vector<CodeSums> Code(Phases);
  std::vector<DataSums> Data(Phases);
  for (uint32_t Run = 0; Run != In.Runs.size(); ++Run) {
    if (hasSignature(In.Runs[Run], PhaseSignature::Blocks))
      if (Status S = addCode(In, Run, Labels, Code); !S)
        return S.error();
    if (Status S = addData(In, Run, Level, Labels, Data); !S)
      return S.error();
  }
  std::vector<PhaseContents> Result;
  for (uint32_t Phase = 0; Phase != Phases; ++Phase)
    Result.push_back({topCode(Code[Phase], Most), topData(Data[Phase], Most)});
  return Result;
}

} // namespace memfacet::study
