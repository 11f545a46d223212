//===- Select.h - which lines a thread records ----------------------------===//

#ifndef MEMFACET_RUNTIME_SELECT_SELECT_H
#define MEMFACET_RUNTIME_SELECT_SELECT_H

#include "memfacet/Select.h"
#include "memfacet/Tables.h"
#include "runtime/support/Visibility.h"

extern "C" {
extern MEMFACET_EXPORT uint8_t __memfacet_selecting;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_line_mask;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_line_window;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_line_limit;
}

namespace memfacet {

struct ThreadState;

/// Whether functions run in their selecting bodies.
inline bool selecting() { return __memfacet_selecting != 0; }

/// The last line of each residue that the thread has recorded or dropped.
struct RecentLines {
  static constexpr uint64_t None = ~uint64_t(0);
  uint64_t Accessed[SelectResidues];
  /// The same line if it was written since it became the last one, or None.
  uint64_t Written[SelectResidues];

  void forget() {
    for (uint32_t I = 0; I != SelectResidues; ++I)
      Accessed[I] = Written[I] = None;
  }
};

/// What a thread selects. Without a Begun, it records nothing yet.
struct ThreadSelection {
  bool Begun;
  uint32_t Bits;      ///< of the mask of lines, behind the window
  uint32_t Window;    ///< accesses up to the end of the window; 0: none is open
  uint64_t Intervals; ///< that have ended
};

/// Reads the option `lines` and says whether functions select.
void prepareSelection(bool Wanted);
/// \p T is registered and begins with a window.
void beginSelection(ThreadState &T);
/// \p T is in no window from here on, and records accesses to the lines that
/// the process chooses now.
void chooseLines(ThreadState &T);
/// \p T has a new chunk: takes over what the process selects by now, which is
/// less with each chunk of some numbers.
void continueSelection(ThreadState &T);
/// An interval of \p T has ended after so many \p Instructions: does the same,
/// and opens a window now and then.
void endSelectedInterval(ThreadState &T, uint64_t Instructions);
/// The thread says that all counters of the process have been told.
void endSelection(ThreadState &T);
/// In a forked child, before it records.
void forgetSelection(ThreadState &T);

} // namespace memfacet

#endif
