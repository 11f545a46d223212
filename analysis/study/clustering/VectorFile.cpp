//===- VectorFile.cpp - files of frequency vectors ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/VectorFile.h"
#include "analysis/support/MappedFile.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

namespace memfacet::study {

namespace {

/// Reads the parts of one line.
class LineReader {
public:
  explicit LineReader(std::string_view Line)
      : Position(Line.data()), End(Position + Line.size()) {}

  const char *position() const { return Position; }
  void moveTo(const char *New) { Position = New; }
  void skipBlanks() {
    while (Position != End &&
           (*Position == ' ' || *Position == '\t' || *Position == '\r'))
      ++Position;
  }
  /// Returns whether the rest of the line is empty or a comment.
  bool atEnd() const { return Position == End || *Position == '#'; }
  bool take(char Wanted) {
    if (Position == End || *Position != Wanted)
      return false;
    ++Position;
    return true;
  }
  bool takeId(uint64_t &Id) {
    const char *Begin = Position;
    uint64_t Value = 0;
    for (; Position != End && digit(*Position) < 10; ++Position)
      Value = Value * 10 + digit(*Position);
    Id = Value;
    // 19 digits cannot overflow.
    return Position != Begin && Position - Begin <= 19;
  }
  bool takeCount(double &Count) {
    const char *Begin = Position;
    uint64_t Value;
    bool IsWhole = takeId(Value);
    if (IsWhole &&
        (Position == End || (*Position != '.' && (*Position | ' ') != 'e'))) {
      Count = double(Value);
      bool IsGood = Count <= MaxCount;
      Position = IsGood ? Position : Begin;
      return IsGood;
    }
    auto [Next, Failure] = std::from_chars(Begin, End, Count);
    bool IsGood = Failure == std::errc() && Count >= 0 && Count <= MaxCount;
    Position = IsGood ? Next : Begin;
    return IsGood;
  }
  /// Returns the next characters, for a message.
  std::string_view excerpt() const {
    return {Position, std::min<size_t>(size_t(End - Position), 20)};
  }

private:
  /// Counts of instructions: sums of all intervals fit a word.
  static constexpr double MaxCount = 1e18;
  static unsigned digit(char C) { return unsigned(C) - unsigned('0'); }

  const char *Position, *End;
};

/// The decimal digits that eight characters begin with.
struct Digits {
  unsigned Count; ///< 8: maybe more follow
  uint64_t Value;
};

/// Reads digits without a branch, as their number is hard to predict.
[[gnu::always_inline]] inline Digits digitsAt(const char *Text) {
  uint64_t Bytes;
  std::memcpy(&Bytes, Text, sizeof(Bytes));
  constexpr uint64_t High = 0xf0f0f0f0f0f0f0f0, Zeros = 0x3030303030303030,
                     Six = 0x0606060606060606;
  uint64_t NonDigits =
      ((Bytes & High) ^ Zeros) | (((Bytes + Six) & High) ^ Zeros);
  unsigned Count = unsigned(std::countr_zero(NonDigits)) / 8;
  // Missing digits in front count as zeros.
  Bytes = Count ? Bytes << (8 - Count) * 8 : 0;
  Bytes = (Bytes & 0x0f0f0f0f0f0f0f0f) * (10 * 256 + 1) >> 8;
  Bytes = (Bytes & 0x00ff00ff00ff00ff) * (100 * 65536 + 1) >> 16;
  Bytes =
      (Bytes & 0x0000ffff0000ffff) * (10000 * (uint64_t(1) << 32) + 1) >> 32;
  return {Count, Bytes};
}

/// Reads entries as programs write them, `:id:count ` with less than eight
/// digits each. Stops at any other text, which the slow way reads. At least
/// MostEntry characters come after \p Last.
constexpr size_t MostEntry = 24;
const char *takeQuickly(const char *Position, const char *Last,
                        std::vector<VectorEntry> &Entries) {
  while (Position <= Last && *Position == ':') {
    Digits Id = digitsAt(Position + 1);
    const char *Middle = Position + 1 + Id.Count;
    if (Id.Count - 1 > 6 || *Middle != ':')
      break;
    Digits Count = digitsAt(Middle + 1);
    const char *Next = Middle + 1 + Count.Count;
    if (Count.Count - 1 > 6 || (*Next != ' ' && *Next != '\n'))
      break;
    Entries.push_back({Id.Value, double(Count.Value)});
    Position = Next + (*Next == ' ');
  }
  return Position;
}

Error expected(const char *What, const LineReader &In) {
  if (In.excerpt().empty())
    return makeError("expected {} but the line ends", What);
  return makeError("expected {} at '{}'", What, In.excerpt());
}

} // namespace

Expected<LineKind> takeLine(std::string_view &Text,
                            std::vector<VectorEntry> &Entries) {
  const void *Newline = std::memchr(Text.data(), '\n', Text.size());
  size_t Length = Newline
                      ? size_t(static_cast<const char *>(Newline) - Text.data())
                      : Text.size();
  LineReader In(Text.substr(0, Length));
  Text.remove_prefix(Length + (Newline != nullptr));
  Entries.clear();
  In.skipBlanks();
  if (In.atEnd())
    return LineKind::Other;
  std::string_view Start = In.excerpt();
  if (!In.take('T')) {
    if (Start.size() > 1 && Start[1] == ':')
      return LineKind::Other;
    return expected("'T'", In);
  }
  if (Length + Text.size() > MostEntry)
    In.moveTo(takeQuickly(In.position(), Text.data() + Text.size() - MostEntry,
                          Entries));
  for (In.skipBlanks(); !In.atEnd(); In.skipBlanks()) {
    VectorEntry E;
    if (!In.take(':'))
      return expected("':' and a block", In);
    In.skipBlanks();
    if (!In.takeId(E.Id))
      return expected("a block's number", In);
    In.skipBlanks();
    if (!In.take(':'))
      return expected("':' and a count", In);
    In.skipBlanks();
    if (!In.takeCount(E.Count))
      return expected("a count up to 1e18", In);
    Entries.push_back(E);
  }
  return LineKind::Vector;
}

namespace {

/// A part of the file, of whole lines.
struct Part {
  std::string_view Text;
  VectorFile Result;
  double Sum = 0;               ///< of all counts
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
    if (*Kind != LineKind::Vector) {
      P.Text = Rest;
      continue;
    }
    if (Points.size() == MostVectors) {
      P.Failure = makeError("more than {} vectors; make them of longer "
                            "intervals",
                            MostVectors);
      return;
    }
    P.Text = Rest;
    double Weight = Project.project(Entries, Point);
    Points.add(Point, Weight);
    P.Sum += Weight;
    P.Result.Entries += Entries.size();
    P.Result.Empty += Weight == 0;
  }
  P.Result.Points = std::move(Points);
}

/// Cuts \p Text after newlines into at most \p Count parts.
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
    std::vector<std::jthread> Helpers;
    for (size_t I = 1; I < Parts.size(); ++I)
      Helpers.emplace_back([&, I] { parsePart(Parts[I], Options); });
    if (!Parts.empty())
      parsePart(Parts[0], Options);
  }
  VectorFile Whole;
  Whole.Points = PointSet(Options.Dimensions);
  double Sum = 0;
  for (Part &P : Parts) {
    if (P.Failure) {
      auto Prefix = Text.substr(0, size_t(P.Text.data() - Text.data()));
      auto Line = 1 + std::count(Prefix.begin(), Prefix.end(), '\n');
      return makeError("line {}: {}", Line, P.Failure->Message);
    }
    Whole.Points.append(P.Result.Points);
    Sum += P.Sum;
    Whole.Entries += P.Result.Entries;
    Whole.Empty += P.Result.Empty;
  }
  constexpr double MostInAll = 0x1p63;
  if (Sum >= MostInAll)
    return makeError("the counts are {:.3g} in all, but must be below 2^63",
                     Sum);
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
  Expected<VectorFile> Vectors = parseVectors(Text, Options);
  if (!Vectors)
    return makeError("cannot read '{}': {}", Path, Vectors.error().Message);
  if (Vectors->Points.empty())
    return makeError("'{}' has no frequency vectors: no line begins with 'T'",
                     Path);
  return Vectors;
}

} // namespace memfacet::study
