//===- pass/Emitter.h - the code that writes records ----------------------===//

#ifndef MEMFACET_PASS_EMITTER_H
#define MEMFACET_PASS_EMITTER_H

#include "pass/Cursor.h"
#include "pass/Entries.h"
#include "pass/Plan.h"

namespace memfacet {

/// Inserts the code of memfacet/Entry.h for run \p R: room check where \p Check
/// says so, header \p Header, each slot just before the access it is for. With
/// \p Verify, every access's address follows the slots.
void emitRecord(const Run &R, const RunPlan &Plan, llvm::Value *Header,
                const Entries &Runtime, const Cursor &Local, bool Check,
                bool Verify);

} // namespace memfacet

#endif
