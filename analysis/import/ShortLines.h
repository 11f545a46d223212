//===- ShortLines.h - lines of traces, as text has them -------------------===//

#ifndef MEMFACET_IMPORT_SHORTLINES_H
#define MEMFACET_IMPORT_SHORTLINES_H

#include <istream>
#include <limits>
#include <string>

namespace memfacet {

/// Reads the next line without its end. Of one that is longer than any access
/// is written, only the beginning: a file of one endless line takes no memory.
/// False: there is none.
inline bool nextLine(std::istream &From, std::string &To) {
  char Piece[4096];
  From.getline(Piece, sizeof(Piece));
  auto Letters = size_t(From.gcount());
  if (Letters == 0)
    return false;
  bool HasEnd = From.good(); // which counts as a letter
  if (!HasEnd && !From.eof()) {
    From.clear();
    From.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  To.assign(Piece, Letters - HasEnd);
  return true;
}

} // namespace memfacet

#endif
