//===- InlineAssembly.cpp - what statements of assembly may do ------------===//

#include "pass/accesses/InlineAssembly.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static const InlineAsm *assemblyOf(const CallBase &Call) {
  return dyn_cast<InlineAsm>(Call.getCalledOperand());
}

/// Instructions that touch no memory, though they are often said to clobber it,
/// so that the compiler moves nothing across them.
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

static bool isHarmless(const InlineAsm &Assembly) {
  StringRef Text = Assembly.getAsmString();
  while (!Text.empty()) {
    size_t End = Text.find_first_of("\n;");
    if (!isHarmless(Text.take_front(End).trim()))
      return false;
    Text = End == StringRef::npos ? StringRef() : Text.drop_front(End + 1);
  }
  return true;
}

/// Whether it is said to touch memory that no operand shows, or through one.
static bool saysMemory(const InlineAsm &Assembly, bool Operands) {
  for (const InlineAsm::ConstraintInfo &C : Assembly.ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber && C.Codes.front() == "{memory}")
      return true;
    if (Operands && C.isIndirect)
      return true;
  }
  return false;
}

bool memfacet::isBlindSpot(const CallBase &Call) {
  const InlineAsm *Assembly = assemblyOf(Call);
  return Assembly && !isHarmless(*Assembly) &&
         (saysMemory(*Assembly, true) ||
          StringRef(Assembly->getAsmString()).find_first_of("([") !=
              StringRef::npos);
}

// Other code can only run unnoticed where the compiler is told that memory
// changes. Nothing can be inserted behind all the ways out of a `callbr`.
bool memfacet::mayRunCode(const CallBase &Call) {
  const InlineAsm *Assembly = assemblyOf(Call);
  return Assembly && !isa<CallBrInst>(Call) && !isHarmless(*Assembly) &&
         (saysMemory(*Assembly, false) ||
          StringRef(Assembly->getAsmString()).contains("call"));
}
