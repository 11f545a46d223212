// Conjugate gradients for a heat equation in a square, written with expression
// templates over vectors whose blocks are counted references: small inlined
// functions, many short-lived handles, plain loops over doubles below them.
// Arguments: side of the square, iterations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace {

/// A reference to a block of numbers, with a count of its owners.
class Block {
public:
  explicit Block(size_t Size) : B(new Body{1, std::vector<double>(Size)}) {}
  Block(const Block &Other) : B(Other.B) { ++B->Owners; }
  Block &operator=(Block Other) {
    std::swap(B, Other.B);
    return *this;
  }
  ~Block() {
    if (--B->Owners == 0)
      delete B;
  }

  double get(size_t I) const { return B->Numbers[I]; }
  size_t size() const { return B->Numbers.size(); }
  /// Returns the numbers for writing. After that, no other vector has the
  /// block.
  double *own() {
    if (B->Owners > 1) {
      --B->Owners;
      B = new Body{1, B->Numbers};
    }
    return B->Numbers.data();
  }

private:
  struct Body {
    long Owners;
    std::vector<double> Numbers;
  };
  Body *B;
};

template <class E> struct Expression {
  const E &self() const { return static_cast<const E &>(*this); }
};

template <class A, class B, class Operation>
struct Binary : Expression<Binary<A, B, Operation>> {
  Binary(A L, B R) : Left(std::move(L)), Right(std::move(R)) {}
  double get(size_t I) const { return Operation()(Left.get(I), Right.get(I)); }
  A Left;
  B Right;
};

struct Scalar : Expression<Scalar> {
  explicit Scalar(double V) : Value(V) {}
  double get(size_t) const { return Value; }
  double Value;
};

struct Plus {
  double operator()(double A, double B) const { return A + B; }
};
struct Minus {
  double operator()(double A, double B) const { return A - B; }
};
struct Times {
  double operator()(double A, double B) const { return A * B; }
};

class Vector : public Expression<Vector> {
public:
  explicit Vector(size_t Size) : Numbers(Size) {}
  double get(size_t I) const { return Numbers.get(I); }
  size_t size() const { return Numbers.size(); }
  double *own() { return Numbers.own(); }

  template <class E> Vector &operator=(const Expression<E> &Wrapped) {
    const E &Source = Wrapped.self();
    double *Target = Numbers.own();
    for (size_t I = 0, N = size(); I < N; ++I)
      Target[I] = Source.get(I);
    return *this;
  }

private:
  Block Numbers;
};

template <class A, class B>
auto operator+(const Expression<A> &L, const Expression<B> &R) {
  return Binary<A, B, Plus>(L.self(), R.self());
}
template <class A, class B>
auto operator-(const Expression<A> &L, const Expression<B> &R) {
  return Binary<A, B, Minus>(L.self(), R.self());
}
template <class B> auto operator*(double L, const Expression<B> &R) {
  return Binary<Scalar, B, Times>(Scalar(L), R.self());
}

template <class A, class B>
double dot(const Expression<A> &L, const Expression<B> &R, size_t Size) {
  double Sum = 0;
  for (size_t I = 0; I < Size; ++I)
    Sum += L.self().get(I) * R.self().get(I);
  return Sum;
}

/// Applies the operator of five points; values outside of the square are zero.
void applyLaplace(const Vector &X, Vector &Result, size_t Side) {
  double *Target = Result.own();
  for (size_t Y = 0; Y < Side; ++Y)
    for (size_t I = Y * Side, K = 0; K < Side; ++K, ++I) {
      double Sum = 4.1 * X.get(I);
      Sum -= K > 0 ? X.get(I - 1) : 0;
      Sum -= K + 1 < Side ? X.get(I + 1) : 0;
      Sum -= Y > 0 ? X.get(I - Side) : 0;
      Sum -= Y + 1 < Side ? X.get(I + Side) : 0;
      Target[I] = Sum;
    }
}

double solve(size_t Side, int Iterations) {
  size_t N = Side * Side;
  Vector X(N), R(N), P(N), Product(N);
  for (size_t I = 0; I < N; ++I)
    R.own()[I] = double(I * 7919 % 1000) / 1000;
  P = R; // shared, until one of them is written
  double Old = dot(R, R, N);
  for (int I = 0; I < Iterations; ++I) {
    applyLaplace(P, Product, Side);
    double Step = Old / dot(P, Product, N);
    X = X + Step * P;
    R = R - Step * Product;
    double Norm = dot(R, R, N);
    if (Norm < 1e-30) { // solved: the next right side
      R = X - 0.9 * X;
      P = R;
      Old = dot(R, R, N);
      continue;
    }
    P = R + (Norm / Old) * P;
    Old = Norm;
  }
  return dot(X, X, N);
}

} // namespace

int main(int Count, char **Words) {
  size_t Side = Count > 1 ? size_t(std::atoi(Words[1])) : 200;
  int Iterations = Count > 2 ? std::atoi(Words[2]) : 4000;
  std::printf("%.9g\n", solve(Side, Iterations));
}
