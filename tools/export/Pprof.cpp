//===- Pprof.cpp - stacks of all counts, with labels, for pprof -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is a message of pprof's profile.proto, compressed by gzip. Texts are
// indices into a list whose first entry is empty. Other things have ids from 1
// on.
//
//===----------------------------------------------------------------------===//

#include "tools/export/Formats.h"
#include "tools/export/Protobuf.h"
#include "tools/export/Stacks.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Gzip.h"
#include <algorithm>
#include <map>

namespace memfacet::exports {

namespace {

/// The numbers of the fields of messages.
namespace pprof {
enum : uint32_t {
  SampleType = 1,
  Sample = 2,
  Mapping = 3,
  Location = 4,
  Function = 5,
  Strings = 6,
  Comment = 13,
  DefaultSampleType = 14
};
namespace type {
enum : uint32_t { Type = 1, Unit = 2 };
}
namespace sample {
enum : uint32_t { Locations = 1, Values = 2, Label = 3 };
}
namespace label {
enum : uint32_t { Key = 1, Text = 2 };
}
namespace mapping {
enum : uint32_t {
  Id = 1,
  File = 5,
  HasFunctions = 7,
  HasFiles = 8,
  HasLines = 9
};
}
namespace location {
enum : uint32_t { Id = 1, Mapping = 2, Line = 4 };
}
namespace line {
enum : uint32_t { Function = 1, Number = 2 };
}
namespace function {
enum : uint32_t { Id = 1, Name = 2, SystemName = 3, File = 4 };
}
} // namespace pprof

class PprofMaker {
public:
  PprofMaker() { text(""); }

  uint64_t text(const std::string &Text) {
    auto [Entry, New] = Texts.try_emplace(Text, Texts.size());
    if (New)
      Result.text(pprof::Strings, Text);
    return Entry->second;
  }
  void addType(const ExportMetric &M, bool IsDefault) {
    // pprof's options take names without a hyphen.
    std::string Name = M.Key;
    std::ranges::replace(Name, '-', '_');
    ProtoMessage Type;
    Type.number(pprof::type::Type, text(Name))
        .number(pprof::type::Unit, text("count"));
    Result.message(pprof::SampleType, Type);
    if (IsDefault)
      Result.number(pprof::DefaultSampleType, text(Name));
  }
  /// Adds the only mapping. It has functions, files and lines, so pprof need
  /// not look them up.
  void addMapping(const std::string &Program) {
    ProtoMessage Mapping;
    Mapping.number(pprof::mapping::Id, OnlyMapping)
        .number(pprof::mapping::File, text(Program))
        .number(pprof::mapping::HasFunctions, true)
        .number(pprof::mapping::HasFiles, true)
        .number(pprof::mapping::HasLines, true);
    Result.message(pprof::Mapping, Mapping);
  }
  void addComment(const std::string &Text) {
    Result.number(pprof::Comment, text(Text));
  }
  void addSample(const result::Profile &P, const CostStack &S) {
    // The innermost frame comes first.
    std::vector<uint64_t> Locations;
    for (auto F = S.Frames.rbegin(); F != S.Frames.rend(); ++F)
      Locations.push_back(location(*F));
    ProtoMessage Sample;
    Sample.numbers(pprof::sample::Locations, Locations)
        .numbers(pprof::sample::Values, S.Counts);
    if (S.Structure.valid()) {
      const result::Structure &Owner = P.Structures[S.Structure.Value];
      label(Sample, "structure", Owner.title());
      label(Sample, "kind", result::structureKindName(Owner.Kind));
      label(Sample, "type", Owner.Type);
    }
    // pprof takes a number in -tagfocus for a size.
    if (S.Thread)
      label(Sample, "thread", fmt::format("T{}", *S.Thread));
    Result.message(pprof::Sample, Sample);
  }
  const std::string &bytes() const { return Result.bytes(); }

private:
  static constexpr uint64_t OnlyMapping = 1;

  void label(ProtoMessage &Sample, const char *Key, const std::string &Text) {
    if (Text.empty())
      return;
    ProtoMessage Label;
    Label.number(pprof::label::Key, text(Key))
        .number(pprof::label::Text, text(Text));
    Sample.message(pprof::sample::Label, Label);
  }
  uint64_t function(const StackFrame &F) {
    auto [Entry, New] =
        Functions.try_emplace({F.Name, F.File}, Functions.size() + 1);
    if (New) {
      ProtoMessage Function;
      Function.number(pprof::function::Id, Entry->second)
          .number(pprof::function::Name, text(F.Name))
          .number(pprof::function::SystemName, text(F.Name))
          .number(pprof::function::File, text(F.File));
      Result.message(pprof::Function, Function);
    }
    return Entry->second;
  }
  uint64_t location(const StackFrame &F) {
    auto [Entry, New] = Locations.try_emplace(F, Locations.size() + 1);
    if (New) {
      ProtoMessage Line, Location;
      Line.number(pprof::line::Function, function(F))
          .number(pprof::line::Number, F.Line);
      Location.number(pprof::location::Id, Entry->second)
          .number(pprof::location::Mapping, OnlyMapping)
          .message(pprof::location::Line, Line);
      Result.message(pprof::Location, Location);
    }
    return Entry->second;
  }

  ProtoMessage Result;
  std::map<std::string, uint64_t> Texts;
  std::map<std::pair<std::string, std::string>, uint64_t> Functions;
  std::map<StackFrame, uint64_t> Locations;
};

} // namespace

Status exportPprof(const ProfileExport &Source, ExportFile &Output) {
  const result::Profile &P = Source.P;
  PprofMaker Maker;
  for (const ExportMetric &M : exportMetrics(P.Caches))
    Maker.addType(M, M.Key == defaultExportMetric(P.Caches));
  Maker.addMapping(P.Program);
  for (const report::HeaderLine &Line : report::reportHeader(P))
    Maker.addComment(fmt::format("{}: {}", Line.Label, Line.Text));
  for (const CostStack &S : Source.Grouping == "access"
                                ? accessStacks(P)
                                : allocationStacks(P, true))
    Maker.addSample(P, S);
  Expected<std::string> Packed = gzipped(Maker.bytes());
  if (!Packed)
    return Packed.error();
  Output.add(*Packed);
  return {};
}

} // namespace memfacet::exports
