# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of random C++ programs: how values are passed between functions, and where
objects are stored."""


class Objects:
    def part_arguments(self):
        """Structures and wide numbers as named and variable arguments."""
        words = [self.number(1, 9) for _ in range(3)]
        kinds = self.r.choices(["A", "B", "C", "double", "long double", "unsigned",
                                "unsigned long"], k=self.number(2, 12))
        makes = {"A": "A{I, N}", "B": "B{I * 0.5, 1.0}", "C": "C{(unsigned char)I}",
                 "double": "double(I) + 0.25", "long double": "I * 2.0L",
                 "unsigned": "I + 3u", "unsigned long": "I * 5ul"}
        reads = {"A": "V.Words[0]", "B": "unsigned(V.Words[0])", "C": "V.Words[0]"}
        takes = "".join(f"""  {{
    auto V = va_arg(All, {kind});
    Sum = Sum * 31u + {reads.get(kind, "unsigned(V)")};
  }}
""" for kind in kinds)
        arguments = ", ".join(makes[kind] for kind in kinds)
        named = ", ".join(f"{kind} V{k}" for k, kind in enumerate(kinds))
        added = "".join(f"  Sum += {reads.get(kind, 'unsigned(V)').replace('V', f'V{k}', 1)};\n"
                        for k, kind in enumerate(kinds))
        locals_ = f"""    unsigned Room = 1u + I % {self.number(2, 40)}u;
    auto *Own = static_cast<unsigned *>(__builtin_alloca(Room * 4u));
    for (unsigned K = 0; K != Room; ++K)
      Own[K] = K + N;
    Sum += Own[I % Room];
""" if self.chance(0.5) else ""
        return f"""
struct A {{ unsigned Words[{words[0] + 1}]; }};
struct B {{ double Words[{self.number(2, 4)}]; }};
struct C {{ unsigned char Words[{words[2]}]; }};
[[gnu::noinline]] static unsigned many(unsigned N, ...) {{
  va_list All, Again;
  va_start(All, N);
  va_copy(Again, All);
  unsigned Sum = N;
{takes}  va_end(All);
  {{
    auto V = va_arg(Again, {kinds[0]});
    Sum += {reads.get(kinds[0], "unsigned(V)")};
  }}
  va_end(Again);
  return Sum;
}}
[[gnu::noinline]] static unsigned named(unsigned N, {named}) {{
  unsigned Sum = N;
{added}  return Sum;
}}
[[gnu::noinline]] static A bent(A Of, unsigned By) {{
  Of.Words[0] ^= By;
  return Of;
}}
static unsigned once(unsigned I, unsigned N) {{
  unsigned Sum = many(I, {arguments}) + named(N, {arguments});
{locals_}  Sum += bent(bent(A{{I, N}}, Sum), I).Words[0];
  return Sum + {self.choice("many", "named")}(I, {arguments});
}}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned I = 0; I != {self.number(1, 30)}u; ++I)
    Sum += once(I % 7u, N % 5u);
  return Sum;
}}
"""

    def part_deep(self):
        """Recursion with large values, and with functions as arguments."""
        words = self.number(1, 60)
        return f"""
struct Block {{
  unsigned Words[{words}];
  unsigned total() const {{
    unsigned Sum = 0;
    for (unsigned W : Words)
      Sum += W;
    return Sum;
  }}
}};
[[gnu::noinline]] static Block halves(Block Of, unsigned Depth,
                                      const std::function<unsigned(unsigned)> &By) {{
  if (Depth == 0)
    return Of;
  Block Left = halves(Of, Depth - 1u, By), Right;
  Right = Left;
  Right.Words[Depth % {words}u] += By(Depth);
  return halves({self.choice("Right", "std::move(Right)", "Block(Right)")}, Depth - 1u,
                [&](unsigned V) {{ return By(V) + Left.Words[V % {words}u]; }});
}}
unsigned part(unsigned N) {{
  Block First{{}};
  First.Words[0] = N;
  unsigned Calls = 0;
  Block Last = halves(First, {self.number(1, 6)}u, [&Calls, N](unsigned V) {{
    return ++Calls + V * N;
  }});
  return Last.total() + Calls;
}}
"""

    def part_globals(self):
        """Objects whose constructors and destructors run before and after main."""
        count = self.number(1, 4)
        entries = "\n".join(f"static Entry E{k}({self.number(1, 40)}u);"
                            for k in range(count))
        used = " + ".join(f"E{k}.at(N)" for k in range(count))
        return f"""
static unsigned *Ledger;
static unsigned Length;
struct Entry {{
  std::vector<unsigned> Cells;
  unsigned Fixed[{self.number(1, 20)}] = {{}};
  explicit Entry(unsigned Count) : Cells(Count, Count) {{
    Ledger = static_cast<unsigned *>(std::realloc(Ledger, ++Length * sizeof *Ledger));
    Ledger[Length - 1u] = Count;
  }}
  ~Entry() {{
    Fixed[0] += Cells.empty() ? 0u : Cells.back();
    if (--Length == 0)
      std::free(Ledger);
  }}
  unsigned at(unsigned I) {{ return Cells[I % Cells.size()]++ + ++Fixed[0]; }}
}};
{entries}
static Entry &late(unsigned N) {{
  static Entry Own(1u + N % 9u);
  return Own;
}}
unsigned part(unsigned N) {{
  unsigned Sum = late(N).at(N);
  for (unsigned I = 0; I != {self.number(1, 20)}u; ++I)
    Sum += {used};
  return Sum + Ledger[0] + Length;
}}
"""

    def part_arenas(self):
        """Containers whose memory is in a local array."""
        container = self.choice("vector<unsigned>", "list<unsigned>", "deque<unsigned>",
                                "map<unsigned, unsigned>")
        insertion = "All[I % 17u] += I" if "map" in container else "All.push_back(I * 3u)"
        get = "V.second" if "map" in container else "V"
        return f"""
[[gnu::noinline]] static unsigned fill(unsigned N) {{
  alignas(16) char Room[{self.choice(256, 1024, 8192)}];
  std::pmr::monotonic_buffer_resource Arena(Room, sizeof Room);
  {self.choice("", "std::pmr::unsynchronized_pool_resource Pool(&Arena);")}
  std::pmr::{container} All(&Arena);
  for (unsigned I = 0; I != N; ++I)
    {insertion};
  unsigned Sum = 0;
  for (auto &V : All)
    Sum += {get};
  return Sum;
}}
{self.rounds(9, "fill")}"""

    def part_ranges(self):
        """Views over arrays of arrays, and slices of them."""
        rows, columns = self.number(1, 12), self.number(1, 20)
        return f"""
static double Plane[{rows}][{columns}];
static std::array<std::array<short, {columns}>, {rows}> Small;
[[gnu::noinline]] static double column(std::span<double[{columns}]> Of, unsigned C) {{
  double Sum = 0;
  for (auto &Row : Of{self.choice("", f".first({self.number(1, rows)})", ".last(1)")})
    Sum += Row[C];
  return Sum;
}}
unsigned part(unsigned N) {{
  for (unsigned R = 0; R != {rows}u; ++R)
    for (unsigned C = 0; C != {columns}u; ++C)
      Plane[R][C] = double(R + C * N), Small[R][C] = short(R ^ C);
  double Sum = 0;
  for (unsigned C = 0; C != {columns}u; ++C)
    Sum += column(Plane, C);
  auto Odd = Small | std::views::join |
             std::views::filter([](short V) {{ return V % 2 != 0; }}) |
             std::views::transform([N](short V) {{ return unsigned(V) * N; }});
  unsigned Total = unsigned(Sum);
  for (unsigned V : Odd)
    Total += V;
  std::ranges::sort(Small, {{}}, [](auto &Row) {{ return Row[0]; }});
  auto Copied = Small;
  auto Pair = std::make_unique<std::pair<unsigned, double>>(Total, Sum);
  auto &[First, Rest] = *Pair;
  return First + unsigned(Rest) + unsigned(Copied.back().front());
}}
"""

    def part_wide(self):
        """Numbers of several words, and overlapping members of unions."""
        return f"""
typedef unsigned __int128 Wide;
union Both {{
  Wide Number;
  unsigned Words[4];
  struct {{ unsigned Low : 5; unsigned High : 27; unsigned char Rest; }};
}};
static Both Cells[{self.number(1, 20)}];
typedef std::complex<{self.choice("float", "double", "long double")}> Point;
static Point Points[{self.number(1, 20)}];
[[gnu::noinline]] static Wide times(Wide A, Wide B) {{ return A * B + 1u; }}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned I = 0; I != {self.number(1, 40)}u; ++I) {{
    auto &Cell = Cells[I % (sizeof Cells / sizeof *Cells)];
    Cell.Number = times(Cell.Number + I, N);
    Cell.High = I;
    Sum ^= Cell.Words[I % 4u] + Cell.Low;
    auto &At = Points[I % (sizeof Points / sizeof *Points)];
    At = (At * Point(0, 1) + Point(1, 2)) * Point(0.5);
    unsigned Asked = I;
    {self.choice('asm("addl %1, %0" : "+r"(Asked) : "m"(Cell.Words[1]));',
              'asm volatile("addl $3, %0" : "+m"(Cell.Words[2]));', "")}
    Sum += Asked + (At.real() < {self.number(1, 3)} ? 1u : 2u);
    std::array<unsigned, 4> Words = std::bit_cast<std::array<unsigned, 4>>(Cell.Number);
    Sum += Words[3 - I % 4u];
  }}
  return Sum;
}}
"""
