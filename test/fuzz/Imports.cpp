//===- Imports.cpp - files of other tools ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "analysis/gauges/blocks/ElfImage.h"
#include "analysis/measure/import/ImportFormats.h"
#include "analysis/measure/import/ImportedStream.h"
#include "test/fuzz/Feed.h"
#include "test/fuzz/Targets.h"

namespace memfacet::fuzz {

namespace {

/// Accesses, counted.
struct Counted final : BatchSink {
  void batch(const AccessBatch &B) override { Accesses += B.Count; }
  void event(const Event &) override {}
  uint64_t Accesses = 0;
};

void import(std::string_view Bytes, ImportFormat Format) {
  static const MemoryFile File;
  File.put(Bytes);
  use(bool(openAccesses(File.path(), std::nullopt)));
  Expected<ForeignAccesses> Opened = openAccesses(File.path(), Format);
  if (!Opened)
    return;
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  Counted Sink;
  Decoder Records(Builder, Sink, {});
  ImportedStream Stream(Records, false);
  if (!Stream.begin("made-up"))
    return;
  // A few bytes of gzip hold millions of accesses, all alike.
  constexpr uint64_t Most = 4096;
  uint64_t Accesses = 0;
  for (uint64_t I = 0; I != Most; ++I) {
    Expected<std::optional<TextAccess>> A = Opened->Source->next();
    if (!A || !*A)
      break;
    if ((*A)->Size == 0)
      contradiction("an access of no bytes");
    if (!Stream.add(**A))
      return;
    Accesses += (*A)->Type != TextAccess::Kind::Instruction;
  }
  if (!Stream.end())
    return;
  Records.finish();
  if (Records.loss().UnknownWords != 0)
    contradiction("an imported stream has words that nobody knows");
  if (Sink.Accesses < Accesses)
    contradiction("accesses of an import are lost");
}

} // namespace

void fuzzDin(std::string_view Bytes) { import(Bytes, ImportFormat::Din); }
void fuzzLackey(std::string_view Bytes) { import(Bytes, ImportFormat::Lackey); }
void fuzzDrMemtrace(std::string_view Bytes) {
  import(Bytes, ImportFormat::DrMemtrace);
}

void fuzzElf(std::string_view Bytes) {
  for (auto Wanted : {ElfImage::Names::All, ElfImage::Names::WithBlocks}) {
    Expected<ElfImage> Image = ElfImage::parse(Bytes, Wanted);
    if (!Image)
      return;
    for (size_t I = 0; I < Image->Blocks.size() && I != 100; ++I) {
      const MachineBlock &B = Image->Blocks[I];
      if (B.Function != MachineBlock::NoFunction &&
          B.Function >= Image->Functions.size())
        contradiction("a block of a function that is not there");
      use(Image->blockAt(B.Address + B.Bytes / 2));
      use(Image->addressOf(B.Address));
    }
    use(Image->functionNamed("main"));
    use(Image->hasSection(".text"));
    use(Image->lowest());
  }
}

} // namespace memfacet::fuzz
