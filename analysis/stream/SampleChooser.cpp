//===- SampleChooser.cpp - windows of a complete stream -------------------===//

#include "analysis/stream/SampleChooser.h"
#include "memfacet/Select.h"

namespace memfacet {

/// The words of a thread that are recorded whatever the plan says, and how
/// often what was left out is told: as the runtime does.
static constexpr uint64_t FirstWords = 16 * 1024, UntoldWords = 1 << 20;

SampleChooser::Thread &SampleChooser::threadOf(ThreadId Id) {
  auto [It, New] = Numbers.try_emplace(Id.Value, Threads.size());
  if (New)
    Threads.push_back({.Id = Id});
  return Threads[It->second];
}

/// Passes on what is kept, up to where the segment was read.
Status SampleChooser::flush(const Thread &T, Progress &P) {
  std::span<const uint64_t> Words = P.Words.subspan(P.Kept, P.At - P.Kept);
  P.Kept = P.At;
  return Words.empty() ? Status() : Sink.segment({T.Id, Words});
}

Status SampleChooser::tell(Thread &T, uint32_t Argument) {
  uint64_t Words[] = {eventHeader(EventKind::Sampled, 3, Argument), T.Skipped,
                      T.Recorded};
  T.Skipped = T.Recorded = 0;
  T.Argument = Argument;
  T.Begun = true;
  return Sink.segment({T.Id, Words});
}

/// What \p T does with the record that it makes now.
uint32_t SampleChooser::wanted(const Thread &T) {
  Windows.advance(Clock);
  SamplePart Part = Windows.part();
  if (Part == SamplePart::Off && T.Made < FirstWords)
    Part = SamplePart::WarmUp;
  return sampledArgument(Windows.window(), Part);
}

/// The next record has \p Words words.
Status SampleChooser::record(Thread &T, Progress &P, size_t Words) {
  uint32_t Wanted = wanted(T);
  if (!T.Begun || Wanted != T.Argument || T.Skipped >= UntoldWords) {
    if (Status Passed = flush(T, P); !Passed)
      return Passed;
    if (Status Told = tell(T, Wanted); !Told)
      return Told;
  }
  bool Off = sampledPart(Wanted) == SamplePart::Off;
  (Off ? T.Skipped : T.Recorded) += Words;
  T.Made += Words;
  Clock += Words;
  P.At += Words;
  if (Off)
    P.Kept = P.At;
  return {};
}

Status SampleChooser::segment(const Segment &S) {
  if (Sampled)
    return Sink.segment(S);
  Thread &T = threadOf(S.Thread);
  Progress P{S.Words};
  while (P.At != S.Words.size()) {
    uint64_t Header = S.Words[P.At];
    size_t Left = S.Words.size() - P.At;
    size_t Words = Header ? recordWords(Header, Lengths) : 0;
    if (Words == 0 || Words > Left) {
      ++P.At; // damage, for others to complain about
      continue;
    }
    Status Done;
    if (isSelected(Header)) {
      Done = makeError("the program recorded accesses to chosen lines only: "
                       "windows of a sample need all of them; record it with "
                       "--complete");
    } else if (!isEvent(Header)) {
      Done = record(T, P, Words);
    } else {
      P.At += Words;
      // The lengths of what follows may depend on it.
      Done = flush(T, P);
      Sampled |= eventKind(Header) == EventKind::Sampled;
    }
    if (!Done)
      return Done;
    if (Sampled) {
      P.At = S.Words.size();
      break;
    }
  }
  return flush(T, P);
}

Status SampleChooser::finish() {
  for (Thread &T : Threads)
    if (!Sampled && T.Begun)
      if (Status Told = tell(
              T, sampledArgument(sampledWindow(T.Argument), SamplePart::Off));
          !Told)
        return Told;
  return {};
}

} // namespace memfacet
