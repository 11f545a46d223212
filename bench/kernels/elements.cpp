// A block of soft material as a mesh of tetrahedra: small vectors and matrices
// are templates of their size, whose loops the compiler unrolls; an algebra of
// dual numbers makes derivatives. Gathers four corners by their numbers, adds
// forces to them, moves all points. Arguments: cells of a side, steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

template <class T, int N> struct Vec {
  std::array<T, N> V{};
  T &operator[](int I) { return V[size_t(I)]; }
  const T &operator[](int I) const { return V[size_t(I)]; }
};

template <class T, int N>
Vec<T, N> operator+(const Vec<T, N> &A, const Vec<T, N> &B) {
  Vec<T, N> R;
  for (int I = 0; I < N; ++I)
    R[I] = A[I] + B[I];
  return R;
}

template <class T, int N>
Vec<T, N> operator-(const Vec<T, N> &A, const Vec<T, N> &B) {
  Vec<T, N> R;
  for (int I = 0; I < N; ++I)
    R[I] = A[I] - B[I];
  return R;
}

template <class T, int N> Vec<T, N> operator*(const T &A, const Vec<T, N> &B) {
  Vec<T, N> R;
  for (int I = 0; I < N; ++I)
    R[I] = A * B[I];
  return R;
}

/// A matrix, by columns.
template <class T, int N> using Mat = Vec<Vec<T, N>, N>;

template <class T, int N>
Mat<T, N> multiply(const Mat<T, N> &A, const Mat<T, N> &B) {
  Mat<T, N> R;
  for (int J = 0; J < N; ++J)
    for (int K = 0; K < N; ++K)
      R[J] = R[J] + B[J][K] * A[K];
  return R;
}

template <class T> T determinant(const Mat<T, 3> &M) {
  return M[0][0] * (M[1][1] * M[2][2] - M[2][1] * M[1][2]) -
         M[1][0] * (M[0][1] * M[2][2] - M[2][1] * M[0][2]) +
         M[2][0] * (M[0][1] * M[1][2] - M[1][1] * M[0][2]);
}

Mat<double, 3> inverse(const Mat<double, 3> &M) {
  double D = 1 / determinant(M);
  Mat<double, 3> R;
  for (int J = 0; J < 3; ++J)
    for (int I = 0; I < 3; ++I) {
      int A = (J + 1) % 3, B = (J + 2) % 3, C = (I + 1) % 3, E = (I + 2) % 3;
      R[I][J] = D * (M[A][C] * M[B][E] - M[B][C] * M[A][E]);
    }
  // Cofactors of (I, J) are at (J, I).
  Mat<double, 3> T;
  for (int J = 0; J < 3; ++J)
    for (int I = 0; I < 3; ++I)
      T[J][I] = R[J][I];
  return T;
}

/// A number and the derivatives by N variables.
template <int N> struct Dual {
  double Value = 0;
  Vec<double, N> Derivatives;
};

template <int N> Dual<N> operator+(const Dual<N> &A, const Dual<N> &B) {
  return {A.Value + B.Value, A.Derivatives + B.Derivatives};
}
template <int N> Dual<N> operator-(const Dual<N> &A, const Dual<N> &B) {
  return {A.Value - B.Value, A.Derivatives - B.Derivatives};
}
template <int N> Dual<N> operator*(const Dual<N> &A, const Dual<N> &B) {
  return {A.Value * B.Value, A.Value * B.Derivatives + B.Value * A.Derivatives};
}

using Point = Vec<double, 3>;

struct Tetrahedron {
  std::array<int, 4> Corners;
  Mat<double, 3> Rest; // inverse of the edges at rest
  double Volume;
};

struct Node {
  Point Place, Speed, Force;
};

/// Returns the energy of a deformation as a function of the nine entries.
template <class T> T energy(const Mat<T, 3> &F, const T &Unit, const T &Stiff) {
  T Stretch = Stiff;
  Stretch = Stretch - Stiff;
  for (int J = 0; J < 3; ++J)
    for (int I = 0; I < 3; ++I)
      Stretch = Stretch + F[J][I] * F[J][I];
  T Change = determinant(F) - Unit;
  return Stretch - (Unit + Unit) * Change + Stiff * Change * Change;
}

class Mesh {
public:
  explicit Mesh(int Cells) : Side(Cells + 1) {
    for (int K = 0; K < Side; ++K)
      for (int J = 0; J < Side; ++J)
        for (int I = 0; I < Side; ++I) {
          Nodes.push_back(std::make_unique<Node>());
          Nodes.back()->Place = {{double(I), double(J), double(K)}};
        }
    for (int K = 0; K < Cells; ++K)
      for (int J = 0; J < Cells; ++J)
        for (int I = 0; I < Cells; ++I)
          addCube((K * Side + J) * Side + I);
    for (auto &N : Nodes)
      N->Place[0] *= 1 + 0.1 * N->Place[2] / Side;
  }

  void step(double Time) {
    for (const Tetrahedron &T : Parts)
      addForces(T);
    for (size_t I = size_t(Side) * Side; I < Nodes.size();
         ++I) { // the floor is fixed
      Node &N = *Nodes[I];
      N.Speed = 0.999 * (N.Speed + Time * N.Force);
      N.Place = N.Place + Time * N.Speed;
    }
    for (auto &N : Nodes)
      N->Force = Point();
  }

  double sum() const {
    double Sum = 0;
    for (size_t I = 0; I < Nodes.size(); ++I)
      Sum += Nodes[I]->Place[int(I % 3)] * double(1 + I % 7);
    return Sum;
  }

private:
  Mat<double, 3> edges(const std::array<int, 4> &C) const {
    Mat<double, 3> E;
    for (int J = 0; J < 3; ++J)
      E[J] =
          Nodes[size_t(C[size_t(J) + 1])]->Place - Nodes[size_t(C[0])]->Place;
    return E;
  }

  /// Makes six tetrahedra around the diagonal of a cell.
  void addCube(int Corner) {
    const std::array<int, 3> Ways = {1, Side, Side * Side};
    for (int A = 0; A < 3; ++A)
      for (int B = 0; B < 3; ++B) {
        if (A == B)
          continue;
        int Second = Corner + Ways[size_t(A)], Third = Second + Ways[size_t(B)];
        std::array<int, 4> C = {Corner, Second, Third,
                                Corner + Ways[0] + Ways[1] + Ways[2]};
        Mat<double, 3> E = edges(C);
        Parts.push_back({C, inverse(E), std::abs(determinant(E)) / 6});
      }
  }

  void addForces(const Tetrahedron &T) {
    Mat<double, 3> F = multiply(edges(T.Corners), T.Rest);
    Mat<Dual<9>, 3> D;
    for (int J = 0; J < 3; ++J)
      for (int I = 0; I < 3; ++I) {
        D[J][I].Value = F[J][I];
        D[J][I].Derivatives[3 * J + I] = 1;
      }
    Dual<9> Energy = energy(D, Dual<9>{1, {}}, Dual<9>{3, {}});
    for (int Edge = 0; Edge < 3; ++Edge) {
      Point Force;
      for (int J = 0; J < 3; ++J)
        for (int I = 0; I < 3; ++I)
          Force[I] -=
              T.Volume * Energy.Derivatives[3 * J + I] * T.Rest[J][Edge];
      Node &Tip = *Nodes[size_t(T.Corners[size_t(Edge) + 1])];
      Node &Foot = *Nodes[size_t(T.Corners[0])];
      Tip.Force = Tip.Force + Force;
      Foot.Force = Foot.Force - Force;
    }
  }

  int Side;
  std::vector<std::unique_ptr<Node>> Nodes;
  std::vector<Tetrahedron> Parts;
};

} // namespace

int main(int Count, char **Words) {
  int Cells = Count > 1 ? std::atoi(Words[1]) : 14;
  int Steps = Count > 2 ? std::atoi(Words[2]) : 180;
  Mesh M(Cells);
  for (int S = 0; S < Steps; ++S)
    M.step(0.01);
  std::printf("%.7g\n", M.sum());
}
