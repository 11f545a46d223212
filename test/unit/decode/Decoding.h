//===- Decoding.h - a decoder that keeps what it decodes ------------------===//

#ifndef MEMFACET_UNIT_DECODE_DECODING_H
#define MEMFACET_UNIT_DECODE_DECODING_H

#include "analysis/decode/Decoder.h"
#include "test/support/Sinks.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace memfacet::test {

struct Decoding {
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  BatchKeeper Kept;
  Decoder Decode;

  explicit Decoding(const DecoderOptions &Options = {})
      : Decode(Builder, Kept, Options) {}

  void run(const StreamBuilder &S, uint32_t Thread = 0) {
    ASSERT_TRUE(Decode.segment({ThreadId(Thread), S.words()}));
  }
};

} // namespace memfacet::test

#endif
