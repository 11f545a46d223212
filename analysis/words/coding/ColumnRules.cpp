//===- ColumnRules.cpp - rows, and rules that predict their columns -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/ColumnRules.h"
#include "analysis/words/coding/CodedFrame.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <array>
#include <bit>

namespace memfacet::words {

static constexpr unsigned FirstBits = 10;

RowDirectory::RowDirectory(const RecordLength &Lengths) : Lengths(Lengths) {
  clear();
}

void RowDirectory::clear() {
  Rows.assign(1, {});
  RowOfColumn.assign(1, 0);
  Table.assign(size_t(1) << FirstBits, {});
  Shift = 64 - FirstBits;
  Mask = Table.size() - 1;
}

void RowDirectory::enter(uint32_t Row) {
  size_t Slot = slotOf(Rows[Row].Header);
  while (Table[Slot].Row != 0)
    Slot = (Slot + 1) & Mask;
  Table[Slot] = {Rows[Row].Header, Row};
}

void RowDirectory::grow() {
  Table.assign(Table.size() * 2, {});
  --Shift;
  Mask = Table.size() - 1;
  for (uint32_t Row = 1; Row != rows(); ++Row)
    enter(Row);
}

uint32_t RowDirectory::add(uint64_t Header) {
  if (uint32_t Known = find(Header))
    return Known;
  // The headers of selected records are no rows: hardly any comes twice.
  bool IsRow = Header != 0 && !isSelected(Header);
  uint32_t Words = IsRow ? recordWords(Header, Lengths) : 0;
  if (Words == 0 || Words > 1 + MaxRowSlots)
    return 0;
  auto Row = uint32_t(Rows.size());
  Rows.push_back({Header, Words - 1, columns()});
  RowOfColumn.insert(RowOfColumn.end(), Words - 1, Row);
  if (Rows.size() * 2 > Table.size())
    grow();
  else
    enter(Row);
  return Row;
}

bool RowDirectory::isCurrent(uint32_t Row) const {
  return recordWords(Rows[Row].Header, Lengths) == 1 + Rows[Row].Slots;
}

/// Columns without a rule are examined in FirstFrames frames, then only in
/// every LearnEvery-th frame.
static constexpr uint64_t LearnEvery = 8, FirstFrames = 3;
/// Frames after which all rules are learned anew, because programs have phases.
static constexpr uint64_t ForgetEvery = 64;
/// Most samples of a column in one frame. With fewer than FewestSamples,
/// nothing is decided.
static constexpr uint32_t MostSamples = 64, FewestSamples = 12;
/// Number of preceding words that may predict a word, at most one per column.
static constexpr uint32_t Reach = 16;
/// Most words of a lane that are examined: few columns begin later.
static constexpr size_t MostWords = 32 * 1024;
/// Bits per word that a source must save.
static constexpr float LeastGain = 0.4f;
/// Largest part of the bits of ColumnOrder::Delta with which another order is
/// chosen; index: ColumnOrder.
static constexpr std::array<float, 3> LargestShare = {0.5f, 1, 0.7f};

/// Returns the number of bits of the zigzag form of \p Signed.
static float bitsOf(uint64_t Signed) {
  return float(std::bit_width(zigzag(Signed)));
}

struct ColumnRules::Samples {
  struct Candidate {
    uint32_t Column = 0;
    float Gain = 0; ///< bits
  };

  uint64_t First = 0, Last = 0, Delta = 0;
  uint32_t Count = 0;
  std::array<float, 3> Bits = {}; ///< index: ColumnOrder
  std::array<Candidate, 6> Candidates;

  /// Returns the bits that the best order needs for \p Word.
  float add(uint64_t Word) {
    if (Count++ == 0)
      First = Word;
    uint64_t Step = Word - Last;
    float ValueBits = bitsOf(Word - First), DeltaBits = bitsOf(Step),
          ChangeBits = bitsOf(Step - Delta);
    Last = Word;
    Delta = Step;
    if (Count <= 2)
      return 0;
    Bits[0] += ValueBits;
    Bits[1] += DeltaBits;
    Bits[2] += ChangeBits;
    return std::min(DeltaBits, ChangeBits);
  }

  /// Returns Delta, unless another order needs much fewer bits: equal changes
  /// often repeat, which zstd exploits and the bits here do not show.
  ColumnOrder bestOrder() const {
    if (Bits[0] <= LargestShare[0] * Bits[1] && Bits[0] <= Bits[2])
      return ColumnOrder::Value;
    return Bits[2] < LargestShare[2] * Bits[1] ? ColumnOrder::Change
                                               : ColumnOrder::Delta;
  }

  void note(uint32_t Column, float Gain) {
    auto Known =
        std::find_if(Candidates.begin(), Candidates.end(),
                     [&](const Candidate &C) { return C.Column == Column; });
    if (Known != Candidates.end()) {
      Known->Gain += Gain;
      return;
    }
    auto Worst = std::min_element(
        Candidates.begin(), Candidates.end(),
        [](const Candidate &A, const Candidate &B) { return A.Gain < B.Gain; });
    if (Gain > Worst->Gain)
      *Worst = {Column, Gain};
  }

  Candidate best() const {
    return *std::max_element(
        Candidates.begin(), Candidates.end(),
        [](const Candidate &A, const Candidate &B) { return A.Gain < B.Gain; });
  }
};

/// Examines one frame.
class ColumnRules::Learner {
public:
  Learner(ColumnRules &Rules, RowDirectory &Rows) : Rules(Rules), Rows(Rows) {}

  void read(const WordBuffer &Lane) {
    std::span<const uint64_t> Words(Lane.data(),
                                    std::min(Lane.size(), MostWords));
    for (size_t Position = 0; Position != Words.size();) {
      uint32_t Row = Rows.add(Words[Position]);
      size_t Slots = Rows[Row].Slots;
      if (Row == 0 || Slots >= Words.size() - Position) {
        ++Position;
        continue;
      }
      makeRoom();
      record(Rows[Row].FirstColumn, Words.subspan(Position + 1, Slots));
      Position += 1 + Slots;
    }
  }

  void decide() {
    for (const auto &[Column, Number] : Order) {
      const Samples &S = Collected[Number];
      if (S.Count < FewestSamples)
        continue;
      Rules.Order[Column] = S.bestOrder();
      if (Rules.Step[Column] == NeedsSource) {
        Samples::Candidate Best = S.best();
        bool Helps = Best.Gain > LeastGain * float(S.Count);
        Rules.Source[Column] = Helps ? Best.Column : 0;
        Rules.Step[Column] = Helps ? NeedsOrder : Learned;
        if (Helps)
          Rules.Order[Column] = ColumnOrder::Delta;
      } else {
        Rules.Step[Column] = Learned;
      }
    }
  }

private:
  struct Write {
    uint32_t Column = 0;
    uint64_t Number = 0;
  };

  void makeRoom() {
    if (Last.size() >= Rows.columns())
      return;
    Rules.makeRoom(Rows.columns());
    Last.resize(Rows.columns());
    LastWrite.resize(Rows.columns());
    NumberOf.resize(Rows.columns());
  }

  void record(uint32_t Column, std::span<const uint64_t> Slots) {
    for (uint64_t Word : Slots) {
      if (Rules.Step[Column] != Learned)
        sample(Column, Word);
      Last[Column] = Word;
      LastWrite[Column] = ++Writes;
      Ring[Writes % Reach] = {Column, Writes};
      ++Column;
    }
  }

  void sample(uint32_t Column, uint64_t Word) {
    if (NumberOf[Column] == 0) {
      Collected.emplace_back();
      NumberOf[Column] = uint32_t(Collected.size());
      Order.push_back({Column, NumberOf[Column] - 1});
    }
    Samples &S = Collected[NumberOf[Column] - 1];
    if (S.Count >= MostSamples)
      return;
    if (Rules.Step[Column] == NeedsOrder) {
      S.add(Word - Last[Rules.Source[Column]]);
      return;
    }
    float Own = S.add(Word);
    for (const Write &W : Ring)
      if (W.Number == LastWrite[W.Column] && W.Column != 0 &&
          !isAtOrAfter(W.Column, Column))
        S.note(W.Column, Own - bitsOf(Word - Last[W.Column]));
  }

  /// Returns whether \p Other is \p Column, or a later column of the same row.
  bool isAtOrAfter(uint32_t Other, uint32_t Column) const {
    return Other >= Column &&
           Rows.rowOfColumn(Other) == Rows.rowOfColumn(Column);
  }

  ColumnRules &Rules;
  RowDirectory &Rows;
  std::vector<uint64_t> Last, LastWrite; ///< index: column; of this frame
  /// Index: column; 1 + index into Collected, or 0.
  std::vector<uint32_t> NumberOf;
  std::vector<Samples> Collected;
  /// Column, index into Collected.
  std::vector<std::pair<uint32_t, uint32_t>> Order;
  std::array<Write, Reach> Ring = {};
  uint64_t Writes = 0;
};

void ColumnRules::makeRoom(size_t Columns) {
  if (Source.size() >= Columns)
    return;
  Source.resize(Columns);
  Order.resize(Columns, ColumnOrder::Delta);
  Step.resize(Columns, NeedsSource);
}

void ColumnRules::clear() {
  Source.clear();
  Order.clear();
  Step.clear();
  Frames = 0;
}

void ColumnRules::learn(const FrameWords &Frame, RowDirectory &Rows) {
  uint64_t Number = Frames++;
  if (Number % ForgetEvery == 0)
    std::fill(Step.begin(), Step.end(), NeedsSource);
  // After forgetting, a column is examined twice: for its source and for its
  // order.
  bool Look = Number % ForgetEvery < FirstFrames ||
              (Number % LearnEvery == 0 && Unlearned > Frame.words() / 64);
  if (!Look)
    return;
  Learner FrameLearner(*this, Rows);
  for (const FrameWords::Lane &L : Frame.lanes())
    FrameLearner.read(L.Words);
  FrameLearner.decide();
}

} // namespace memfacet::words
