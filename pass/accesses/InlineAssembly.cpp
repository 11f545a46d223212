//===- InlineAssembly.cpp - what inline assembly may do -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/InlineAssembly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static const InlineAsm *assemblyOf(const CallBase &Call) {
  return dyn_cast<InlineAsm>(Call.getCalledOperand());
}

/// Instructions that touch no memory, though they are often declared to clobber
/// it, so that the compiler moves nothing across them.
static bool isHarmless(StringRef Instruction) {
  StringRef Word = Instruction.take_until(
      [](char C) { return C == ' ' || C == '\t' || C == '#'; });
  if (Word == "rep" || Word == "repz")
    return isHarmless(Instruction.drop_front(Word.size()).trim());
  return StringSwitch<bool>(Word)
      .Cases("", "nop", "pause", "endbr64", true)
      .Cases("mfence", "lfence", "sfence", true)
      .Cases("cpuid", "rdtsc", "rdtscp", "ud2", "int3", true)
      .Default(false);
}

static SmallVector<StringRef> statements(const InlineAsm &Assembly) {
  SmallVector<StringRef> Result;
  SplitString(Assembly.getAsmString(), Result, "\n;");
  for (StringRef &Statement : Result)
    Statement = Statement.trim();
  return Result;
}

static bool isHarmless(const InlineAsm &Assembly) {
  return all_of(statements(Assembly),
                [](StringRef Statement) { return isHarmless(Statement); });
}

/// Returns whether the constraints declare a touch of memory: a clobber or an
/// operand.
static bool declaresMemory(const InlineAsm &Assembly, bool Operands) {
  for (const InlineAsm::ConstraintInfo &C : Assembly.ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber && C.Codes.front() == "{memory}")
      return true;
    if (Operands && C.isIndirect)
      return true;
  }
  return false;
}

bool memfacet::accesses::isBlindSpot(const CallBase &Call) {
  const InlineAsm *Assembly = assemblyOf(Call);
  return Assembly && !isHarmless(*Assembly) &&
         (declaresMemory(*Assembly, true) ||
          StringRef(Assembly->getAsmString()).find_first_of("([") !=
              StringRef::npos);
}

// Other code can run only where the assembly declares that memory changes. No
// code can be inserted after all exits of a `callbr`.
bool memfacet::accesses::mayRunCode(const CallBase &Call) {
  const InlineAsm *Assembly = assemblyOf(Call);
  return Assembly && !isa<CallBrInst>(Call) && !isHarmless(*Assembly) &&
         (declaresMemory(*Assembly, false) ||
          StringRef(Assembly->getAsmString()).contains("call"));
}

// `%=` has become `${:uid}`.
static bool isLabel(StringRef Statement) {
  auto [Name, Rest] = Statement.split(':');
  return Name.size() < Statement.size() && !Name.empty() && !isDigit(Name[0]) &&
         all_of(
             Name,
             [](char C) {
               return isAlnum(C) || C == '_' || C == '.' || C == '$';
             });
}

bool memfacet::accesses::definesLabel(const CallBase &Call) {
  const InlineAsm *Assembly = assemblyOf(Call);
  return Assembly && any_of(statements(*Assembly), isLabel);
}
