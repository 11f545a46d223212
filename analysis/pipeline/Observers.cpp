//===- pipeline/Observers.cpp - the analyses that a user asks for ---------===//

#include "analysis/pipeline/Observers.h"

namespace memfacet {

void Observers::accesses(const OwnedPart &P) {
  for (auto &O : All)
    O->accesses(P);
}

void Observers::event(const Event &E) {
  for (auto &O : All)
    O->event(E);
}

void Observers::count(bool Wanted) {
  for (auto &O : All)
    O->count(Wanted);
}

void Observers::forgetCounts() {
  for (auto &O : All)
    O->forgetCounts();
}

void Observers::fill(Profile &P) {
  for (auto &O : All)
    O->fill(P);
}

} // namespace memfacet
