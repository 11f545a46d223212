//===- Asking.cpp - pairs of code that writes no records ------------------===//

#include "runtime/pairs/Asking.h"
#include "runtime/pairs/Deferred.h"
#include "runtime/pairs/LookedAt.h"
#include "runtime/pairs/Watches.h"
#include "runtime/process/Process.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/HandlerFrames.h"

namespace memfacet {

namespace {

/// Units that no program makes: __memfacet_left stays above 0.
constexpr int64_t Never = int64_t(1) << 62;

/// The words that __memfacet_ask is given.
class Question {
public:
  explicit Question(const uint64_t *Words)
      : Words(Words), Row(reinterpret_cast<const Block *>(Words[0])),
        Part(Words[QuestionPart]) {}

  uint64_t units() const { return Part >> 32 & 0xffff; }
  void look(ThreadState &T) const;

private:
  template <typename T> static const T *target(const RelPtr &Field) {
    return reinterpret_cast<const T *>(reinterpret_cast<const char *>(&Field) +
                                       Field);
  }
  uint64_t base(const Site &S) const {
    return S.AddressBase == BaseKind::Slot
               ? Words[1 + S.Base]
               : target<uint64_t>(Row->References)[S.Base];
  }
  void look(ThreadState &T, const Site &S, uint64_t Address) const {
    if (S.Shape == SiteShape::Fixed)
      lookAtRange(T, &S, Address, S.Size);
    else if (S.Shape == SiteShape::Range)
      lookAtRange(T, &S, Address, Words[1 + S.Extra]);
    else if (S.Shape == SiteShape::Masked)
      lookAtMask(T, &S, Address, Words[1 + S.Extra]);
  }

  const uint64_t *Words;
  const Block *Row;
  uint64_t Part;
};

/// Most of the accesses are looked at only because another must be: they are a
/// unit each, and no more is done for them.
void Question::look(ThreadState &T) const {
  ReuseClock &Clock = T.Pairs.Clock;
  const auto *First = target<Site>(Row->Sites) + (Part & 0xffff);
  const Site *Last = First + (Part >> 16 & 0xffff);
  uint64_t Now = Clock.Now, Next = Clock.Next;
  for (const Site *S = First; S != Last; ++S) {
    if (S->Shape > SiteShape::Masked)
      continue;
    uint64_t Base = base(*S);
    if (Base == 0)
      continue;
    uint64_t Address = Base + uint64_t(int64_t(S->Offset));
    bool Short = S->Shape == SiteShape::Fixed && S->Size <= ReuseLineBytes;
    if (Short && Now != Next && !mayBeNearWatch(reuseLine(Address)))
        [[likely]] {
      ++Now;
      continue;
    }
    Clock.Now = Now;
    if (Short)
      lookAt({T, S, Address, S->Size});
    else
      look(T, *S, Address);
    Now = Clock.Now;
    Next = Clock.Next;
  }
  Clock.Now = Now;
}

/// False: no pairs are sampled.
bool getReady(ThreadState &T) {
  if (T.Depth != 0) {
    SignalBlock Block;
    dropDeadFrames(T, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  }
  if (!T.Registered || !T.Scratch.Memory || !process().Started.load())
    makeRoom(T, 0);
  return T.Scratch.Memory;
}

/// What was written as records came before.
void standStill(ThreadState &T) {
  if (T.Scratch.Base != __memfacet_cursor)
    settlePairs(T);
  T.Pairs.Still = true;
  __memfacet_limit = nullptr;
}

/// A handler, in the middle of a look at records: its accesses are left out.
void miss(ThreadState &T, const Question &Q) {
  T.Pairs.Missed += Q.units();
  T.Pairs.Clock.skip(Q.units());
}

/// The clock of all threads need not be exact where nothing is told of it.
constexpr uint64_t UntoldUnits = 4096;

void look(ThreadState &T, const Question &Q) {
  ThreadPairs &P = T.Pairs;
  beginClock(T);
  beginTelling(T);
  Q.look(T);
  endTelling(T);
  if (P.Clock.Now - P.Told >= UntoldUnits)
    tellClock(T);
}

void answer(ThreadState &T) {
  if (!getReady(T)) {
    __memfacet_left = Never;
    return;
  }
  Question Q(__memfacet_question);
  __memfacet_left += int64_t(Q.units());
  standStill(T);
  clockFromLeft(T);
  T.Pairs.Asks = true;
  if (isLooking(T))
    miss(T, Q);
  else
    look(T, Q);
  leftFromClock(T);
}

} // namespace

void setAsking(bool On) { __memfacet_asking = On; }

void clockFromLeft(ThreadState &T) {
  if (T.Pairs.Asks)
    T.Pairs.Clock.Now = T.Pairs.Zero - uint64_t(__memfacet_left);
}

void leftFromClock(ThreadState &T) {
  ThreadPairs &P = T.Pairs;
  if (!P.Asks)
    return;
  // 0: whatever is asked next is answered.
  __memfacet_left = P.Still ? int64_t(P.Clock.Next - P.Clock.Now) : 0;
  P.Zero = P.Clock.Now + uint64_t(__memfacet_left);
}

void expectRecords(ThreadState &T) {
  if (!T.Pairs.Still)
    return;
  clockFromLeft(T);
  T.Pairs.Still = false;
  leftFromClock(T);
}

/// Where the words of an interrupted question are kept: a handler writes its
/// records far below, into the same chunk.
static uint64_t *savedQuestion(ThreadState &T) {
  return chunkEnd(T.Scratch.Memory) - (QuestionPart + 1);
}

void askInHandler(ThreadState &T, HandlerFrame &Interrupted) {
  Interrupted.Pairs = T.Pairs;
  Interrupted.Left = __memfacet_left;
  Interrupted.OwnClock = T.Pairs.Asks && T.Scratch.Memory;
  if (!Interrupted.OwnClock)
    return;
  copyBytes(savedQuestion(T), __memfacet_question, sizeof(__memfacet_question));
  // Other gaps than those of threads, and of other handlers.
  uint32_t Stream = ~T.Index - (T.Pairs.Handlers << 16);
  T.Pairs = {};
  T.Pairs.Clock = ReuseClock(Pairs.Plan, Stream);
  T.Pairs.Begun = T.Pairs.Asks = true;
  leftFromClock(T);
}

void endAskingHandler(ThreadState &T, const HandlerFrame &Interrupted) {
  if (T.Scratch.Memory)
    settlePairs(T);
  ThreadPairs Own = T.Pairs;
  if (Own.Asks) {
    clockFromLeft(T);
    tellClock(T);
    Own = T.Pairs;
  }
  __memfacet_left = Interrupted.Left;
  if (!Interrupted.OwnClock) { // the clock was the thread's
    T.Pairs.Asks = Interrupted.Pairs.Asks;
    T.Pairs.Still = Interrupted.Pairs.Still;
    return;
  }
  if (T.Scratch.Memory)
    copyBytes(__memfacet_question, savedQuestion(T),
              sizeof(__memfacet_question));
  T.Pairs = Interrupted.Pairs;
  T.Pairs.Before += Own.Clock.Now + Own.Before;
  T.Pairs.Missed += Own.Missed;
  T.Pairs.Handlers += 1 + Own.Handlers;
}

void dropAskingFrame(ThreadState &T, const HandlerFrame &Interrupted) {
  if (!Interrupted.OwnClock)
    return;
  T.Pairs.Before += Interrupted.Pairs.Clock.Now + Interrupted.Pairs.Before;
  T.Pairs.Missed += Interrupted.Pairs.Missed;
  T.Pairs.Handlers += 1 + Interrupted.Pairs.Handlers;
}

void forgetAsking(ThreadState &T) {
  __memfacet_left = 0;
  T.Pairs = {};
}

} // namespace memfacet

// Called by the trampoline in Next.S.
extern "C" void memfacetAsk() { memfacet::answer(memfacet::thread()); }
