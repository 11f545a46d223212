//===- bench/coding.cpp - the costs of coding and reading frames ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: memfacet-bench-coding TRACE [ROUNDS]
//
// Reads the first words of a trace into memory, in frames as a writer makes
// them, and measures a coder and an expander on one thread: CPU time, minimum
// of the rounds.
//
//===----------------------------------------------------------------------===//

#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/TableFollower.h"
#include "analysis/words/coding/FrameCoder.h"
#include "analysis/words/coding/FrameExpander.h"
#include "analysis/words/trace/TraceReader.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace memfacet;

namespace {

struct Frames final : words::SegmentSink {
  static constexpr size_t MostFrames = 512;
  explicit Frames(decode::ModuleBuilder &Modules) : Tables(Modules) {}

  Status segment(const words::Segment &S) override {
    Tables.follow(S);
    if (List.empty() || List.back().words() >= words::TraceFrameWords) {
      if (List.size() == MostFrames)
        return Error{"enough"};
      List.emplace_back();
    }
    List.back().add(S);
    Words += S.Words.size();
    return {};
  }

  decode::TableFollower Tables;
  std::vector<words::FrameWords> List;
  size_t Words = 0;
};

double processorSeconds() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return double(Time.tv_sec) + double(Time.tv_nsec) * 1e-9;
}

using Coded = std::vector<std::vector<char>>;

/// Codes all frames. Returns the seconds; less than 0 if coding failed.
double code(const Frames &Trace, const words::RecordLength &Lengths,
            Coded &Output) {
  words::FrameCoder Coder(Lengths);
  double Start = processorSeconds();
  for (size_t I = 0; I != Output.size(); ++I) {
    Output[I].clear();
    if (!Coder.code(Trace.List[I], Output[I]))
      return -1;
  }
  return processorSeconds() - Start;
}

double expand(const Frames &Trace, const Coded &Input) {
  words::FrameExpander Expander;
  words::ExpandedFrame Frame;
  double Start = processorSeconds();
  for (size_t I = 0; I != Input.size(); ++I) {
    const words::FrameWords &F = Trace.List[I];
    if (!Expander.expand(Input[I], F.words() + F.pieces().size(), Frame))
      return -1;
  }
  return processorSeconds() - Start;
}

void printParts(const Frames &Trace, const Coded &All) {
  double Raw[words::FramePartCount] = {}, Packed[words::FramePartCount] = {};
  for (const std::vector<char> &Frame : All) {
    words::FramePartSizes Sizes;
    std::memcpy(&Sizes, Frame.data(), sizeof(Sizes));
    for (unsigned P = 0; P != words::FramePartCount; ++P) {
      Raw[P] += Sizes.Parts[P].Bytes;
      Packed[P] += Sizes.Parts[P].Packed;
    }
  }
  for (unsigned P = 0; P != words::FramePartCount; ++P)
    std::printf("part %2u %7.3f bytes/word, packed %.3f\n", P,
                Raw[P] / double(Trace.Words), Packed[P] / double(Trace.Words));
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 2) {
    std::fprintf(stderr, "usage: %s TRACE [ROUNDS]\n", Arguments[0]);
    return 2;
  }
  auto Opened = words::TraceReader::open(Arguments[1]);
  if (!Opened) {
    std::fprintf(stderr, "%s\n", Opened.error().Message.c_str());
    return 1;
  }
  decode::ModuleSet Modules;
  decode::ModuleBuilder Builder(Modules);
  Frames Trace(Builder);
  (void)(*Opened)->replay(Trace);
  Coded Packed(Trace.List.size());
  double Coding = 1e9, Reading = 1e9;
  for (int Round = Count > 2 ? std::atoi(Arguments[2]) : 3; Round > 0;
       --Round) {
    Coding = std::min(Coding, code(Trace, Builder, Packed));
    Reading = std::min(Reading, expand(Trace, Packed));
  }
  size_t Bytes = 0;
  for (const std::vector<char> &Frame : Packed)
    Bytes += Frame.size();
  printParts(Trace, Packed);
  auto Words = double(Trace.Words);
  std::printf("%.1f M words, %.3f bytes/word, coded in %.2f, read in %.2f "
              "ns/word\n",
              Words / 1e6, double(Bytes) / Words, Coding * 1e9 / Words,
              Reading * 1e9 / Words);
}
