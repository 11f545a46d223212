//===- VectorFile.cpp - files of frequency vectors ------------------------===//

#include "analysis/clustering/VectorFile.h"
#include "analysis/clustering/VectorLine.h"
#include "analysis/support/MappedFile.h"
#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

namespace memfacet {

namespace {

/// A part of the file, whole lines.
struct Part {
  std::string_view Text;
  VectorFile Result;
  std::optional<Error> Failure; ///< in the line that begins the rest of Text
};

void parsePart(Part &P, const VectorFileOptions &Options) {
  Projection Project(Options.Dimensions, Options.Seed);
  PointSet Points(Options.Dimensions);
  std::vector<VectorEntry> Entries;
  std::vector<float> Point(Options.Dimensions);
  while (!P.Text.empty()) {
    std::string_view Rest = P.Text;
    Expected<LineKind> Kind = takeLine(Rest, Entries);
    if (!Kind) {
      P.Failure = Kind.error();
      return;
    }
    P.Text = Rest;
    if (*Kind != LineKind::Vector)
      continue;
    double Weight = Project.project(Entries, Point);
    Points.add(Point, Weight);
    P.Result.Entries += Entries.size();
    P.Result.Empty += Weight == 0;
  }
  P.Result.Points = std::move(Points);
}

/// \p Count parts at most, cut behind newlines.
std::vector<Part> cut(std::string_view Text, size_t Count) {
  std::vector<Part> Parts;
  size_t Least = Text.size() / Count + 1;
  while (!Text.empty()) {
    size_t End = Text.find('\n', std::min(Least, Text.size()) - 1);
    size_t Length = End == Text.npos ? Text.size() : End + 1;
    Parts.emplace_back().Text = Text.substr(0, Length);
    Text.remove_prefix(Length);
  }
  return Parts;
}

} // namespace

Expected<VectorFile> parseVectors(std::string_view Text,
                                  const VectorFileOptions &Options) {
  std::vector<Part> Parts = cut(Text, std::max(1u, Options.Threads));
  {
    std::vector<std::jthread> Others;
    for (size_t I = 1; I < Parts.size(); ++I)
      Others.emplace_back([&, I] { parsePart(Parts[I], Options); });
    if (!Parts.empty())
      parsePart(Parts[0], Options);
  }
  VectorFile Whole;
  Whole.Points = PointSet(Options.Dimensions);
  for (Part &P : Parts) {
    if (P.Failure) {
      auto Before = Text.substr(0, size_t(P.Text.data() - Text.data()));
      auto Line = 1 + std::count(Before.begin(), Before.end(), '\n');
      return makeError("line {}: {}", Line, P.Failure->Message);
    }
    Whole.Points.append(P.Result.Points);
    Whole.Entries += P.Result.Entries;
    Whole.Empty += P.Result.Empty;
  }
  return Whole;
}

Expected<VectorFile> readVectorFile(const std::string &Path,
                                    const VectorFileOptions &Options) {
  Expected<MappedFile> File = MappedFile::open(Path);
  if (!File)
    return File.error();
  std::string_view Text = File->text();
  std::string Inflated;
  if (isGzip(Text)) {
    Expected<std::string> Whole = inflate(Text);
    if (!Whole)
      return makeError("cannot read '{}': {}", Path, Whole.error().Message);
    Inflated = std::move(*Whole);
    Text = Inflated;
  }
  Expected<VectorFile> Read = parseVectors(Text, Options);
  if (!Read)
    return makeError("cannot read '{}': {}", Path, Read.error().Message);
  if (Read->Points.empty())
    return makeError("'{}' has no frequency vectors: no line begins with 'T'",
                     Path);
  return Read;
}

} // namespace memfacet
