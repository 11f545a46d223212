// Records of 40 bytes are sorted by name with quicksort, in place, and by date
// with merge sort, into a second array and back: sweeps from both ends, copies
// of whole records, and comparisons of strings. Arguments: records, rounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Record {
  char Name[20];
  int Day;
  long Amount;
  double Rate;
};

static uint64_t State = 99;

static uint32_t draw(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(State >> 33);
}

static void fill(struct Record *R, int Count) {
  for (int I = 0; I < Count; ++I) {
    int Length = 4 + (int)(draw() % 12);
    for (int K = 0; K < (int)sizeof R[I].Name; ++K)
      R[I].Name[K] = K < Length ? (char)('a' + draw() % 6) : 0;
    R[I].Day = (int)(draw() % 4000);
    R[I].Amount = draw() % 100000;
    R[I].Rate = draw() % 100 * 0.01;
  }
}

static int compare(const struct Record *A, const struct Record *B) {
  int Order = strcmp(A->Name, B->Name);
  return Order ? Order : A->Day - B->Day;
}

static void swap(struct Record *A, struct Record *B) {
  struct Record Saved = *A;
  *A = *B;
  *B = Saved;
}

static void insertionSort(struct Record *R, int Count) {
  for (int I = 1; I < Count; ++I) {
    struct Record Moved = R[I];
    int J = I;
    for (; J > 0 && compare(&R[J - 1], &Moved) > 0; --J)
      R[J] = R[J - 1];
    R[J] = Moved;
  }
}

static void quickSort(struct Record *R, int Count) {
  while (Count > 12) {
    swap(&R[0], &R[Count / 2]);
    struct Record Pivot = R[0];
    int Left = 0, Right = Count;
    for (;;) {
      while (++Left < Count && compare(&R[Left], &Pivot) < 0)
        ;
      while (compare(&R[--Right], &Pivot) > 0)
        ;
      if (Left >= Right)
        break;
      swap(&R[Left], &R[Right]);
    }
    swap(&R[0], &R[Right]);
    quickSort(R, Right);
    R += Right + 1;
    Count -= Right + 1;
  }
  insertionSort(R, Count);
}

static void merge(const struct Record *From, struct Record *To, int Middle,
                  int Count) {
  int A = 0, B = Middle;
  for (int I = 0; I < Count; ++I)
    To[I] = B == Count || (A < Middle && From[A].Day <= From[B].Day)
                ? From[A++]
                : From[B++];
}

static void mergeSort(struct Record *R, struct Record *Other, int Count) {
  for (int Width = 1; Width < Count; Width *= 2) {
    for (int I = 0; I < Count; I += 2 * Width) {
      int Size = Count - I < 2 * Width ? Count - I : 2 * Width;
      merge(R + I, Other + I, Size < Width ? Size : Width, Size);
    }
    memcpy(R, Other, sizeof *R * Count);
  }
}

static uint64_t checksum(const struct Record *R, int Count) {
  uint64_t Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum = Sum * 31 + (uint64_t)R[I].Amount + (uint64_t)R[I].Name[2];
  return Sum;
}

int main(int Words, char **Word) {
  int Count = Words > 1 ? atoi(Word[1]) : 50000;
  int Rounds = Words > 2 ? atoi(Word[2]) : 48;
  struct Record *R = malloc(sizeof *R * Count);
  struct Record *Other = malloc(sizeof *R * Count);
  uint64_t Sum = 0;
  for (int I = 0; I < Rounds; ++I) {
    fill(R, Count);
    quickSort(R, Count);
    Sum = Sum * 7 + checksum(R, Count);
    mergeSort(R, Other, Count);
    Sum = Sum * 7 + checksum(R, Count);
  }
  printf("%llu\n", (unsigned long long)Sum);
  free(R);
  free(Other);
  return 0;
}
