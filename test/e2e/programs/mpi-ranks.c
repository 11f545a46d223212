// Each rank of an MPI program records into a file with its rank in the name.
// What ranks do is in their own profiles alone, though all run at once; the
// exit code and the output of the program are as without a recording. By
// itself, the program finds its rank, too.
//
// REQUIRES: mpi
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env OMPI_CC=%memfacet-clang mpicc -O1 -g %s -o %t.prog
// RUN: cd %t.dir && %mpirun -n 4 \
// RUN:   %memfacet record --cache zen4 -o prog.%%r.mfp -- %t.prog > out
// RUN: FileCheck %s < %t.dir/out
// RUN: %expect %t.dir/prog.0.mfp \
// RUN:   'Cells.loads == 2000' 'Cells.stores == 1000'
// RUN: %expect %t.dir/prog.1.mfp \
// RUN:   'Cells.loads == 2000' 'Cells.stores == 1000'
// RUN: %expect %t.dir/prog.2.mfp \
// RUN:   'Cells.loads == 2000' 'Cells.stores == 1000'
// RUN: %expect %t.dir/prog.3.mfp \
// RUN:   'Cells.loads == 8000' 'Cells.stores == 1000'
// RUN: ls %t.dir/prog.*.mfp | count 4
// RUN: cd %t.dir && %memfacet merge prog.*.mfp -o all.mfp
// RUN: %expect %t.dir/all.mfp 'Cells.loads == 14000' 'Cells.stores == 4000'
//
// RUN: cd %t.dir && env MEMFACET_OPTIONS=output=own.%%h.%%r.mfp \
// RUN:   %mpirun -n 2 %t.prog
// RUN: ls %t.dir/own.$(hostname).0.mfp %t.dir/own.$(hostname).1.mfp
//
// CHECK: 4 ranks: 6993000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mpi.h>
#include <stdio.h>

enum { Count = 1000 };
static volatile long Cells[Count];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int Rank, Size;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Size);
  for (int I = 0; I < Count; ++I)
    Cells[I] = I;
  long Sum = 0, All = 0;
  for (int Round = 0; Round < (Rank == 3 ? 8 : 2); ++Round)
    for (int I = 0; I < Count; ++I)
      Sum += Cells[I];
  MPI_Reduce(&Sum, &All, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (Rank == 0)
    printf("%d ranks: %ld\n", Size, All);
  MPI_Finalize();
  return 0;
}
