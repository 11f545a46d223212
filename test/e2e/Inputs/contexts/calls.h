// The calls in progress as the program itself keeps them, to be compared with
// what the inserted code keeps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CALLS_H
#define CALLS_H

struct Calls {
  int Count;
  /// From here on, counted from the outermost, entries must be right: a jump
  /// out of calls leaves theirs in the slots of calls far below them.
  int Known;
  int Lines[1000];
};
extern Calls InProgress;

inline int enter(int Line) {
  if (InProgress.Known > InProgress.Count)
    InProgress.Known = InProgress.Count;
  InProgress.Lines[InProgress.Count++] = Line;
  return 0;
}

inline void left() { --InProgress.Count; }

/// The calls from number \p Count on are over, but did not return.
inline void leftTo(int Count) {
  if (InProgress.Known < InProgress.Count - 64)
    InProgress.Known = InProgress.Count - 64;
  InProgress.Count = Count;
}

/// Stops the program where the contexts are not those of the calls. The
/// call of check() is the innermost.
void check();
long checks();

// Evaluates an expression that is one call, on a line of its own.
#define CALL(expression) (enter(__LINE__), (expression), left())

#endif
