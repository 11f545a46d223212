//===- FilteredCoder.cpp - filtered records in few bytes ------------------===//

#include "analysis/coding/FilteredCoder.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>
#include <bit>
#include <cstring>

namespace memfacet {

using namespace filtered_token;

/// Bytes that are stored at once, whatever is needed of them.
static constexpr size_t FarBytes = sizeof(uint64_t);
/// Records that are coded without a look at the room for them.
static constexpr size_t RecordsTogether = 1024;

void FilteredCoder::begin(FramePartsWriter &To) {
  Parts = &To;
  Records = NearUsed = FarUsed = ValuesUsed = ToldUsed = 0;
  // Most frames of complete traces have none.
  if (Model.rows() != 0)
    Model.clear();
}

/// Zigzag, of 32 bits.
static uint32_t zigzagHalf(uint32_t Difference) {
  return Difference << 1 ^ (0 - (Difference >> 31));
}
static uint32_t unzigzagHalf(uint32_t Value) {
  return Value >> 1 ^ (0 - (Value & 1));
}

static unsigned bytesFor(uint64_t Residual) {
  return (unsigned(std::bit_width(Residual)) + 7) / 8;
}

/// Where the next record's bytes go. What is stored may be anything, also a
/// pointer to these; so they are kept where nobody else can see them.
struct FilteredCoder::Output {
  FilteredCoder *Coder;
  FilteredModel::Walk Walk;
  uint8_t *Token, *Near, *Far, *Value;
  uint16_t *Told;
};

void FilteredCoder::makeRoom() {
  size_t Least = Records + RecordsTogether;
  if (Tokens.size() >= Least)
    return;
  size_t Room = 2 * Least;
  Tokens.resize(Room);
  Told.resize(Room);
  Near.resize(Room);
  Far.resize(Room * FarBytes);
  Values.resize(Room * sizeof(uint32_t));
}

/// Gets to know \p Key. False: there are too many rows.
[[gnu::noinline]] static bool addRow(FilteredModel &Model,
                                     FilteredModel::Walk &W, uint64_t Key,
                                     FramePartsWriter &Parts) {
  if (Model.rows() == FilteredModel::MostRows)
    return false;
  Model.add(Key, W);
  std::memcpy(Parts.part(FramePart::FilteredKeys).grow(sizeof(Key)), &Key,
              sizeof(Key));
  return true;
}

MEMFACET_VECTOR_CLONES
const uint64_t *FilteredCoder::codeSome(Output &Of, const uint64_t *At,
                                        const uint64_t *End) {
  Output To = Of;
  for (; End - At >= ptrdiff_t(FilteredWords) && isFiltered(*At);
       At += FilteredWords) {
    FilteredPieces P = FilteredPieces::of(At);
    uint32_t Row = To.Walk.expected();
    unsigned Token = 0;
    if (To.Walk.rows() == 0 || To.Walk.key(Row) != P.Key) {
      Row = To.Coder->Model.find(P.Key);
      if (Row == To.Walk.rows()) [[unlikely]] {
        FilteredModel::Walk W = To.Walk;
        if (!addRow(To.Coder->Model, W, P.Key, *To.Coder->Parts))
          break;
        To.Walk = W;
      }
      *To.Told++ = uint16_t(Row);
      Token = TellsRow;
    }
    To.Walk.enter(Row);

    FilteredModel::Walk::Prediction May = To.Walk.predict(Row);
    // Which is best is hard to foresee. Of equally good ones, the last one.
    unsigned Best = UINT32_MAX;
    uint64_t Residual = 0;
#pragma clang loop unroll(full) vectorize(disable)
    for (unsigned I = 0; I != FilteredModel::Predictions; ++I) {
      uint64_t Its = zigzag(P.Place - May.Of[I]);
      unsigned Rank = bytesFor(Its) << 8 | ((I - May.Last) & PredictionMask);
      Residual = Rank < Best ? Its : Residual;
      Best = std::min(Best, Rank);
    }
    unsigned Bytes = Best >> 8;
    Token |= (Best & PredictionMask) << PredictionShift | Bytes << PlaceShift;
    Best = (Best + May.Last) & PredictionMask;
    uint64_t Rest = Residual >> 8;
    To.Walk.placed(May, P.Place, Best);
    *To.Near = uint8_t(Residual);
    To.Near += Bytes != 0;
    std::memcpy(To.Far, &Rest, sizeof(Rest));
    To.Far += Bytes - (Bytes != 0);

    uint32_t &Known = To.Walk.value(Row, P.Place);
    uint32_t Change = zigzagHalf(P.Value - Known);
    Known = P.Value;
    unsigned Wide = bytesFor(Change);
    Wide = std::min(Wide, ValueMask); // three bytes are stored as four
    std::memcpy(To.Value, &Change, sizeof(Change));
    To.Value += ValueBytes[Wide];
    *To.Token++ = uint8_t(Token | Wide);
  }
  Of = To;
  return At;
}

const uint64_t *FilteredCoder::code(const uint64_t *At, const uint64_t *End) {
  constexpr ptrdiff_t Most = RecordsTogether * FilteredWords;
  for (const uint64_t *Before = nullptr; Before != At;) {
    makeRoom();
    Output To = {this,
                 Model.walk(),
                 Tokens.data() + Records,
                 Near.data() + NearUsed,
                 Far.data() + FarUsed,
                 Values.data() + ValuesUsed,
                 Told.data() + ToldUsed};
    Before = At;
    At = codeSome(To, At, At + std::min(Most, End - At));
    Model.keep(To.Walk);
    Records = size_t(To.Token - Tokens.data());
    NearUsed = size_t(To.Near - Near.data());
    FarUsed = size_t(To.Far - Far.data());
    ValuesUsed = size_t(To.Value - Values.data());
    ToldUsed = size_t(To.Told - Told.data());
    if (At - Before != Most)
      break;
  }
  return At;
}

void FilteredCoder::finish() {
  auto Append = [&](FramePart To, const uint8_t *From, size_t Bytes) {
    std::copy_n(From, Bytes, Parts->part(To).grow(Bytes));
  };
  if (Records == 0)
    return;
  Append(FramePart::FilteredTokens, Tokens.data(), Records);
  Append(FramePart::FilteredNear, Near.data(), NearUsed);
  Append(FramePart::FilteredFar, Far.data(), FarUsed);
  Append(FramePart::FilteredValues, Values.data(), ValuesUsed);
  uint8_t *Low = Parts->part(FramePart::FilteredRows).grow(ToldUsed);
  for (size_t I = 0; I != ToldUsed; ++I)
    Low[I] = uint8_t(Told[I]);
  if (Model.rows() <= 0x100)
    return;
  uint8_t *High = Parts->part(FramePart::FilteredRowsHigh).grow(ToldUsed);
  for (size_t I = 0; I != ToldUsed; ++I)
    High[I] = uint8_t(Told[I] >> 8);
}

Status FilteredExpander::begin(const FramePartsReader &From, size_t Records) {
  Tokens = From.part(FramePart::FilteredTokens);
  Rows = From.part(FramePart::FilteredRows);
  RowsHigh = From.part(FramePart::FilteredRowsHigh);
  Keys = From.part(FramePart::FilteredKeys);
  Values = From.part(FramePart::FilteredValues);
  Near = From.part(FramePart::FilteredNear);
  Far = From.part(FramePart::FilteredFar);
  Record = Row = NearAt = FarAt = ValueAt = 0;
  if (!Tokens.empty() && !Model)
    Model = std::make_unique<FilteredModel>();
  else if (Model && Model->rows() != 0)
    Model->clear();
  if (Records != Tokens.size())
    return makeError("a frame has {} filtered records and tells {}", Records,
                     Tokens.size());
  size_t Told = 0, Nears = 0, Fars = 0, ValueCount = 0;
  for (uint8_t T : Tokens) {
    size_t Bytes = T >> PlaceShift & PlaceMask;
    Told += T >= TellsRow;
    Nears += Bytes != 0;
    Fars += Bytes - (Bytes != 0);
    ValueCount += ValueBytes[T & ValueMask];
  }
  if (Told != Rows.size() || (!RowsHigh.empty() && Told != RowsHigh.size()) ||
      Nears != Near.size() || Fars != Far.size() ||
      ValueCount != Values.size() || Keys.size() % sizeof(uint64_t) != 0 ||
      Keys.size() / sizeof(uint64_t) > FilteredModel::MostRows)
    return makeError("a frame's filtered records need {} rows, {} and {} bytes "
                     "of addresses and {} of values; it has {}, {}, {} and {}",
                     Told, Nears, Fars, ValueCount, Rows.size(), Near.size(),
                     Far.size(), Values.size());
  return {};
}

/// The next \p Bytes bytes at \p At, which has them, as a number.
template <class Number>
static Number numberAt(const uint8_t *At, const uint8_t *End, unsigned Bytes) {
  Number Read = 0;
  if (size_t(End - At) >= sizeof(Number)) [[likely]]
    std::memcpy(&Read, At, sizeof(Number));
  else if (Bytes != 0) // At may be null
    std::memcpy(&Read, At, Bytes);
  constexpr unsigned Bits = 8 * sizeof(Number);
  return Read & (Bytes == sizeof(Number) ? ~Number(0)
                                         : (Number(1) << 8 * Bytes % Bits) - 1);
}

/// Where the next record's bytes are.
struct FilteredExpander::Input {
  FilteredExpander *Its;
  FilteredModel::Walk Walk;
  const uint8_t *Token, *Near, *Far, *FarEnd, *Value, *ValueEnd;
  size_t Row;

  /// Row \p Number comes for the first time. False: it cannot.
  [[gnu::noinline]] bool add(uint32_t Number) {
    FilteredModel &Model = *Its->Model;
    uint64_t Key;
    if (Number != Model.rows() || Number >= Its->Keys.size() / sizeof(Key))
      return false;
    std::memcpy(&Key, Its->Keys.data() + Number * sizeof(Key), sizeof(Key));
    if (Key >> 38 != 0 || Model.find(Key) != Model.rows())
      return false;
    Model.add(Key, Walk);
    return true;
  }
};

MEMFACET_VECTOR_CLONES
bool FilteredExpander::expandSome(Input &Of, uint64_t *To, size_t Count) {
  Input From = Of;
  for (const uint8_t *End = From.Token + Count; From.Token != End;
       To += FilteredWords) {
    unsigned Token = *From.Token++;
    uint32_t Row = From.Walk.expected();
    if (Token & TellsRow) {
      Row = From.Its->Rows[From.Row];
      if (!From.Its->RowsHigh.empty())
        Row |= uint32_t(From.Its->RowsHigh[From.Row]) << 8;
      ++From.Row;
    }
    if (Row >= From.Walk.rows()) [[unlikely]] {
      Input Copy = From;
      if (!(Token & TellsRow) || !Copy.add(Row))
        return false;
      From.Walk = Copy.Walk;
    }
    From.Walk.enter(Row);

    FilteredModel::Walk::Prediction May = From.Walk.predict(Row);
    unsigned Best = (May.Last + (Token >> PredictionShift)) & PredictionMask;
    unsigned Bytes = Token >> PlaceShift & PlaceMask;
    uint64_t Residual = 0;
    if (Bytes != 0) {
      Residual = *From.Near++ |
                 numberAt<uint64_t>(From.Far, From.FarEnd, Bytes - 1) << 8;
      From.Far += Bytes - 1;
    }
    FilteredPieces P;
    P.Key = From.Walk.key(Row);
    P.Place = (May.Of[Best] + unzigzag(Residual)) & FilteredPieces::PlaceMask;
    From.Walk.placed(May, P.Place, Best);

    uint32_t &Known = From.Walk.value(Row, P.Place);
    unsigned Wide = ValueBytes[Token & ValueMask];
    P.Value = Known +
              unzigzagHalf(numberAt<uint32_t>(From.Value, From.ValueEnd, Wide));
    From.Value += Wide;
    Known = P.Value;
    P.to(To);
  }
  Of = From;
  return true;
}

bool FilteredExpander::expand(uint64_t *To, size_t Count) {
  if (Count > Tokens.size() - Record)
    return false;
  if (Count == 0)
    return true;
  Input From = {this,
                Model->walk(),
                Tokens.data() + Record,
                Near.data() + NearAt,
                Far.data() + FarAt,
                Far.data() + Far.size(),
                Values.data() + ValueAt,
                Values.data() + Values.size(),
                Row};
  if (!expandSome(From, To, Count))
    return false;
  Model->keep(From.Walk);
  Record += Count;
  NearAt = size_t(From.Near - Near.data());
  FarAt = size_t(From.Far - Far.data());
  ValueAt = size_t(From.Value - Values.data());
  Row = From.Row;
  return true;
}

} // namespace memfacet
