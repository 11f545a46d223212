// Containers that keep memory in unusual ways: small vectors whose untyped base
// class grows them, buffers in unions, gaps, records in front of characters,
// bits. Classes that are no templates are containers if several objects are
// there.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --all 'objects("small") == 1' \
// RUN:     'type("small") == "SmallVector<long, 2U>"' \
// RUN:     'objects("Document::numbers") == 1' \
// RUN:     'objects("spilled") == 4' 'type("spilled") == "Inline<int, 4>"' \
// RUN:     's("spilled", "heap").element_bytes == 4' \
// RUN:     'objects("text") == 2' 'type("text") == "Gap"' \
// RUN:     'objects("Document::body") == 1' \
// RUN:     'type("Document::title") == "Short"' \
// RUN:     'objects("Document::title") == 1' 'objects("name") == 1' \
// RUN:     'objects("shared") == 1' 'objects("changed") == 1' \
// RUN:     'type("changed") == "Counted"' \
// RUN:     'objects("wide") == 1' 'type("wide") == "Prefixed<wchar_t>"' \
// RUN:     's("wide", "heap").element_bytes == 4' \
// RUN:     'objects("bits") == 2' 'type("bits") == "Bits<unsigned long>"' \
// RUN:     'objects("Rope::root") == 5' 'type("Rope::root") == "Rope::Piece"' \
// RUN:     || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

class SmallBase {
protected:
  void *Begin;
  unsigned Size = 0, Capacity;
  SmallBase(void *First, unsigned N) : Begin(First), Capacity(N) {}
  void growBytes(void *First, size_t Wanted, size_t Bytes);
};

__attribute__((noinline)) void SmallBase::growBytes(void *First, size_t Wanted,
                                                    size_t Bytes) {
  void *Fresh;
  if (Begin == First) {
    Fresh = malloc(Wanted * Bytes);
    memcpy(Fresh, Begin, Size * Bytes);
  } else {
    Fresh = realloc(Begin, Wanted * Bytes);
  }
  Begin = Fresh;
  Capacity = unsigned(Wanted);
}

template <class T> class SmallTyped : public SmallBase {
protected:
  using SmallBase::SmallBase;
  void *first() { return this + 1; }
  void grow() { growBytes(first(), 64, sizeof(T)); }

public:
  ~SmallTyped() {
    if (Begin != first())
      free(Begin);
  }
  void push(T V) {
    if (Size == Capacity)
      grow();
    static_cast<T *>(Begin)[Size++] = V;
  }
  T &operator[](size_t I) { return static_cast<T *>(Begin)[I]; }
};

template <class T, unsigned N> class SmallVector : public SmallTyped<T> {
  alignas(T) char Room[N * sizeof(T)];

public:
  SmallVector() : SmallTyped<T>(this->first(), N) {}
};

template <class T, int N> class Inline {
  union {
    T Cells[N];
    T *Heap;
  };
  int Size = 0, Capacity = N;
  T *data() { return Capacity == N ? Cells : Heap; }

public:
  Inline() {}
  ~Inline() {
    if (Capacity != N)
      delete[] Heap;
  }
  void push(T V) {
    if (Size == Capacity) {
      T *Fresh = new T[2 * Capacity];
      memcpy(Fresh, data(), Size * sizeof(T));
      if (Capacity != N)
        delete[] Heap;
      Heap = Fresh;
      Capacity *= 2;
    }
    data()[Size++] = V;
  }
  T last() { return data()[Size - 1]; }
};

class Gap {
  char *Text = static_cast<char *>(malloc(16));
  size_t Start = 0, Capacity = 16;

  void expand(size_t N) {
    char *Fresh = static_cast<char *>(malloc(N));
    memcpy(Fresh, Text, Start);
    free(Text);
    Text = Fresh;
    Capacity = N;
  }

public:
  ~Gap() { free(Text); }
  void insert(char C) {
    if (Start == Capacity)
      expand(4 * Capacity);
    Text[Start++] = C;
  }
  char at(size_t I) { return Text[I]; }
};

class Short {
  union {
    char Cells[16];
    struct {
      char *Text;
      size_t Capacity;
    } Heap;
  };
  bool IsShort;

public:
  explicit Short(const char *S) : IsShort(strlen(S) < 16) {
    if (IsShort) {
      strcpy(Cells, S);
      return;
    }
    Heap.Capacity = strlen(S) + 1;
    Heap.Text = static_cast<char *>(malloc(Heap.Capacity));
    strcpy(Heap.Text, S);
  }
  ~Short() {
    if (!IsShort)
      free(Heap.Text);
  }
  char at(size_t I) { return IsShort ? Cells[I] : Heap.Text[I]; }
};

/// A record stands in front of the characters.
class Counted {
  struct Record {
    int Owners;
    size_t Size;
    char *text() { return reinterpret_cast<char *>(this + 1); }
    static Record *make(size_t N) {
      auto *R = static_cast<Record *>(::operator new(sizeof(Record) + N + 1));
      R->Owners = 1;
      R->Size = N;
      return R;
    }
  };
  char *Text;
  Record *record() { return reinterpret_cast<Record *>(Text) - 1; }

public:
  explicit Counted(const char *S) {
    Record *R = Record::make(strlen(S));
    strcpy(R->text(), S);
    Text = R->text();
  }
  Counted(Counted &O) : Text(O.Text) { ++record()->Owners; }
  ~Counted() {
    if (--record()->Owners == 0)
      ::operator delete(record());
  }
  void set(size_t I, char C) {
    if (record()->Owners > 1) {
      Record *R = Record::make(record()->Size);
      strcpy(R->text(), Text);
      --record()->Owners;
      Text = R->text();
    }
    Text[I] = C;
  }
  char at(size_t I) { return Text[I]; }
};

template <class C> class Prefixed {
  struct Record {
    size_t Size;
  };
  C *Text;

  static C *make(size_t N) {
    auto *R = static_cast<Record *>(malloc(sizeof(Record) + N * sizeof(C)));
    R->Size = N;
    return reinterpret_cast<C *>(R + 1);
  }

public:
  Prefixed(const C *Source, size_t N) : Text(make(N)) {
    memcpy(Text, Source, N * sizeof(C));
  }
  ~Prefixed() { free(reinterpret_cast<Record *>(Text) - 1); }
  C at(size_t I) { return Text[I]; }
};

template <class Word = uint64_t> class Bits {
  Word *Words;
  size_t Size;

public:
  explicit Bits(size_t N) : Words(new Word[N / 64 + 1]()), Size(N) {}
  ~Bits() { delete[] Words; }
  void resize(size_t N) {
    Word *Fresh = new Word[N / 64 + 1]();
    memcpy(Fresh, Words, (Size / 64 + 1) * sizeof(Word));
    delete[] Words;
    Words = Fresh;
    Size = N;
  }
  void set(size_t I) { Words[I / 64] |= Word(1) << I % 64; }
  bool at(size_t I) { return Words[I / 64] >> I % 64 & 1; }
};

class Rope {
  struct Piece {
    Piece *Left, *Right;
    const char *Text;
  };
  Piece *root;

  static Piece *leaf(const char *S) {
    Piece *P = new Piece;
    P->Left = P->Right = nullptr;
    P->Text = S;
    return P;
  }

public:
  explicit Rope(const char *S) : root(leaf(S)) {}
  void append(const char *S) {
    Piece *P = new Piece{root, leaf(S), nullptr};
    root = P;
  }
  char first() {
    Piece *P = root;
    while (P->Left)
      P = P->Left;
    return P->Text[0];
  }
};

struct Document {
  Short title{"a title of more than sixteen"};
  Gap body;
  SmallVector<int, 4> numbers;
  Document() {
    for (int I = 0; I != 10; ++I)
      numbers.push(I);
    body.insert('b');
  }
};

static volatile int Zero = 0;

int main() {
  SmallVector<long, 2> small;
  Inline<int, 4> spilled;
  for (int I = 0; I != 64; ++I)
    small.push(I), spilled.push(I);
  Gap text;
  for (int I = 0; I != 40; ++I)
    text.insert(char('a' + I));
  Short name("a name of more than sixteen");
  Counted shared("some text"), changed(shared);
  changed.set(Zero, 'x');
  Prefixed<wchar_t> wide(L"wide", 5);
  Bits<> bits(1000);
  bits.set(30);
  bits.resize(2000);
  Document document;
  Rope rope("first");
  rope.append("second");
  rope.append("third");
  std::printf("%ld\n", small[Zero] + spilled.last() + text.at(Zero) +
                           name.at(Zero) + shared.at(Zero) + changed.at(Zero) +
                           wide.at(Zero) + bits.at(30 + Zero) +
                           document.title.at(Zero) + document.body.at(Zero) +
                           document.numbers[Zero] + rope.first());
}
