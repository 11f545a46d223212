//===- SignatureCounters.cpp - all signatures of a thread -----------------===//

#include "analysis/gauges/signature/SignatureCounters.h"

namespace memfacet {

SignatureCounters::SignatureCounters(const SignaturePlan &Plan)
    : Plan(Plan), Local(Plan.wants(SignatureKind::LocalStride) ||
                        Plan.wants(SignatureKind::LocalStrideSite)),
      Global(Plan.wants(SignatureKind::GlobalStride) ||
             Plan.wants(SignatureKind::GlobalStrideSite)),
      Projects(Plan.wants(SignatureKind::ProjectedBlocks)), Loads(Plan.Shape),
      FirstMisses(Plan.Shape), Misses(Plan.Shape), Locals(Plan.Shape),
      Globals(Plan.Shape), Lines(Plan.Shape), Reuses(Plan.Shape),
      Code(Plan.Shape), Projected(Plan.Dimensions) {}

void SignatureCounters::add(const BatchPart &P, const Outcome *Outcomes,
                            uint32_t Column) {
  if (Plan.wants(SignatureKind::Image))
    Loads.addLoads(P, Column);
  if (Outcomes && Plan.wants(SignatureKind::FirstMissImage))
    FirstMisses.addMisses(P, Outcomes, 0, Column);
  if (Outcomes && Plan.wants(SignatureKind::MissImage))
    Misses.addMisses(P, Outcomes, Plan.Shape.MissLevel, Column);
  if (Local)
    Locals.addLocal(P);
  if (Global)
    Globals.addGlobal(P);
  if (Plan.wants(SignatureKind::WorkingSet))
    Lines.add(P);
  if (Plan.wants(SignatureKind::Reuse))
    Reuses.add(P);
}

std::string SignatureCounters::packed(SignatureKind Kind) {
  switch (Kind) {
  case SignatureKind::Image:
    return Loads.counts().packed();
  case SignatureKind::MissImage:
    return Misses.counts().packed();
  case SignatureKind::FirstMissImage:
    return FirstMisses.counts().packed();
  case SignatureKind::LocalStride:
    return Locals.plain().packed();
  case SignatureKind::LocalStrideSite:
    return Locals.withSite().packed();
  case SignatureKind::GlobalStride:
    return Globals.plain().packed();
  case SignatureKind::GlobalStrideSite:
    return Globals.withSite().packed();
  case SignatureKind::WorkingSet:
    return Lines.counts().packed();
  case SignatureKind::Reuse:
    return Reuses.counts().packed();
  case SignatureKind::Addresses:
    return Code.addresses();
  case SignatureKind::SampledBlocks:
    return Code.blocks();
  case SignatureKind::ProjectedBlocks:
    return Projected.packed();
  }
  return {};
}

std::vector<SignatureVector> SignatureCounters::vectors(uint32_t Thread,
                                                        uint32_t Interval) {
  std::vector<SignatureVector> Result;
  for (SignatureKind Kind : Plan.Kinds) {
    SignatureVector V{Kind, Thread, Interval};
    setCounts(V, packed(Kind));
    Result.push_back(std::move(V));
  }
  return Result;
}

void SignatureCounters::clear() {
  for (Histogram *H : {&Loads.counts(), &FirstMisses.counts(), &Misses.counts(),
                       &Locals.plain(), &Locals.withSite(), &Globals.plain(),
                       &Globals.withSite(), &Lines.counts(), &Reuses.counts()})
    H->clear();
  Code.clear();
  Projected.clear();
}

} // namespace memfacet
