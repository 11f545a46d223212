//===- FilteredCoder.h - filtered records in few bytes --------------------===//

#ifndef MEMFACET_CODING_FILTEREDCODER_H
#define MEMFACET_CODING_FILTEREDCODER_H

#include "analysis/coding/FilteredModel.h"
#include "analysis/coding/FrameParts.h"

namespace memfacet {

/// Codes the filtered records of a frame, in their order.
class FilteredCoder {
public:
  /// Begins a frame, whose records go to \p To.
  void begin(FramePartsWriter &To);
  /// Codes filtered records from \p At on, up to something else or to \p End.
  /// Returns where that is.
  const uint64_t *code(const uint64_t *At, const uint64_t *End);
  void finish();

private:
  struct Output;
  static const uint64_t *codeSome(Output &Of, const uint64_t *At,
                                  const uint64_t *End);
  void makeRoom();

  FilteredModel Model;
  FramePartsWriter *Parts = nullptr;
  std::vector<uint8_t> Tokens, Near, Far, Values;
  std::vector<uint16_t> Told;
  size_t Records = 0, NearUsed = 0, FarUsed = 0, ValuesUsed = 0, ToldUsed = 0;
};

/// Gives them back, from any bytes.
class FilteredExpander {
public:
  /// Begins a frame. An error: they cannot be what a coder wrote. \p Records
  /// is how many there will be.
  Status begin(const FramePartsReader &From, size_t Records);
  /// The next ones, \p Count in all, to \p To. False: damaged.
  bool expand(uint64_t *To, size_t Count);

private:
  struct Input;
  static bool expandSome(Input &Of, uint64_t *To, size_t Count);

  std::unique_ptr<FilteredModel> Model; ///< null: no frame had such records
  std::span<const uint8_t> Tokens, Rows, RowsHigh, Keys, Near, Far, Values;
  size_t Record = 0, Row = 0, NearAt = 0, FarAt = 0, ValueAt = 0;
};

} // namespace memfacet

#endif
