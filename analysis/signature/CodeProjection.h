//===- CodeProjection.h - block vectors of few numbers --------------------===//

#ifndef MEMFACET_SIGNATURE_CODEPROJECTION_H
#define MEMFACET_SIGNATURE_CODEPROJECTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace memfacet {

/// The block vector of one thread's open interval, projected when the interval
/// ends: profiles need not keep a number for each block. Sums are exact and
/// linear: those of two intervals add up to those of both.
class CodeProjection {
public:
  /// Of the matrix; it is the same in all runs.
  static constexpr uint64_t Seed = 1;

  /// \p Dimensions: not 0.
  explicit CodeProjection(uint32_t Dimensions) : Dimensions(Dimensions) {}

  /// \p Instructions, not 0, of run \p Block are executed.
  void run(uint32_t Block, uint32_t Instructions) {
    if (Block >= ByBlock.size()) [[unlikely]]
      ByBlock.resize(2 * size_t(Block) + 1);
    uint64_t &Sum = ByBlock[Block];
    if (Sum == 0)
      Touched.push_back(Block);
    Sum += Instructions;
  }
  /// As packCounts has it: at each dimension its sum in
  /// ProjectionMatrix::Unit, in two's complement; behind the last dimension,
  /// the instructions.
  std::string packed();
  void clear();

private:
  const int32_t *rowOf(uint32_t Block);

  uint32_t Dimensions;
  std::vector<uint64_t> ByBlock;  ///< instructions
  std::vector<uint32_t> Touched;  ///< blocks
  std::vector<uint32_t> RowPlace; ///< by block: its number in Rows; 0: none yet
  std::vector<int32_t> Rows;      ///< those that were needed
};

} // namespace memfacet

#endif
