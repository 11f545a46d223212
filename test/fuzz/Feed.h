//===- Feed.h - numbers and files from the bytes of a fuzzer --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_FUZZ_FEED_H
#define MEMFACET_TEST_FUZZ_FEED_H

#include "test/support/Wings.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::fuzz {

using namespace test;

/// Takes what it is asked for from the front; 0 where nothing is left.
class Feed {
public:
  explicit Feed(std::string_view Bytes) : Rest(Bytes) {}

  template <typename T> T take() {
    T Value = {};
    size_t Bytes = std::min(sizeof(T), Rest.size());
    std::memcpy(&Value, Rest.data(), Bytes);
    Rest.remove_prefix(Bytes);
    return Value;
  }
  std::string_view bytes(size_t Count) {
    std::string_view Part = Rest.substr(0, Count);
    Rest.remove_prefix(Part.size());
    return Part;
  }
  std::vector<uint64_t> words(size_t Most) {
    std::vector<uint64_t> Words(std::min(Most, Rest.size() / 8));
    std::string_view Source = bytes(Words.size() * 8);
    if (!Source.empty())
      std::memcpy(Words.data(), Source.data(), Source.size());
    return Words;
  }
  std::string_view rest() const { return Rest; }
  bool empty() const { return Rest.empty(); }

private:
  std::string_view Rest;
};

/// A file in memory, with a path. It is there until the process ends.
class MemoryFile {
public:
  MemoryFile();
  /// One with a name in a folder, for those who follow links: SQLite does.
  explicit MemoryFile(const char *Name);
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  void put(std::string_view Bytes) const;
  /// \p Bytes at \p At; what is between is 0, and takes no memory.
  void put(uint64_t Offset, std::string_view Bytes) const;
  const std::string &path() const { return Path; }

private:
  int Fd;
  std::string Path;
};

/// Ends the process: a reader contradicts itself.
[[noreturn]] void contradiction(const char *Message);

/// Use of a result, so that no compiler leaves out what makes it.
template <typename T> void use(const T &Value) {
  asm volatile("" : : "g"(&Value) : "memory");
}

} // namespace memfacet::fuzz

#endif
