# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of random C++ programs: features of the library."""


class Library:
    def part_containers(self):
        """Random steps on one container of a random kind."""
        element = self.choice("unsigned", "double", "std::string", "std::pair<int, long>",
                              "std::vector<unsigned>", "Big")
        value = {"unsigned": "V", "double": "double(V % 1000u)",
                 "std::string": "std::string(V % 40u, 'c')",
                 "std::pair<int, long>": "std::pair<int, long>(int(V % 9u), V)",
                 "std::vector<unsigned>": "std::vector<unsigned>(V % 9u, V)",
                 "Big": "Big{{V}}"}[element]
        size = {"unsigned": "X", "double": "unsigned(X)",
                "std::string": "unsigned(X.size())",
                "std::pair<int, long>": "unsigned(X.second)",
                "std::vector<unsigned>": "unsigned(X.size())",
                "Big": "X.Words[0]"}[element]
        kind = self.choice("vector", "deque", "list", "map", "unordered_map")
        keyed = "map" in kind
        typed = f"std::{kind}<unsigned, {element}>" if keyed else f"std::{kind}<{element}>"
        insertion = f"All.insert_or_assign(V % {self.number(1, 300)}u, {value})" \
            if keyed else f"All.push_back({value})"
        take = "All.erase(All.begin())" if keyed or kind != "vector" else \
            "All.pop_back()"
        binding = "auto &[K, X]" if keyed else "auto &X"
        key = "K" if keyed else "1u"
        storage = self.choice("static ", "")
        clear = "  All.clear();\n" if storage else ""
        return f"""
struct Big {{ unsigned Words[{self.number(1, 40)}]; }};
{storage}{typed} {"All" if storage else "Unused"};
unsigned part(unsigned N) {{
{clear}{"" if storage else f"  {typed} All;" + chr(10)}  unsigned State = N, Sum = 0;
  for (unsigned I = 0; I != N * {self.number(1, 8)}u; ++I) {{
    unsigned V = next(State) >> 8;
    if (V % {self.number(3, 9)}u == 0 && !All.empty())
      {take};
    else
      {insertion};
  }}
  for (unsigned Round = 0; Round != {self.number(1, 4)}u; ++Round) {{
    unsigned Part = 0;
    for ({binding} : All)
      Part += {size} * {key};
    Sum = Sum * 31u + Part;
  }}
  return Sum + unsigned(All.size());
}}
"""

    def part_sorting(self):
        """Algorithms with lambdas, and stored functions."""
        order = self.choice("std::sort", "std::stable_sort")
        other = self.choice("std::make_heap(All.begin(), All.end(), Less);",
                            "std::nth_element(All.begin(), All.begin() + "
                            "long(N / 2u), All.end(), Less);",
                            "std::reverse(All.begin(), All.end());",
                            "std::rotate(All.begin(), All.begin() + "
                            "long(N / 3u), All.end());")
        return f"""
struct Entry {{ unsigned Key, Payload[{self.number(1, 9)}]; }};
unsigned part(unsigned N) {{
  std::vector<Entry> All(N + 1u);
  unsigned State = N, Calls = 0;
  for (auto &E : All)
    E.Key = next(State) >> {self.number(4, 24)}, E.Payload[0] = State;
  auto Less = [&](const Entry &A, const Entry &B) {{
    Calls += 1;
    return std::tie(A.Key, A.Payload[0]) < std::tie(B.Key, B.Payload[0]);
  }};
  {order}(All.begin(), All.end(), Less);
  {other}
  std::vector<std::function<unsigned(unsigned)>> Kept;
  for (unsigned I = 0; I != {self.number(1, 8)}u; ++I)
    Kept.push_back([&All, I](unsigned V) {{ return All[(V + I) % All.size()].Key; }});
  unsigned Sum = 0;
  for (auto &F : Kept)
    Sum = Sum * 31u + F(N);
  return std::accumulate(All.begin(), All.end(), Sum,
                         [](unsigned S, const Entry &E) {{ return S * 31u + E.Key; }});
}}
"""

    def part_pointers(self):
        """A graph of shared and weak pointers, and moved-from objects."""
        return f"""
struct Node {{
  unsigned Key;
  std::vector<std::shared_ptr<Node>> Next;
  std::weak_ptr<Node> Back;
  std::unique_ptr<unsigned[]> Room;
  explicit Node(unsigned Key)
      : Key(Key), Room(new unsigned[{self.number(1, 30)}]()) {{ Room[0] = Key; }}
}};
static unsigned visit(const std::shared_ptr<Node> &N, unsigned Depth) {{
  unsigned Sum = N->Key + N->Room[0];
  if (auto B = N->Back.lock())
    Sum += B->Key;
  if (Depth != 0)
    for (auto &M : N->Next)
      Sum += visit(M, Depth - 1);
  return Sum;
}}
unsigned part(unsigned N) {{
  std::vector<std::shared_ptr<Node>> All;
  unsigned State = N;
  for (unsigned I = 0; I != N; ++I) {{
    {self.choice("auto New = std::make_shared<Node>(I);",
              "std::shared_ptr<Node> New(new Node(I));")}
    if (!All.empty()) {{
      auto &From = All[next(State) % All.size()];
      From->Next.push_back(New);
      New->Back = From;
    }}
    All.push_back(std::move(New));
  }}
  unsigned Sum = visit(All.front(), {self.number(1, 6)});
  auto Kept = std::move(All.front());
  All.resize(1);
  All.front() = Kept;
  return Sum + visit(Kept, {self.number(1, 5)});
}}
"""

    def part_strings(self):
        """Short and long strings that grow and shrink."""
        return f"""
static std::map<std::string, unsigned> Words;
unsigned part(unsigned N) {{
  std::string Text;
  unsigned State = N;
  for (unsigned I = 0; I != N * {self.number(1, 6)}u; ++I) {{
    Text += char('a' + (next(State) >> 16) % 5u);
    if (I % {self.number(2, 9)}u == 0)
      Text += ' ';
    if (Text.size() > {self.number(20, 400)}u)
      Text.erase(0, Text.size() / 2u);
  }}
  for (size_t At = 0; At < Text.size();) {{
    size_t End = std::min(Text.find(' ', At), Text.size());
    ++Words[Text.substr(At, End - At)];
    At = End + 1;
  }}
  char Buffer[{self.number(40, 200)}];
  std::snprintf(Buffer, sizeof Buffer, "%u %.20s %x", N, Text.c_str(), State);
  unsigned Sum = unsigned(std::strlen(Buffer)) + unsigned(Words.size());
  for (auto &[W, Count] : Words)
    Sum = Sum * 31u + Count + unsigned(W.size());
  return Sum;
}}
"""
