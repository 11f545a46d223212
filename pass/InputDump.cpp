//===- InputDump.cpp - test mode: the code before it is recorded ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/InputDump.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/Pins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace memfacet;

void memfacet::dumpInput(const Module &M, const std::string &Folder) {
  std::unique_ptr<Module> Copy = CloneModule(M);
  naming::PinTable::take(*Copy);
  naming::FieldPins::take(*Copy);
  StripDebugInfo(*Copy);
  std::string Text;
  raw_string_ostream(Text) << *Copy;
  SmallString<256> Path(Folder);
  sys::path::append(Path, sys::path::filename(M.getSourceFileName()) + "." +
                              utohexstr(MD5Hash(Text), /*LowerCase=*/true,
                                        /*Width=*/16) +
                              ".ll");
  std::error_code Error = sys::fs::create_directories(Folder);
  if (!Error) {
    raw_fd_ostream File(Path, Error);
    File << Text;
  }
  if (Error)
    M.getContext().emitError("cannot write '" + Path + "': " + Error.message() +
                             "; give --memfacet-dump-input=FOLDER another one");
}
