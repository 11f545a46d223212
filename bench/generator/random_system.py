# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of random C++ programs: use of the system and of the processor."""


class System:
    def part_contexts(self):
        """Switches between stacks that the program makes."""
        room = self.choice(
            "alignas(16) static char Rooms[2][Bytes];\n"
            "static void *room(unsigned K) {{ return Rooms[K]; }}\n"
            "static void leave(void *) {{}}",
            "static void *room(unsigned) {{ return std::malloc(Bytes); }}\n"
            "static void leave(void *P) {{ std::free(P); }}",
            "static void *room(unsigned) {{\n"
            "  return mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,\n"
            "              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n}}\n"
            "static void leave(void *P) {{ munmap(P, Bytes); }}")
        room = room.replace("{{", "{").replace("}}", "}")
        return f"""
constexpr size_t Bytes = {self.choice(1 << 16, 1 << 17)};
{room}
static ucontext_t Home, Away[2];
static bool Done[2];
static unsigned Box[{self.number(2, 20)}];
static void work(int K) {{
  // Hides the address from the compiler: otherwise, only selecting runs would
  // count accesses to a local on this stack as accesses to the local.
  unsigned Room[{self.number(1, 40)}], *Own = Room;
  asm volatile("" : "+r"(Own));
  std::memset(Own, 0, sizeof Room);
  for (unsigned I = 0; I != {self.number(1, 12)}u; ++I) {{
    Own[I % (sizeof Room / sizeof *Room)] += I;
    Box[(I + unsigned(K)) % (sizeof Box / sizeof *Box)] += Own[0] + I;
    swapcontext(&Away[K], &Home);
  }}
  Box[0] += Own[0];
  Done[K] = true;
}}
unsigned part(unsigned N) {{
  void *Rooms[2];
  for (int K = 0; K != 2; ++K) {{
    Rooms[K] = room(unsigned(K));
    Done[K] = false;
    getcontext(&Away[K]);
    Away[K].uc_stack.ss_sp = Rooms[K];
    Away[K].uc_stack.ss_size = Bytes;
    Away[K].uc_link = &Home;
    makecontext(&Away[K], reinterpret_cast<void (*)()>(work), 1, K);
  }}
  for (unsigned I = 0; I != {self.number(1, 6)}u; ++I) {{
    unsigned Local[{self.number(1, 12)}] = {{N}};
    if (!Done[I % 2u])
      swapcontext(&Home, &Away[I % 2u]);
    Box[1] += Local[0];
  }}
  for (void *R : Rooms)
    leave(R);
  return Box[0] + Box[1];
}}
"""

    def part_mappings(self):
        """Pages that are mapped, moved and partly unmapped."""
        pages = self.number(2, 6)
        return f"""
static unsigned *pages(size_t Count) {{
  return static_cast<unsigned *>(mmap(nullptr, Count * 4096, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}}
unsigned part(unsigned N) {{
  unsigned *Kept = pages({pages});
  for (unsigned I = 0; I < {pages}u * 1024u; I += {self.number(1, 300)}u)
    Kept[I] = I ^ N;
  {self.choice("", f"munmap(Kept + {pages - 1} * 1024, 4096);",
            f"Kept = static_cast<unsigned *>(mremap(Kept, {pages} * 4096, {pages + 3} * 4096, MREMAP_MAYMOVE));")}
  unsigned *Other = pages(1);
  std::memcpy(Other, Kept, {self.number(1, 4096)});
  unsigned Sum = 0;
  for (unsigned I = 0; I < 1024u; I += {self.number(1, 60)}u)
    Sum = Sum * 3u + Kept[I] + Other[I];
  munmap(Other, 4096);
  {self.choice("", "munmap(Kept, 4096);")}
  return Sum;
}}
"""

    def part_processes(self):
        """A child process that sends back a result, or only ends."""
        return f"""
unsigned part(unsigned N) {{
  std::vector<unsigned> Shared({self.number(1, 90)}u, N);
  int Ends[2];
  if (pipe(Ends) != 0)
    return 0;
  pid_t Child = fork();
  if (Child == 0) {{
    for (unsigned &V : Shared)
      V = V * 3u + 1u;
    unsigned Sum = std::accumulate(Shared.begin(), Shared.end(), 0u);
    bool Told = write(Ends[1], &Sum, sizeof Sum) == sizeof Sum;
    _exit(Told ? int(Sum % 50u) : 77);
  }}
  unsigned Sum = 0;
  int Status = 0;
  bool Read = read(Ends[0], &Sum, sizeof Sum) == sizeof Sum;
  waitpid(Child, &Status, 0);
  close(Ends[0]);
  close(Ends[1]);
  Shared[0] += Sum;
  return Shared[0] + unsigned(WEXITSTATUS(Status)) + unsigned(Read);
}}
"""

    def part_blocks(self):
        """All functions that allocate and free memory."""
        return f"""
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned I = 0; I != {self.number(1, 20)}u; ++I) {{
    size_t Bytes = 8u + (N * 7u + I * {self.number(1, 99)}u) % {self.choice(100, 5000)}u;
    void *Block = nullptr;
    switch (I % 5u) {{
    case 0: Block = std::malloc(Bytes); break;
    case 1: Block = std::calloc(Bytes, 1); break;
    case 2: Block = std::aligned_alloc(64, (Bytes + 63) / 64 * 64); break;
    case 3:
      if (posix_memalign(&Block, {self.choice(32, 128, 4096)}, Bytes) != 0)
        return 0;
      break;
    default: Block = strdup("{'x' * self.number(8, 40)}"); Bytes = 8; break;
    }}
    auto *At = static_cast<unsigned char *>(Block);
    std::memset(At, int(I), Bytes);
    if (I % {self.number(2, 4)}u == 0) {{
      At = static_cast<unsigned char *>(std::realloc(At, Bytes * {self.choice(2, 9)}u));
      At[Bytes] = At[0];
      Sum += At[Bytes];
    }}
    if (I % 3u == 1)
      At = static_cast<unsigned char *>(std::realloc(At, Bytes / 2 + 1));
    Sum += At[Bytes / 2] + At[0];
    std::free(At);
  }}
  char *Line = nullptr;
  size_t Room = 0;
  char Text[] = "one\\ntwo and more\\n";
  if (FILE *File = fmemopen(Text, sizeof Text - 1, "r")) {{
    while (getline(&Line, &Room, File) > 0)
      Sum += unsigned(Line[0]);
    std::fclose(File);
  }}
  std::free(Line);
  return Sum;
}}
"""

    def part_intrinsics(self):
        """Vector intrinsics."""
        return f"""
alignas(16) static unsigned char Bytes[{self.number(3, 30) * 16}];
static float Floats[{self.number(2, 9) * 4}];
[[gnu::noinline]] static unsigned some(unsigned N) {{
  __m128i Sum = _mm_setzero_si128();
  for (size_t At = 0; At + 16 <= sizeof Bytes; At += {self.choice(16, 32)}) {{
    auto *Here = reinterpret_cast<__m128i *>(Bytes + At);
    Sum = _mm_add_epi32(Sum, {self.choice("_mm_load_si128(Here)", "_mm_loadu_si128(Here)")});
    {self.choice("_mm_store_si128(Here, Sum);", "_mm_stream_si128(Here, Sum);",
              "_mm_maskmoveu_si128(Sum, _mm_set1_epi8(char(N)), reinterpret_cast<char *>(Here));",
              "_mm_storel_epi64(Here, Sum);")}
  }}
  _mm_sfence();
  __m128 F = _mm_set1_ps(float(N));
  for (size_t At = 0; At + 4 <= sizeof Floats / sizeof *Floats; At += 4) {{
    F = _mm_add_ps(F, _mm_loadu_ps(Floats + At));
    {self.choice("_mm_storeu_ps(Floats + At, F);", "_mm_store_ss(Floats + At, F);",
              "_mm_storeh_pi(reinterpret_cast<__m64 *>(Floats + At), F);")}
  }}
  {self.choice("", "_mm_prefetch(reinterpret_cast<const char *>(Floats), _MM_HINT_T0);",
            "_mm_clflush(Bytes);")}
  return unsigned(_mm_cvtsi128_si32(Sum)) + unsigned(Floats[1]) % 97u;
}}
unsigned part(unsigned N) {{
  unsigned Sum = 0;
  for (unsigned I = 0; I != {self.number(1, 9)}u; ++I)
    Sum += some(N + I);
  return Sum + Bytes[0];
}}
"""

    def part_tails(self):
        """Functions that tail-call each other, and exit handlers."""
        return f"""
static unsigned Steps[{self.number(1, 20)}];
static unsigned odd(unsigned N, unsigned Sum, const unsigned *From);
[[gnu::noinline]] static unsigned even(unsigned N, unsigned Sum, const unsigned *From) {{
  if (N == 0)
    return Sum;
  Steps[N % (sizeof Steps / sizeof *Steps)] += *From;
  {self.choice("[[clang::musttail]] ", "")}return odd(N - 1u, Sum + *From, From);
}}
[[gnu::noinline]] static unsigned odd(unsigned N, unsigned Sum, const unsigned *From) {{
  if (N == 0)
    return Sum + 1u;
  {self.choice("[[clang::musttail]] ", "")}return even(N - 1u, Sum ^ Steps[0], Steps);
}}
static void last() {{ Steps[0] += 1u; }}
[[gnu::constructor]] static void first() {{
  Steps[0] = {self.number(1, 99)}u;
  std::atexit(last);
}}
[[gnu::destructor]] static void behind() {{ Steps[0] ^= 3u; }}
unsigned part(unsigned N) {{
  unsigned From = N;
  return even(N * {self.number(1, 9)}u, 0, &From) + Steps[0];
}}
"""
