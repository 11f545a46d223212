# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of random C++ programs: several threads, whose results are the same in any
order."""


class Threads:
    def started(self, body):
        """Returns code that starts some threads, which run BODY with their number T,
        and joins them."""
        count = self.number(2, 5)
        part = self.choice("std::vector<std::thread> Threads;",
                           "std::list<std::thread> Threads;")
        return f"""  {part}
  for (unsigned T = 0; T != {count}u; ++T)
    Threads.emplace_back([&, T] {{ {body} }});
  for (auto &T : Threads)
    T.join();
"""

    def part_locks(self):
        """Data that a lock protects; readers and writers."""
        lock = self.choice("std::mutex", "std::shared_mutex", "std::recursive_mutex")
        guard = self.choice(f"std::lock_guard<{lock}>", f"std::unique_lock<{lock}>")
        shared = f"""
      {{
        std::shared_lock<std::shared_mutex> Look(Mutex);
        Own += Table.empty() ? 0u : 1u;
      }}""" if lock == "std::shared_mutex" else ""
        body = f"""
    unsigned State = T, Own = 0;
    for (unsigned I = 0; I != N * {self.number(1, 8)}u; ++I) {{{shared}
      {guard} Hold(Mutex);
      Table[I % {self.number(2, 40)}u] += T + 1u;
      Counts[T % 4u] += next(State) % 3u;
    }}
    Sink += Own & 0u;
  """
        return f"""
static {lock} Mutex;
static std::map<unsigned, unsigned> Table;
static unsigned Counts[4];
static std::atomic<unsigned> Sink;
unsigned part(unsigned N) {{
{self.started(body)}  unsigned Sum = Sink;
  for (auto &[K, V] : Table)
    Sum = Sum * 31u + K * V;
  return Sum + Counts[0] + Counts[3];
}}
"""

    def part_atomics(self):
        """Sums and largest values without locks."""
        element = self.choice("unsigned", "std::uint64_t", "unsigned char", "int")
        order = self.choice("std::memory_order_relaxed", "std::memory_order_seq_cst",
                            "std::memory_order_acq_rel")
        body = f"""
    for (unsigned I = 0; I != N * {self.number(1, 20)}u; ++I) {{
      Cells[I % {self.number(1, 8)}u].fetch_add(static_cast<{element}>(T + I), {order});
      auto Seen = Most.load();
      while (Seen < I * (T + 1u) && !Most.compare_exchange_weak(Seen, I * (T + 1u)))
        ;
      Own[T].Word += I;
    }}
  """
        return f"""
static std::atomic<{element}> Cells[8];
static std::atomic<unsigned> Most;
struct {self.choice("", "alignas(64) ")}Slot {{ unsigned Word; }};
static Slot Own[8];
unsigned part(unsigned N) {{
{self.started(body)}  unsigned Sum = Most;
  for (auto &C : Cells)
    Sum = Sum * 31u + unsigned(C.load());
  for (auto &S : Own)
    Sum = Sum * 31u + S.Word;
  return Sum;
}}
"""

    def part_queues(self):
        """One producer and several consumers, whose items are added up."""
        return f"""
unsigned part(unsigned N) {{
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<std::unique_ptr<unsigned[]>> Queue;
  bool Over = false;
  std::atomic<unsigned> Sum{{0}};
  auto Take = [&] {{
    for (;;) {{
      std::unique_lock<std::mutex> Hold(Mutex);
      Changed.wait(Hold, [&] {{ return Over || !Queue.empty(); }});
      if (Queue.empty())
        return;
      auto Mine = std::move(Queue.front());
      Queue.pop_front();
      Hold.unlock();
      Sum += Mine[0] * 3u;
    }}
  }};
  std::thread First(Take), Second(Take);
  for (unsigned I = 0; I != N * {self.number(1, 5)}u; ++I) {{
    auto New = std::make_unique<unsigned[]>({self.number(1, 60)});
    New[0] = I;
    std::lock_guard<std::mutex> Hold(Mutex);
    Queue.push_back(std::move(New));
    Changed.notify_one();
  }}
  {{
    std::lock_guard<std::mutex> Hold(Mutex);
    Over = true;
  }}
  Changed.notify_all();
  First.join();
  Second.join();
  return Sum;
}}
"""

    def part_locals(self):
        """Thread-local objects, and objects that are made at the first use."""
        body = f"""
    for (unsigned I = 0; I != {self.number(1, 9)}u; ++I)
      Mine.add(T + I);
    Total += Mine.sum() + once().Words[0];
  """
        return f"""
static std::atomic<unsigned> Total, Gone;
struct Log {{
  std::vector<unsigned> Words;
  unsigned Fixed[{self.number(1, 30)}] = {{}};
  void add(unsigned V) {{ Words.push_back(V), Fixed[0] += V; }}
  unsigned sum() const {{ return std::accumulate(Words.begin(), Words.end(), Fixed[0]); }}
  ~Log() {{ Gone += unsigned(Words.size()); }}
}};
static thread_local Log Mine;
struct Once {{
  unsigned Words[{self.number(1, 50)}];
  Once() {{ Words[0] = {self.number(1, 99)}u; }}
}};
static Once &once() {{
  static Once It;
  return It;
}}
unsigned part(unsigned N) {{
{self.started(body)}  Mine.add(N);
  return Total + Gone + Mine.sum();
}}
"""
