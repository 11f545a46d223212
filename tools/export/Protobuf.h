//===- Protobuf.h - writes messages of protocol buffers ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the wire format that exports need: a field is its number and
// kind, then a number in seven bits a byte, lowest first, or a length and
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EXPORT_PROTOBUF_H
#define MEMFACET_EXPORT_PROTOBUF_H

#include "memfacet/Check.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::exports {

/// A message; fields are appended in the order of the calls.
class ProtoMessage {
public:
  /// Appends a field of type int64, uint64, int32, uint32, bool or an
  /// enumeration.
  ProtoMessage &number(uint32_t Field, uint64_t Value) {
    key(Field, Varint);
    varint(Value);
    return *this;
  }
  /// Appends a field of type string or bytes.
  ProtoMessage &text(uint32_t Field, std::string_view Text) {
    key(Field, Delimited);
    varint(Text.size());
    Bytes += Text;
    return *this;
  }
  ProtoMessage &message(uint32_t Field, const ProtoMessage &Inner) {
    return text(Field, Inner.Bytes);
  }
  /// Appends a packed list of numbers; nothing if the list is empty.
  ProtoMessage &numbers(uint32_t Field, const std::vector<uint64_t> &Values) {
    if (Values.empty())
      return *this;
    ProtoMessage Packed;
    for (uint64_t V : Values)
      Packed.varint(V);
    return message(Field, Packed);
  }
  const std::string &bytes() const { return Bytes; }

private:
  enum Kind : uint64_t { Varint = 0, Delimited = 2 };

  void key(uint32_t Field, Kind K) {
    MEMFACET_CHECK(Field != 0, "fields count from 1");
    varint(uint64_t(Field) << 3 | K);
  }
  void varint(uint64_t Value) {
    for (; Value >= 0x80; Value >>= 7)
      Bytes += char(Value | 0x80);
    Bytes += char(Value);
  }

  std::string Bytes;
};

} // namespace memfacet::exports

#endif
