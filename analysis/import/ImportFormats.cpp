//===- ImportFormats.cpp - accesses in the formats of other tools ---------===//

#include "analysis/import/ImportFormats.h"
#include "analysis/import/Din.h"
#include "analysis/import/DrMemtrace.h"
#include "analysis/import/Lackey.h"
#include <cerrno>
#include <cstring>
#include <fstream>

namespace memfacet {

Expected<ImportFormat> importFormatOf(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::string Start(4096, '\0');
  // A folder opens, but cannot be read.
  if (!File || (File.peek(), File.bad()))
    return makeError("cannot read '{}': {}", Path, std::strerror(errno));
  File.read(Start.data(), std::streamsize(Start.size()));
  Start.resize(size_t(File.gcount()));
  // Compressed, or with bytes that no text has.
  if (Start.starts_with("\x1f\x8b") || Start.find('\0') != Start.npos)
    return ImportFormat::DrMemtrace;
  size_t First = Start.find_first_not_of("\r\n");
  bool IsDin = First != Start.npos && First + 1 < Start.size() &&
               Start[First] >= '0' && Start[First] <= '4' &&
               (Start[First + 1] == ' ' || Start[First + 1] == '\t');
  return IsDin ? ImportFormat::Din : ImportFormat::Lackey;
}

Expected<std::unique_ptr<AccessSource>> openAccesses(const std::string &Path,
                                                     ImportFormat Format) {
  auto Opened = [](auto Reader) -> Expected<std::unique_ptr<AccessSource>> {
    if (!Reader)
      return Reader.error();
    using T = std::remove_reference_t<decltype(*Reader)>;
    return std::unique_ptr<AccessSource>(
        std::make_unique<T>(std::move(*Reader)));
  };
  switch (Format) {
  case ImportFormat::Din:
    return Opened(DinReader::open(Path));
  case ImportFormat::DrMemtrace:
    return Opened(DrMemtraceReader::open(Path));
  case ImportFormat::Lackey:
    break;
  }
  return Opened(LackeyReader::open(Path));
}

} // namespace memfacet
