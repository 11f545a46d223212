//===- RunCode.cpp - what a run does, operation by operation --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/RunCode.h"
#include "analysis/decode/Modules.h"
#include <memory>

namespace memfacet::decode {

namespace {

class Reader {
public:
  Reader(std::string_view Bytes, RunCode &Run) : Rest(Bytes), Run(Run) {}

  bool run();

private:
  /// Most inputs of an operation: more are damage. A run is not split by its
  /// instructions, but each takes a byte at least.
  static constexpr uint64_t MaxInputs = 1 << 16;

  bool operation(uint32_t Index);
  RunInput input(uint64_t Code, uint32_t Index) const;
  uint8_t byte() {
    if (Rest.empty()) {
      Good = false;
      return 0;
    }
    auto B = uint8_t(Rest.front());
    Rest.remove_prefix(1);
    return B;
  }
  uint64_t number() {
    uint64_t Value = 0;
    for (unsigned Shift = 0; Shift < 64; Shift += 7) {
      uint8_t B = byte();
      Value |= uint64_t(B & 0x7f) << Shift;
      if (!(B & 0x80))
        return Value;
    }
    Good = false;
    return 0;
  }
  int64_t signedNumber() {
    uint64_t V = number();
    return int64_t(V >> 1) ^ -int64_t(V & 1);
  }

  std::string_view Rest;
  RunCode &Run;
  uint32_t SitesRead = 0;
  bool Good = true;
};

} // namespace

RunInput Reader::input(uint64_t Code, uint32_t Index) const {
  uint64_t Half = Code / 2;
  if (Code % 2 == 0)
    return Half == 0 || Half > Index
               ? RunInput()
               : RunInput{RunInput::InRun, uint32_t(Index - Half)};
  return Half < Run.Values ? RunInput{RunInput::OfFunction, uint32_t(Half)}
                           : RunInput();
}

bool Reader::operation(uint32_t Index) {
  uint8_t First = byte();
  RunOperation O;
  uint32_t Class = First & OperationClassMask;
  if (Class >= OperationClasses)
    return false;
  O.Class = OperationClass(Class);
  uint64_t Inputs = First >> OperationInputsShift & OperationManyInputs;
  if (Inputs == OperationManyInputs)
    Inputs = number();
  uint64_t More = First & OperationHasMore ? number() : 0;
  if (More & OperationHasNumber)
    if (uint64_t Number = number(); Number < Run.Values)
      O.Number = uint32_t(Number);
  uint64_t Sites =
      More & OperationHasSites ? number() : hasSiteByDefault(O.Class);
  if (!Good || Inputs > Rest.size() || Inputs > MaxInputs ||
      Sites > Run.Sites - SitesRead)
    return false;
  O.FirstSite = SitesRead;
  O.Sites = uint32_t(Sites);
  SitesRead += O.Sites;
  O.FirstInput = uint32_t(Run.Inputs.size());
  O.Inputs = uint32_t(Inputs);
  for (uint64_t I = 0; I != Inputs; ++I)
    Run.Inputs.push_back(input(number(), Index));
  if (O.Class == OperationClass::Branch) {
    Run.NotTakenOrdinal = int64_t(Run.Ordinal) + signedNumber();
    Run.TakenOrdinal = int64_t(Run.Ordinal) + signedNumber();
  }
  Run.Operations.push_back(O);
  return Good;
}

bool Reader::run() {
  uint64_t Operations = number(), Predecessors = number();
  if (!Good || Operations > Rest.size() || Predecessors > MaxPredecessors)
    return false;
  for (uint64_t I = 0; I != Predecessors; ++I)
    Run.Predecessors.push_back(int64_t(Run.Ordinal) + signedNumber());
  for (uint32_t I = 0; I != Operations; ++I)
    if (!operation(I))
      return false;
  return Good;
}

bool decodeOperations(std::string_view Bytes, RunCode &Run) {
  if (Reader(Bytes, Run).run())
    return true;
  Run.Predecessors.clear();
  Run.Operations.clear();
  Run.Inputs.clear();
  return false;
}

/// Most values of a function: more are damage.
static constexpr uint32_t MaxValues = 1 << 20;

SiteId CodeOfRun::firstSite() const { return SiteId(Entry->FirstSite); }

uint32_t CodeOfRun::sites() const { return Entry->OwnLanes; }

uint32_t CodeOfRun::instructions() const { return Entry->ownInstructions(); }

std::unique_ptr<RunCode> CodeOfRun::code() const {
  auto B = Image->read<Block>(TableKind::Blocks, Address);
  if (!B)
    return nullptr;
  auto Target = [&](size_t Field, RelPtr Value) {
    return targetOf(Address + Field, Value);
  };
  auto Result = std::make_unique<RunCode>();
  Result->Function = Target(offsetof(Block, Function), B->Function);
  if (auto F = Image->read<Function>(TableKind::Functions, Result->Function))
    Result->Values = F->Values <= MaxValues ? F->Values : 0;
  Result->Ordinal = B->Ordinal;
  Result->Id = B->Id;
  Result->EntersFunction = B->Flags & BlockEntersFunction;
  Result->Instructions = instructions();
  Result->FirstSite = Entry->FirstSite;
  Result->Sites = Entry->OwnLanes;
  decodeOperations(
      Image->operations(Target(offsetof(Block, Operations), B->Operations)),
      *Result);
  return Result;
}

std::unique_ptr<RunCode> ModuleSet::runCode(uint64_t Address) const {
  const auto *E = Self->BlockOwners.find(Address);
  const DecodedBlock *Known = Self->Blocks.lookUp(Address);
  if (!E || !Known)
    return nullptr;
  return CodeOfRun{&E->Owner->Image, Known, Address}.code();
}

} // namespace memfacet::decode
