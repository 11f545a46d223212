//===- Traces.cpp - traces, and what programs write -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "analysis/decode/Dump.h"
#include "analysis/decode/Verifier.h"
#include "analysis/words/coding/FrameExpander.h"
#include "analysis/words/stream/HeldCounts.h"
#include "analysis/words/stream/RegionFile.h"
#include "analysis/words/trace/TraceReader.h"
#include "memfacet/Region.h"
#include "test/fuzz/Records.h"
#include "test/fuzz/Targets.h"
#include <sstream>

namespace memfacet::fuzz {

namespace {

/// Words, counted.
struct CountingSink final : SegmentSink {
  Status segment(const Segment &S) override {
    Words += S.Words.size();
    return {};
  }
  uint64_t Words = 0;
};

/// Makes checksums right, as somebody who wants to do harm would.
void makeRight(std::string &File) {
  TraceHeader H;
  if (File.size() < sizeof(H))
    return;
  std::memcpy(&H, File.data(), sizeof(H));
  H.Magic = TraceMagic;
  H.Version = TraceVersion;
  H.Format = FormatVersion;
  H.Checksum = headerChecksum(H);
  std::memcpy(File.data(), &H, sizeof(H));
  for (size_t Offset = sizeof(H); File.size() - Offset >= sizeof(TraceFrame);) {
    TraceFrame F;
    std::memcpy(&F, File.data() + Offset, sizeof(F));
    Offset += sizeof(F);
    size_t Payload = std::min<size_t>(F.PackedBytes, File.size() - Offset);
    F.PackedBytes = uint32_t(Payload);
    F.Checksum = traceChecksum(F, File.data() + Offset, Payload);
    std::memcpy(File.data() + Offset - sizeof(F), &F, sizeof(F));
    Offset += Payload;
  }
}

/// Batches, with all that a sink may ask for.
struct Expanded final : BatchSink {
  void batch(const AccessBatch &B) override { Accesses += B.Count; }
  void event(const Event &) override {}
  void executed(ThreadId, IntervalId,
                std::span<const SiteExecutions> Sites) override {
    use(Sites);
  }
  bool wantsRuns() override { return true; }
  bool wantsSync() override { return true; }
  uint64_t Accesses = 0;
};

/// Makes batches of segments, in one thread. Bits choose how.
class IntoBatches final : public SegmentSink {
public:
  explicit IntoBatches(uint8_t Bits)
      : Records(Builder, Sink,
                {.Intervals = {Bits & 1 ? 10u : 1000u, bool(Bits & 16),
                               Bits & 32 ? IntervalCut::Procedures
                                         : IntervalCut::Period},
                 .Verify = Bits & 2 ? &Check : nullptr,
                 .Scalar = bool(Bits & 4),
                 .SlicesPerInterval = Bits & 8 ? 3u : 1u}) {}

  Status segment(const Segment &S) override { return Records.segment(S); }
  void finish() { Records.finish(); }

  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  Expanded Sink;
  Verifier Check;
  Decoder Records;
};

void dumpSegments(Feed In) {
  std::ostringstream Text;
  Dump Out(Text);
  segments(In, Out);
}

} // namespace

void fuzzTrace(std::string_view Bytes) {
  static const MemoryFile File;
  Feed In(Bytes);
  auto Choice = In.take<uint8_t>();
  std::string Whole(In.rest());
  if (Choice & 1)
    makeRight(Whole);
  if (Choice >= 224) // too long to be read without a thread
    Whole.resize(Whole.size() + 20000);
  File.put(Whole);
  Expected<std::unique_ptr<TraceReader>> Reader =
      TraceReader::open(File.path());
  if (!Reader)
    return;
  CountingSink Sink;
  use((*Reader)->replay(Sink));
  if (!(*Reader)->loss().Truncated && Sink.Words == 0 && Whole.size() > 200)
    contradiction("a whole trace has no words");
}

void fuzzFrames(std::string_view Bytes) {
  static FrameExpander Expander;
  Feed In(Bytes);
  size_t Words = In.take<uint16_t>();
  ExpandedFrame Frame;
  if (!Expander.expand({In.rest().data(), In.rest().size()}, Words, Frame))
    return;
  if (Frame.Words.size() + Frame.Pieces.size() != Words)
    contradiction("a frame has not as many words as it says");
}

void fuzzRecords(std::string_view Bytes) {
  Feed In(Bytes);
  auto Bits = In.take<uint8_t>();
  if (Bits & 64)
    return dumpSegments(In);
  IntoBatches Target(Bits);
  segments(In, Target);
  Target.finish();
}

void fuzzTables(std::string_view Bytes) {
  Feed In(Bytes);
  IntoBatches Target(In.take<uint8_t>());
  feedTables(In, Target, Target.Builder);
  Target.finish();
}

namespace {

template <typename T> std::string_view bytesOf(const T &Value) {
  return {reinterpret_cast<const char *>(&Value), sizeof(Value)};
}

/// A few chunks whose headers and first words are given; the rest is 0.
void putChunks(Feed &In, const MemoryFile &File) {
  File.put({});
  RegionHeader Head = {};
  Head.Magic = RegionMagic;
  Head.Version = FormatVersion;
  Head.Chunk = ChunkBytes;
  Head.Chunks = MaxChunks;
  File.put(RegionHeaderBytes - 1, std::string_view("\0", 1));
  File.put(0, bytesOf(Head));
  for (uint32_t I = 0; I != 6 && !In.empty(); ++I) {
    struct {
      uint8_t State, Thread, Sequence, Flags;
      uint16_t Words, Offset;
    } Choice = {};
    Choice.State = In.take<uint8_t>();
    Choice.Thread = In.take<uint8_t>();
    Choice.Sequence = In.take<uint8_t>();
    Choice.Flags = In.take<uint8_t>();
    Choice.Words = In.take<uint16_t>();
    Choice.Offset = In.take<uint16_t>();
    ChunkHeader C = {};
    C.State.store(ChunkState(Choice.State % 4));
    C.Thread = Choice.Thread % 4;
    C.Sequence = Choice.Sequence % 8;
    C.StartStamp = I;
    C.Flags = Choice.Flags & 1;
    C.UsedWords =
        (Choice.Flags & 34) == 34 ? ~uint64_t(0) : Choice.Words % 1024;
    C.ParentSequence = Choice.Flags >> 4;
    C.ParentOffset = Choice.Flags & 4 ? ~uint32_t(0) : Choice.Offset;
    std::string Bytes(bytesOf(C));
    Bytes += In.bytes(size_t(Choice.Words % 512) * 8);
    File.put(chunkOffset(I), Bytes);
    if (Choice.Flags & 8)
      File.put(chunkOffset(I + 1) - 1, std::string_view("\0", 1));
  }
}

} // namespace

void fuzzRegions(std::string_view Bytes) {
  static const MemoryFile File;
  Feed In(Bytes);
  auto Bits = In.take<uint8_t>();
  if (Bits & 64)
    File.put(In.rest());
  else
    putChunks(In, File);
  Expected<RegionFile> R = RegionFile::open(File.path());
  if (!R)
    return;
  IntoBatches Target(Bits & ~64);
  if (R->replay(Target.Builder, Target))
    Target.finish();
}

namespace {

/// The words that a thread has just written to the first chunk.
constexpr size_t LastWords = 8;

/// A few rows whose memory follows them.
void putHeld(Feed &In, uint8_t Bits, std::string &Table) {
  Table.assign(HeldTableBytes, '\0');
  std::array<HeldRow, 8> Rows = {};
  size_t Used = 0;
  while (Used != Rows.size() && !In.empty()) {
    struct {
      uint8_t Kind, Flags, Thread, Page;
      uint16_t Bytes, Count, ContentBytes;
    } Row = {};
    Row.Kind = In.take<uint8_t>();
    Row.Flags = In.take<uint8_t>();
    Row.Thread = In.take<uint8_t>();
    Row.Page = In.take<uint8_t>();
    Row.Bytes = In.take<uint16_t>();
    Row.Count = In.take<uint16_t>();
    Row.ContentBytes = In.take<uint16_t>();
    HeldRow &R = Rows[Used++];
    R.Kind = HeldKind(Row.Kind % 4);
    R.Thread = Row.Thread % 4;
    R.Offset = HeldTableBytes + Row.Page % 64 * HeldPage + (Row.Flags & 1);
    R.Bytes = Row.Flags & 2 ? ~uint64_t(Row.Bytes) : Row.Bytes;
    R.Count = Row.Flags & 8 ? ~uint32_t(Row.Count) : Row.Count;
    R.Module = Row.Flags & 16 ? NoHeldModule : Row.Flags >> 5;
    Feed Content(In.bytes(Row.ContentBytes));
    auto Write = [&](size_t Offset, std::string_view Bytes) {
      Table.resize(std::max(Table.size(), R.Offset + Offset + Bytes.size()));
      Bytes.copy(Table.data() + R.Offset + Offset, Bytes.size());
    };
    Write(0, Content.rest());
    if (Bits & 4) { // it wrote a part of this
      uint64_t Last = chunkOffset(0) + sizeof(ChunkHeader);
      Write(heldCounterBytes(Row.Count),
            {reinterpret_cast<const char *>(&Last), sizeof(Last)});
    }
  }
  auto *T = reinterpret_cast<HeldTable *>(Table.data());
  T->Rows = Bits & 1 ? ~uint32_t(0) : uint32_t(Used);
  T->IsPartial = Bits & 2;
  std::memcpy(static_cast<void *>(T->Row), Rows.data(), Used * sizeof(HeldRow));
}

} // namespace

void fuzzHeld(std::string_view Bytes) {
  static Region R = [] {
    Expected<Region> New = Region::create();
    if (!New)
      contradiction("there is no region");
    return std::move(*New);
  }();
  auto *Memory = const_cast<char *>(R.heldMemory().data());
  // What the run before has written.
  static size_t Written = 0;
  std::memset(Memory, 0, Written);
  static std::string Whole;
  Feed In(Bytes);
  auto Bits = In.take<uint8_t>();
  R.chunk(0).State = Bits & 4 ? ChunkState::Filling : ChunkState::Free;
  if (Bits & 4) {
    std::ranges::fill(R.words(0).first(LastWords), 0);
    std::string_view Last = In.bytes(LastWords * sizeof(uint64_t));
    std::memcpy(R.words(0).data(), Last.data(), Last.size());
  }
  if (Bits & 64)
    Whole = In.rest();
  else
    putHeld(In, Bits, Whole);
  Written = std::min<size_t>(Whole.size(), R.heldMemory().size());
  std::memcpy(Memory, Whole.data(), Written);
  CountingSink Sink;
  use(passOnHeldCounts(R, lastEvents(R), Sink));
}

} // namespace memfacet::fuzz
