// Locks are structures that go from thread to thread, though what their
// functions do to them is not seen: an array of accounts with a mutex each, and
// one lock for readers and a writer.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog -pthread
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet simulate %t.mft --sharing -o %t.mfp
// RUN: %memfacet sharing %t.mfp | FileCheck %s
// RUN: %memfacet sharing %t.mfp --json | FileCheck %s --check-prefix=JSON
//
// CHECK: Locks, taken after somebody had them:
// CHECK: lock {{ *}}kind {{ *}}taken {{ *}}from another {{ *}}share
// CHECK-DAG: Accounts [1].Lock {{ *}}mutex {{ *}}99 {{ *}}99 {{ *}}100.0 % {{.*}}work threads/sharing-locks.c:{{[0-9]+}} (100.0 %)
// CHECK-DAG: Shared {{ *}}write lock {{ *}}49 {{ *}}0 {{ *}}0.0 %
// CHECK-DAG: Shared {{ *}}read lock {{ *}}51 {{ *}}1 {{ *}}2.0 % {{ *}}0 > 1
//
// JSON: "locks": [
// JSON: "structure": "Accounts",
// JSON: "member": "[1].Lock",
// JSON-NEXT: "kind": "mutex",
// JSON-NEXT: "taken": 99,
// JSON-NEXT: "handed_over": 99,
// JSON-NEXT: "places": [
// JSON-NEXT: {
// JSON-NEXT: "function": "work",
// JSON-NEXT: "file": "{{.*}}sharing-locks.c",
// JSON-NEXT: "line": [[#@LINE+24]],
// JSON-NEXT: "column": 5,
// JSON-NEXT: "taken": 99,
// JSON-NEXT: "handed_over": 99
// JSON-NEXT: }
//
// RUN: %memfacet sharing %t.mfp --csv --locks | FileCheck %s --check-prefix=CSV
// CSV: structure,offset,kind,function,file,line,column,taken,handed_over
// CSV-NEXT: Accounts,56,mutex,work,{{.*}}sharing-locks.c,[[#@LINE+16]],5,99,99
// CSV-NEXT: Shared,0,read lock,work,{{.*}}sharing-locks.c,[[#@LINE+31]],5,51,1
// CSV-NEXT: Shared,0,write lock,work,{{.*}}sharing-locks.c,[[#@LINE+22]],7,49,0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

struct Account {
  long Sum;
  pthread_mutex_t Lock;
} Accounts[2];
static pthread_rwlock_t Shared = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int Turn = 0; Turn != 50; ++Turn) {
    sem_wait(&Baton[Me]);
    pthread_mutex_lock(&Accounts[1].Lock);
    ++Accounts[1].Sum;
    pthread_mutex_unlock(&Accounts[1].Lock);
    sem_post(&Baton[1 - Me]);
  }
  // One after the other: 0 is done with writing when 1 begins to read.
  if (Me == 0) {
    for (int I = 0; I != 50; ++I) {
      pthread_rwlock_wrlock(&Shared);
      pthread_rwlock_unlock(&Shared);
    }
    sem_post(&Baton[1]);
    return 0;
  }
  sem_wait(&Baton[1]);
  for (int I = 0; I != 51; ++I) {
    pthread_rwlock_rdlock(&Shared);
    pthread_rwlock_unlock(&Shared);
  }
  return 0;
}

int main(void) {
  for (int I = 0; I != 2; ++I)
    pthread_mutex_init(&Accounts[I].Lock, 0);
  runThreads(2, work);
  return 0;
}
