//===- ReferenceFrames.h - what a stack holds, by search ------------------===//
//
// The marks of memfacet/Tables.h, one after another, on lists of all frames and
// locals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEFRAMES_H
#define MEMFACET_TEST_SUPPORT_REFERENCEFRAMES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace memfacet::test {

class ReferenceFrames {
public:
  struct Counts {
    uint64_t Loads = 0, Objects = 0, Bytes = 0;
  };

  void frameBegin(uint64_t Anchor) {
    // The same function once more, in the same place: it was left unnoticed.
    if (!Frames.empty() && Frames.back().Anchor == Anchor)
      Frames.pop_back();
    Frames.push_back({Anchor, {}});
  }
  void frameEnd(uint64_t Anchor) {
    for (size_t I = Frames.size(); I-- != 0;)
      if (Frames[I].Anchor == Anchor)
        return Frames.resize(I);
  }
  void localBegin(const std::string &Name, uint64_t Address, uint64_t Bytes) {
    remove([&](const Local &L) {
      return L.Low < Address + Bytes && Address < L.Low + L.Bytes;
    });
    Frames.back().Locals.push_back({Name, Address, Bytes});
    ByName[Name].Objects += 1;
    ByName[Name].Bytes += Bytes;
  }
  void localEnd(uint64_t Address) {
    remove([&](const Local &L) { return L.Low == Address; });
  }
  void stackCut(uint64_t Address) {
    while (!Frames.empty() && Frames.back().Anchor < Address)
      Frames.pop_back();
    remove([&](const Local &L) { return L.Low < Address; });
  }
  void load(uint64_t Address) {
    for (const Frame &F : Frames)
      for (const Local &L : F.Locals)
        if (L.Low <= Address && Address < L.Low + L.Bytes) {
          ++ByName[L.Name].Loads;
          return;
        }
    ++ByName["[stack]"].Loads;
  }

  std::map<std::string, Counts> ByName;

private:
  struct Local {
    std::string Name;
    uint64_t Low, Bytes;
  };
  struct Frame {
    uint64_t Anchor;
    std::vector<Local> Locals;
  };
  template <typename Predicate> void remove(Predicate P) {
    for (Frame &F : Frames)
      std::erase_if(F.Locals, P);
  }

  std::vector<Frame> Frames;
};

} // namespace memfacet::test

#endif
