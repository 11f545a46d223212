//===- support/ReferenceOwnership.h - who owns an address, by search ------===//
//
// The rule at the top of analysis/attribute/Ownership.h, by looking at every
// object and every range, latest first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEOWNERSHIP_H
#define MEMFACET_TEST_SUPPORT_REFERENCEOWNERSHIP_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace memfacet::test {

class ReferenceOwnership {
public:
  static constexpr uint32_t Nobody = 1;

  /// Returns how many objects had to go.
  size_t claim(uint64_t Address, uint64_t Size, uint32_t Structure) {
    size_t Evicted = std::erase_if(Objects, [&](const auto &Entry) {
      return Entry.first < Address + Size &&
             Address < Entry.first + Entry.second.Size;
    });
    Objects[Address] = {Size, Structure};
    return Evicted;
  }
  bool release(uint64_t Address) { return Objects.erase(Address); }

  void setStack(uint64_t Low, uint64_t High, uint32_t Structure) {
    Stacks.push_back({Low, High, Structure});
  }
  void setMapping(uint64_t Low, uint64_t High, std::optional<uint32_t> S) {
    Mappings.push_back({Low, High, S});
  }

  uint32_t owner(uint64_t Address) const {
    uint64_t Line = Address / 64 * 64;
    std::optional<uint32_t> First, LastBefore;
    for (const auto &[Start, O] : Objects) {
      bool InLine = Start < Line + 64 && Line < Start + O.Size;
      if (!InLine)
        continue;
      if (!First)
        First = O.Structure;
      if (Start <= Address)
        LastBefore = O.Structure;
    }
    if (First)
      return LastBefore.value_or(*First);
    for (const std::vector<Range> *Ranges : {&Stacks, &Mappings})
      for (size_t I = Ranges->size(); I-- != 0;) {
        const Range &R = (*Ranges)[I];
        if (R.Low > Address || Address >= R.High)
          continue;
        if (R.Structure)
          return *R.Structure;
        break; // unmapped
      }
    return Nobody;
  }

  struct Object {
    uint64_t Size;
    uint32_t Structure;
  };
  std::map<uint64_t, Object> Objects;

private:
  struct Range {
    uint64_t Low, High;
    std::optional<uint32_t> Structure;
  };
  std::vector<Range> Stacks, Mappings;
};

} // namespace memfacet::test

#endif
