# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of random C++ programs: features of the language."""


class Language:
    def part_classes(self):
        """Virtual functions, through several bases."""
        count = self.number(2, 4)
        virtual = self.choice("", "virtual ")
        text = f"""
struct Shape {{
  unsigned Id, Cells[{self.number(1, 9)}] = {{}};
  explicit Shape(unsigned Id) : Id(Id) {{ Cells[0] = Id; }}
  virtual ~Shape() {{ mix(Id); }}
  virtual unsigned area(unsigned By) {{ return Cells[0] += By; }}
}};
struct Named {{
  char Name[{self.number(2, 24)}];
  Named() {{ std::memset(Name, 'a', sizeof Name); }}
  virtual ~Named() = default;
  virtual char first() const {{ return Name[0]; }}
}};
"""
        for k in range(count):
            bases = self.choice("Shape", "Shape, public Named", "Named, public Shape")
            bases = bases.replace("Shape", f"{virtual}Shape")
            member = self.choice("unsigned", "double", "long", "unsigned char")
            text += f"""struct D{k} : public {bases} {{
  {member} Own[{self.number(1, 12)}] = {{}};
  explicit D{k}(unsigned Id) : Shape(Id) {{}}
  unsigned area(unsigned By) override {{
    for (auto &V : Own)
      V = static_cast<{member}>((By += {self.number(1, 9)}u) % 100u);
    return unsigned(Own[By % (sizeof Own / sizeof Own[0])]) + Cells[0];
  }}
}};
"""
        cases = "".join(f"    case {k}: All.push_back(std::make_unique<D{k}>(I)); "
                        "break;\n" for k in range(count))
        return text + f"""
unsigned part(unsigned N) {{
  std::vector<std::unique_ptr<Shape>> All;
  for (unsigned I = 0; I != N; ++I)
    switch (I * {self.number(1, 7)}u % {count + 1}u) {{
{cases}    default: All.push_back(std::make_unique<Shape>(I));
    }}
  unsigned Sum = 0;
  for (unsigned Round = 0; Round != {self.number(1, 5)}u; ++Round)
    for (auto &S : All) {{
      Sum += S->area(Round);
      if (auto *Other = dynamic_cast<Named *>(S.get()))
        Sum += unsigned(Other->first());
    }}
  return Sum;
}}
"""

    def part_exceptions(self):
        """Exceptions that unwind frames with objects."""
        kind = self.choice("std::runtime_error(\"deep\")", "Depth{N}", "int(N)")
        catch = {"s": "const std::exception &", "D": "const Depth &",
                 "i": "int"}[kind[0]]
        handler = self.choice("throw;", "return Seen[N % 8u];")
        return f"""
struct Depth {{ unsigned At; }};
static unsigned Seen[8];
struct Guard {{
  unsigned N, Room[{self.number(1, 20)}];
  explicit Guard(unsigned N) : N(N) {{ Room[0] = N; }}
  ~Guard() {{ Seen[N % 8u] += Room[0]; }}
}};
[[gnu::noinline]] static unsigned descend(unsigned N, unsigned Bottom) {{
  Guard Mine(N);
  std::vector<unsigned> Heap({self.number(1, 9)}u, N);
  if (N == Bottom)
    throw {kind};
  if (N % {self.number(3, 7)}u == 0)
    try {{
      return descend(N + 1, Bottom) + Heap[0];
    }} catch ({catch}) {{
      ++Seen[0];
      {handler}
    }}
  return descend(N + 1, Bottom) + Mine.Room[0];
}}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned Round = 1; Round != {self.number(3, 12)}u; ++Round)
    try {{
      Sum += descend(1, Round + N % 5u + 1u);
    }} catch ({catch}) {{
      Sum += 100u;
    }} catch (...) {{
      Sum += 1u;
    }}
  return Sum + std::accumulate(Seen, Seen + 8, 0u);
}}
"""

    def part_coroutines(self):
        """Generators, some of them given up half-way."""
        await_body = self.choice("std::suspend_always", "std::suspend_never")
        return f"""
struct Numbers {{
  struct promise_type {{
    unsigned Value = 0;
    Numbers get_return_object() {{
      return Numbers{{std::coroutine_handle<promise_type>::from_promise(*this)}};
    }}
    {await_body} initial_suspend() noexcept {{ return {{}}; }}
    std::suspend_always final_suspend() noexcept {{ return {{}}; }}
    std::suspend_always yield_value(unsigned V) noexcept {{
      Value = V;
      return {{}};
    }}
    void return_void() {{}}
    void unhandled_exception() {{ std::terminate(); }}
  }};
  std::coroutine_handle<promise_type> H;
  explicit Numbers(std::coroutine_handle<promise_type> H) : H(H) {{}}
  Numbers(Numbers &&O) : H(std::exchange(O.H, {{}})) {{}}
  ~Numbers() {{
    if (H)
      H.destroy();
  }}
}};
static unsigned Told[{self.number(4, 60)}];
static Numbers count(unsigned To, unsigned Step) {{
  unsigned Kept[{self.number(2, 30)}] = {{}};
  std::vector<unsigned> Heap(To + 1u);
  for (unsigned I = 0; I < To; I += Step) {{
    Kept[I % (sizeof Kept / sizeof *Kept)] += I;
    Heap[I] = I;
    Told[I % (sizeof Told / sizeof *Told)] += Step;
    co_yield Heap[I] + Kept[0];
  }}
}}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned Round = 1; Round != {self.number(2, 8)}u; ++Round) {{
    Numbers All = count(N + Round, Round);
    for (unsigned Left = {self.number(2, 40)}u; Left != 0 && !All.H.done(); --Left) {{
      Sum += All.H.promise().Value;
      All.H.resume();
    }}
  }}
  return Sum + Told[0];
}}
"""

    def part_templates(self):
        """Matrices of fixed sizes, packs, recursion at compile time."""
        element = self.choice("double", "float", "long", "unsigned", "short")
        r, c = self.number(1, 12), self.number(1, 12)
        return f"""
template <class T, unsigned R, unsigned C> struct Matrix {{
  T Cells[R][C] = {{}};
  T &at(unsigned I, unsigned J) {{ return Cells[I][J]; }}
  template <unsigned K> Matrix<T, R, K> times(Matrix<T, C, K> &B) {{
    Matrix<T, R, K> Result;
    for (unsigned I = 0; I != R; ++I)
      for (unsigned J = 0; J != K; ++J)
        for (unsigned L = 0; L != C; ++L)
          Result.at(I, J) = T(unsigned(Result.at(I, J) + at(I, L) * B.at(L, J)) % 97u);
    return Result;
  }}
}};
template <class... T> unsigned total(T... All) {{ return (unsigned(All) + ... + 0u); }}
template <unsigned N> unsigned deep(unsigned *P) {{
  if constexpr (N == 0)
    return *P;
  else
    return deep<N - 1>(P) + P[N];
}}
static Matrix<{element}, {r}, {c}> A;
static Matrix<{element}, {c}, {r}> B;
unsigned part(unsigned N) {{
  for (unsigned I = 0; I != {r}u; ++I)
    for (unsigned J = 0; J != {c}u; ++J) {{
      A.at(I, J) = {element}((I * N + J) % 10u);
      B.at(J, I) = {element}((I + J * N) % 10u);
    }}
  auto P = A.times(B);
  unsigned Words[{self.number(9, 20)}] = {{N, 2, 3}};
  return total(P.at(0, 0), P.at({r - 1}, {r - 1}), N, 'x', short(3)) + deep<{self.number(0, 8)}>(Words);
}}
"""

    def part_members(self):
        """Unions, bit-fields, pointers to members, structured bindings."""
        a, b, c = self.number(1, 15), self.number(1, 9), self.number(1, 31)
        return f"""
struct Packed {{
  unsigned A : {a};
  int B : {b + 1};
  unsigned long C : {c};
  unsigned char D;
}};
union Word {{ unsigned Whole; unsigned char Part[4]; }};
struct Point {{ long X, Y; unsigned short Z[{self.number(1, 7)}]; }};
static Packed Fields[{self.number(2, 50)}];
unsigned part(unsigned N) {{
  unsigned Sum = 0, State = N;
  for (auto &F : Fields) {{
    F.A += next(State);
    F.B = int(F.A & {(1 << b) - 1}u);
    F.C ^= State;
    F.D = static_cast<unsigned char>(F.A + unsigned(F.B));
    Sum += F.D + unsigned(F.C);
  }}
  Word W = {{Sum}};
  W.Part[N % 4u] ^= 0x5a;
  long Point::*Member = N % 2u ? &Point::X : &Point::Y;
  std::vector<Point> Points({self.number(1, 40)}u);
  for (auto &P : Points) {{
    P.*Member += long(next(State) % 100u);
    auto &[X, Y, Z] = P;
    Z[0] = static_cast<unsigned short>(X + Y);
    Sum += Z[0];
  }}
  std::variant<unsigned, double, std::string> V = N;
  if (N % 3u == 0)
    V = double(N);
  if (N % 3u == 1)
    V = std::string({self.number(1, 60)}u, 'v');
  Sum += std::visit([](auto &Of) {{
    if constexpr (requires {{ Of.size(); }})
      return unsigned(Of.size());
    else
      return unsigned(Of);
  }}, V);
  std::optional<Point> Maybe;
  if (N % 2u)
    Maybe = Points.front();
  return Sum + W.Whole + (Maybe ? unsigned(Maybe->X) : 9u);
}}
"""

    def part_memory(self):
        """Custom operators new and delete, aligned and placed objects, overlapping
        copies."""
        align = self.choice(16, 32, 64, 128)
        return f"""
struct Cell {{
  Cell *Next;
  unsigned Value[{self.number(1, 9)}];
  static void *operator new(size_t Bytes) {{
    ++Made;
    return std::malloc(Bytes);
  }}
  static void operator delete(void *P) {{ std::free(P); }}
  static unsigned Made;
}};
unsigned Cell::Made = 0;
struct alignas({align}) Wide {{ unsigned Words[{self.number(1, 40)}]; }};
unsigned part(unsigned N) {{
  Cell *First = nullptr;
  for (unsigned I = 0; I != N; ++I) {{
    auto *C = new Cell{{First, {{I}}}};
    First = C;
  }}
  auto *All = new Wide[{self.number(1, 9)}]();
  auto *Arena = static_cast<char *>(std::malloc({self.number(2, 9)} * sizeof(Wide) + {align}));
  void *At = Arena;
  size_t Room = 2 * sizeof(Wide) + {align};
  auto *Placed = new (std::align({align}, sizeof(Wide), At, Room)) Wide();
  Placed->Words[0] = N;
  All[0].Words[0] = Placed->Words[0] + 1u;
  auto *Local = static_cast<unsigned char *>(__builtin_alloca(N + {self.number(8, 200)}u));
  for (unsigned I = 0; I != N + 8u; ++I)
    Local[I] = static_cast<unsigned char>(I * 7u);
  std::memmove(Local + {self.number(0, 7)}, Local, N + 1u);
  std::memmove(Local, Local + {self.number(0, 7)}, N + 1u);
  unsigned Sum = All[0].Words[0] + Local[N / 2u] + Cell::Made;
  while (First) {{
    Cell *Next = First->Next;
    Sum += First->Value[0];
    delete First;
    First = Next;
  }}
  delete[] All;
  std::free(Arena);
  return Sum;
}}
"""

    def part_labels(self):
        """A table of labels, and values of several words at once."""
        lanes = self.choice(2, 4, 8)
        program = ", ".join(str(self.number(0, 2)) for _ in range(self.number(3, 30)))
        return f"""
typedef unsigned Lanes __attribute__((vector_size({lanes * 4})));
static const unsigned char Code[] = {{{program}, 3}};
static Lanes Stack[{self.number(2, 30)}];
[[gnu::noinline]] static unsigned interpret(unsigned N) {{
  static const void *const Labels[] = {{&&Add, &&Twist, &&Store, &&Stop}};
  Lanes Value = {{N, N + 1u}};
  const unsigned char *At = Code;
  goto *Labels[*At];
Add:
  Value += Stack[N % (sizeof Stack / sizeof *Stack)] + *At;
  goto *Labels[*++At];
Twist:
  Value = (Value << 3) ^ (Value >> 7);
  goto *Labels[*++At];
Store:
  Stack[unsigned(At - Code) % (sizeof Stack / sizeof *Stack)] = Value;
  goto *Labels[*++At];
Stop:
  unsigned Sum = 0;
  for (unsigned I = 0; I != {lanes}u; ++I)
    Sum += Value[I];
  return Sum;
}}
{self.rounds(20, "interpret")}"""

    def part_jumps(self):
        """setjmp and longjmp over frames that have nothing to destroy."""
        return f"""
static std::jmp_buf Out;
static unsigned Steps[{self.number(1, 30)}];
[[gnu::noinline]] static unsigned descend(unsigned Depth, unsigned Bottom) {{
  volatile unsigned Room[{self.number(1, 30)}];
  Room[0] = Depth;
  Steps[Depth % (sizeof Steps / sizeof *Steps)] += Room[0];
  if (Depth == Bottom)
    std::longjmp(Out, int(Depth) + 1);
  return descend(Depth + 1u, Bottom) + Room[0];
}}
static unsigned jump(unsigned Bottom) {{
  if (int Result = setjmp(Out))
    return unsigned(Result);
  return descend(0, Bottom);
}}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned Round = 0; Round != {self.number(1, 9)}u; ++Round)
    Sum += jump((N + Round) % 20u);
  return Sum + Steps[0];
}}
"""
