// An index of documents in containers of the standard library: words to posting
// lists in a hash map of strings, queries that intersect lists and keep the
// best in a heap, a cache of answers that forgets the one used longest ago.
// Arguments: documents, queries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

class Dice {
public:
  explicit Dice(uint64_t Seed) : State(Seed) {}
  size_t below(size_t Limit) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return size_t(State >> 33) % Limit;
  }
  /// Small numbers are drawn more often.
  size_t skewed(size_t Limit) { return below(below(below(Limit) + 1) + 1); }

private:
  uint64_t State;
};

std::string spell(size_t Word) {
  static const char *const Parts[] = {"ka",  "lo", "mi",  "ten", "ru",
                                      "sor", "be", "vin", "a",   "dral"};
  std::string Text;
  for (size_t Rest = Word + 1; Rest > 0; Rest /= 10)
    Text += Parts[Rest % 10];
  return Text + std::to_string(Word % 3);
}

struct Posting {
  uint32_t Document;
  uint32_t Times;
};

class Index {
public:
  void add(uint32_t Document, const std::vector<std::string> &Words) {
    std::map<std::string, uint32_t> Times;
    for (const std::string &W : Words)
      ++Times[W];
    for (const auto &[Word, Count] : Times)
      Lists[Word].push_back({Document, Count});
    Lengths.push_back(uint32_t(Words.size()));
  }

  /// Returns the numbers of the documents with all words, the best ones first.
  std::vector<uint32_t> find(const std::vector<std::string> &Words) const {
    using Rated = std::pair<double, uint32_t>;
    std::priority_queue<Rated, std::vector<Rated>, std::greater<>> Best;
    for (const auto &[Document, Score] : intersect(Words)) {
      Best.push({Score / Lengths[Document], Document});
      if (Best.size() > 10)
        Best.pop();
    }
    std::vector<uint32_t> Result;
    for (; !Best.empty(); Best.pop())
      Result.push_back(Best.top().second);
    std::reverse(Result.begin(), Result.end());
    return Result;
  }

private:
  std::vector<std::pair<uint32_t, double>>
  intersect(const std::vector<std::string> &Words) const {
    std::vector<std::pair<uint32_t, double>> Found;
    for (size_t I = 0; I < Words.size(); ++I) {
      auto Entry = Lists.find(Words[I]);
      if (Entry == Lists.end())
        return {};
      if (I == 0)
        for (const Posting &P : Entry->second)
          Found.emplace_back(P.Document, P.Times);
      else
        Found = common(Found, Entry->second);
    }
    return Found;
  }

  static std::vector<std::pair<uint32_t, double>>
  common(const std::vector<std::pair<uint32_t, double>> &Left,
         const std::vector<Posting> &Right) {
    std::vector<std::pair<uint32_t, double>> Both;
    auto P = Right.begin();
    for (const auto &[Document, Score] : Left) {
      while (P != Right.end() && P->Document < Document)
        ++P;
      if (P != Right.end() && P->Document == Document)
        Both.emplace_back(Document, Score + P->Times);
    }
    return Both;
  }

  std::unordered_map<std::string, std::vector<Posting>> Lists;
  std::vector<uint32_t> Lengths;
};

/// The newest answer is the first in the list.
class Cache {
public:
  explicit Cache(size_t Limit) : Most(Limit) {}

  const std::vector<uint32_t> *get(const std::string &Query) {
    auto Found = Places.find(Query);
    if (Found == Places.end())
      return nullptr;
    Answers.splice(Answers.begin(), Answers, Found->second);
    return &Found->second->second;
  }

  void put(const std::string &Query, std::vector<uint32_t> Answer) {
    Answers.emplace_front(Query, std::move(Answer));
    Places[Query] = Answers.begin();
    if (Answers.size() <= Most)
      return;
    Places.erase(Answers.back().first);
    Answers.pop_back();
  }

private:
  using Entry = std::pair<std::string, std::vector<uint32_t>>;
  size_t Most;
  std::list<Entry> Answers;
  std::unordered_map<std::string, std::list<Entry>::iterator> Places;
};

Index build(size_t Documents, Dice &D) {
  Index Result;
  for (size_t I = 0; I < Documents; ++I) {
    std::vector<std::string> Words;
    for (size_t W = 0, Count = 20 + D.below(60); W < Count; ++W)
      Words.push_back(spell(D.skewed(5000)));
    Result.add(uint32_t(I), Words);
  }
  return Result;
}

uint64_t ask(const Index &I, size_t Queries, Dice &D) {
  Cache Known(300);
  uint64_t Sum = 0;
  for (size_t Q = 0; Q < Queries; ++Q) {
    std::vector<std::string> Words;
    std::string Query;
    for (size_t W = 0, Count = 1 + D.below(3); W < Count; ++W) {
      Words.push_back(spell(20 + D.skewed(400)));
      Query += Words.back() + " ";
    }
    const std::vector<uint32_t> *Answer = Known.get(Query);
    if (!Answer) {
      Known.put(Query, I.find(Words));
      Answer = Known.get(Query);
    }
    for (uint32_t Document : *Answer)
      Sum = Sum * 31 + Document;
  }
  return Sum;
}

} // namespace

int main(int Count, char **Words) {
  size_t Documents = Count > 1 ? size_t(std::atoi(Words[1])) : 10000;
  size_t Queries = Count > 2 ? size_t(std::atoi(Words[2])) : 20000;
  Dice D(17);
  Index I = build(Documents, D);
  std::printf("%llu\n", static_cast<unsigned long long>(ask(I, Queries, D)));
}
