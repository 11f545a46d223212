//===- LineSlots.cpp - a number for each line that was touched ------------===//

#include "analysis/reuse/LineSlots.h"
#include <utility>

namespace memfacet {

static constexpr unsigned FirstBits = 10;

void LineSlots::clear() {
  Shift = 64 - FirstBits;
  Used = 0;
  Places.assign(size_t(1) << FirstBits, Place());
  Cells.clear();
}

size_t LineSlots::insert(uint64_t Group) {
  if (2 * (Used + 1) > Places.size()) {
    std::vector<Place> Before(2 * Places.size());
    std::swap(Before, Places);
    --Shift;
    for (const Place &P : Before)
      if (P.Group != NoGroup)
        Places[place(P.Group)] = P;
  }
  ++Used;
  size_t At = place(Group);
  Places[At] = {Group, uint32_t(Cells.size())};
  Cells.resize(Cells.size() + GroupCells);
  return At;
}

} // namespace memfacet
