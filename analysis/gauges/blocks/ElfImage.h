//===- ElfImage.h - basic blocks and functions of an ELF file -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file may be damaged: every read is checked.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_BLOCKS_ELFIMAGE_H
#define MEMFACET_GAUGES_BLOCKS_ELFIMAGE_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::gauges {

/// A basic block of machine code, as SHT_LLVM_BB_ADDR_MAP lists it.
struct MachineBlock {
  uint64_t Address; ///< as linked
  uint32_t Bytes;
  uint32_t Id;       ///< number in its function, from the compiler
  uint32_t Function; ///< index into ElfImage::Functions, or NoFunction
  static constexpr uint32_t NoFunction = ~uint32_t(0);
};

struct MachineFunction {
  uint64_t Address;
  std::string Name; ///< the symbol
};

/// The blocks and functions of an ELF file, 64-bit and little-endian.
class ElfImage {
public:
  /// The functions that are needed: libraries have thousands.
  enum class Names { All, WithBlocks };
  static Expected<ElfImage> read(const std::string &Path,
                                 Names Wanted = Names::All);
  /// Does the same with the bytes of a file.
  static Expected<ElfImage> parse(std::string_view File,
                                  Names Wanted = Names::All);

  /// Returns the index of the block at an address as linked.
  std::optional<uint32_t> blockAt(uint64_t Address) const;
  /// Returns the address that a byte of the file is linked to.
  std::optional<uint64_t> addressOf(uint64_t FileOffset) const;
  /// Returns the function with this symbol, or null.
  const MachineFunction *functionNamed(std::string_view Name) const;
  /// Returns whether there is a section with this name that is not empty.
  bool hasSection(std::string_view Name) const;
  /// Returns the lowest address that is loaded: offsets of instructions count
  /// from it.
  uint64_t lowest() const;

  std::vector<MachineBlock> Blocks;       ///< sorted by address
  std::vector<MachineFunction> Functions; ///< sorted by address

private:
  struct Segment {
    uint64_t Offset, Address, Bytes;
  };
  void findFunctions();

  std::vector<Segment> Segments;
  std::vector<std::string> Sections; ///< names of those that are not empty
};

} // namespace memfacet::gauges

#endif
