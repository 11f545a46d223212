//===- SignatureCounters.cpp - all signatures of a thread -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignatureCounters.h"

namespace memfacet::gauges {

SignatureCounters::SignatureCounters(const SignaturePlan &Plan)
    : Plan(Plan), Local(Plan.wants(result::SignatureKind::LocalStride) ||
                        Plan.wants(result::SignatureKind::LocalStrideSite)),
      Global(Plan.wants(result::SignatureKind::GlobalStride) ||
             Plan.wants(result::SignatureKind::GlobalStrideSite)),
      Projects(Plan.wants(result::SignatureKind::ProjectedBlocks)),
      Loads(Plan.Shape), FirstMisses(Plan.Shape), Misses(Plan.Shape),
      Locals(Plan.Shape), Globals(Plan.Shape), Lines(Plan.Shape),
      Reuses(Plan.Shape), Code(Plan.Shape), Projected(Plan.Dimensions) {}

void SignatureCounters::add(const decode::BatchPart &P,
                            const caches::Outcome *Outcomes, uint32_t Column) {
  if (Plan.wants(result::SignatureKind::Image))
    Loads.addLoads(P, Column);
  if (Outcomes && Plan.wants(result::SignatureKind::FirstMissImage))
    FirstMisses.addMisses(P, Outcomes, 0, Column);
  if (Outcomes && Plan.wants(result::SignatureKind::MissImage))
    Misses.addMisses(P, Outcomes, Plan.Shape.MissLevel, Column);
  if (Local)
    Locals.addLocal(P);
  if (Global)
    Globals.addGlobal(P);
  if (Plan.wants(result::SignatureKind::WorkingSet))
    Lines.add(P);
  if (Plan.wants(result::SignatureKind::Reuse))
    Reuses.add(P);
}

std::string SignatureCounters::packed(result::SignatureKind Kind) {
  switch (Kind) {
  case result::SignatureKind::Image:
    return Loads.counts().packed();
  case result::SignatureKind::MissImage:
    return Misses.counts().packed();
  case result::SignatureKind::FirstMissImage:
    return FirstMisses.counts().packed();
  case result::SignatureKind::LocalStride:
    return Locals.plain().packed();
  case result::SignatureKind::LocalStrideSite:
    return Locals.withSite().packed();
  case result::SignatureKind::GlobalStride:
    return Globals.plain().packed();
  case result::SignatureKind::GlobalStrideSite:
    return Globals.withSite().packed();
  case result::SignatureKind::WorkingSet:
    return Lines.counts().packed();
  case result::SignatureKind::Reuse:
    return Reuses.counts().packed();
  case result::SignatureKind::Addresses:
    return Code.addresses();
  case result::SignatureKind::SampledBlocks:
    return Code.blocks();
  case result::SignatureKind::ProjectedBlocks:
    return Projected.packed();
  }
  return {};
}

std::vector<result::SignatureVector>
SignatureCounters::vectors(uint32_t Thread, uint32_t Interval) {
  std::vector<result::SignatureVector> Result;
  for (result::SignatureKind Kind : Plan.Kinds) {
    result::SignatureVector V{Kind, Thread, Interval};
    result::setCounts(V, packed(Kind));
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

} // namespace memfacet::gauges
