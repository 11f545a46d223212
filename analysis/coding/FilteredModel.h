//===- FilteredModel.h - what the next filtered record may be -------------===//
//
// Coder and expander follow the same records with a model each, so that only
// what it does not foresee is stored. A frame begins with an empty one.
//
// A filtered record (memfacet/Filter.h) has a kind and a site, together its
// row; a place, which is the way and the address; and a value.
//
//   row     the one that came last time behind the two rows before
//   place   one of four, by what the site did before (Prediction); the token
//           says which, and how far it is off
//   value   what is told of a way when its line leaves depends on the code that
//           made it come. So it is the value that lines had which came by the
//           same row. Of other kinds, the last one of the row
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CODING_FILTEREDMODEL_H
#define MEMFACET_CODING_FILTEREDMODEL_H

#include "analysis/coding/CodedFrame.h"
#include "analysis/support/Hash.h"
#include "memfacet/Filter.h"
#include <array>
#include <utility>
#include <vector>

namespace memfacet {

/// A filtered record that is taken to pieces.
struct FilteredPieces {
  static constexpr uint64_t PlaceMask = (uint64_t(1) << 51) - 1;

  uint64_t Key;   ///< kind << 32 | low half of the site's address
  uint64_t Place; ///< way << 47 | address
  uint32_t Value;

  static FilteredPieces of(const uint64_t *Words) {
    return {uint64_t(filteredKind(Words[0])) << 32 | filteredSiteHalf(Words[1]),
            Words[0] & PlaceMask, filteredValue(Words[1])};
  }
  void to(uint64_t *Words) const {
    Words[0] = FilteredBit | Key >> 32 << FilteredKindShift | Place;
    Words[1] = uint64_t(Value) << 32 | uint32_t(Key);
  }
};

/// One byte for each filtered record.
namespace filtered_token {
constexpr unsigned TellsRow = 0x80; ///< it is not the expected one
/// The number of the prediction, less that of the site's last one.
constexpr unsigned PredictionShift = 5;
constexpr unsigned PredictionMask = 3;
constexpr unsigned PlaceShift = 2; ///< bytes of the place's residual, zigzag
constexpr unsigned PlaceMask = 7;
constexpr unsigned ValueMask = 3; ///< the value's, as ValueBytes says
constexpr uint8_t ValueBytes[] = {0, 1, 2, 4};
} // namespace filtered_token

/// The rows of a frame, and what its records have shown so far.
class FilteredModel {
public:
  /// Rows beyond are not coded.
  static constexpr size_t MostRows = MaxFrameRows;
  static constexpr unsigned Predictions = 4;

private:
  static constexpr size_t FirstTable = 1024;
  static constexpr unsigned ContextBits = 14, StepBits = 17;
  struct RowState {
    uint64_t Key;
    uint32_t Site;     ///< in Sites
    uint32_t Value[2]; ///< of lines that came by it: counts, and who wrote
  };
  struct SiteState {
    uint64_t Last = 0, Stride = 0;
    uint64_t Behind = 0; ///< the record before it
    uint32_t Best = 0;   ///< of its predictions, the last time
  };

public:
  /// Follows records. It is small, so that it can be kept in registers.
  class Walk {
  public:
    size_t rows() const { return RowCount; }
    uint64_t key(uint32_t Row) const { return Rows[Row].Key; }
    /// The row of the next record: below rows(), if there are any.
    uint32_t expected() const { return Expected[Context]; }
    /// It was \p Row.
    void enter(uint32_t Row) {
      Expected[Context] = uint16_t(Row);
      History = History << 32 | (Row + 1);
      Context = uint32_t(History * GoldenRatio >> (64 - ContextBits));
    }

    /// Where a record of \p Row may be: behind the last place of its site, as
    /// far as there was between the last two, or as what followed when the site
    /// was at that place before; behind the record before, as the last time; at
    /// the last place.
    struct Prediction {
      uint64_t Of[Predictions];
      SiteState *Site;
      int32_t *Step;
      uint32_t Last; ///< the one that was the best last time
    };
    Prediction predict(uint32_t Row) const {
      uint64_t Site = Rows[Row].Site;
      SiteState &S = Sites[Site];
      int32_t *Step =
          Steps + ((S.Last ^ Site << 40) * GoldenRatio >> (64 - StepBits));
      return {{S.Last + S.Stride, S.Last + uint64_t(int64_t(*Step)),
               LastPlace + S.Behind, S.Last},
              &S,
              Step,
              S.Best};
    }
    /// It was \p Place.
    void placed(const Prediction &May, uint64_t Place, unsigned Best) {
      SiteState &S = *May.Site;
      S.Stride = Place - S.Last;
      S.Behind = Place - LastPlace;
      S.Last = Place;
      S.Best = Best;
      *May.Step = int32_t(S.Stride);
      LastPlace = Place;
    }

    /// The value of a record of \p Row at \p Place. To be set to what it is.
    uint32_t &value(uint32_t Row, uint64_t Place) const {
      auto Kind = FilteredKind(Rows[Row].Key >> 32);
      uint16_t &Its = Came[(Place >> FilterLineShift & 63) |
                           Place >> FilteredWayShift << 6];
      bool Leaves = Kind <= FilteredKind::Written;
      bool OfWriter =
          Kind == FilteredKind::ChangeWritten || Kind == FilteredKind::Written;
      bool Comes = Kind <= FilteredKind::Piece || Kind == FilteredKind::Touched;
      uint32_t &Value = Rows[Leaves ? Its : Row].Value[OfWriter];
      Its = Comes ? uint16_t(Row) : Its;
      return Value;
    }

  private:
    friend FilteredModel;
    RowState *Rows = nullptr;
    SiteState *Sites = nullptr;
    uint16_t *Expected = nullptr, *Came = nullptr;
    int32_t *Steps = nullptr;
    size_t RowCount = 0;
    uint32_t Context = 0;
    uint64_t History = 0, LastPlace = 0;
  };

  FilteredModel() { clear(); }
  void clear();
  /// To be handed back.
  Walk walk() const { return Now; }
  void keep(const Walk &W) { Now = W; }

  /// rows(): there is none yet.
  uint32_t find(uint64_t Key) const {
    const Entry *E = entryOf(Key);
    return E->Row != 0 ? E->Row - 1 : uint32_t(Rows.size());
  }
  /// One more, which is none of those before, also for \p W.
  void add(uint64_t Key, Walk &W);
  size_t rows() const { return Rows.size(); }

private:
  struct Entry {
    uint64_t Key = 0;
    uint32_t Row = 0; ///< 1 + its number
  };
  Entry *entryOf(uint64_t Key) {
    return const_cast<Entry *>(std::as_const(*this).entryOf(Key));
  }
  const Entry *entryOf(uint64_t Key) const {
    size_t Mask = Table.size() - 1;
    for (size_t At = Key * GoldenRatio >> 32 & Mask;; At = (At + 1) & Mask)
      if (Table[At].Row == 0 || Table[At].Key == Key)
        return &Table[At];
  }
  uint32_t siteOf(uint64_t Key) const;

  std::vector<RowState> Rows;
  std::vector<SiteState> Sites;
  std::vector<Entry> Table;                                ///< open addressing
  std::array<uint16_t, size_t(1) << ContextBits> Expected; ///< by Context
  std::array<int32_t, size_t(1) << StepBits> Steps; ///< by site and last place
  std::array<uint16_t, 64 * MostFilterWays> Came;   ///< rows, by way
  Walk Now;
};

} // namespace memfacet

#endif
