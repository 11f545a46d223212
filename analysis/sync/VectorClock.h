//===- VectorClock.h - what a thread knows of all others ------------------===//
//
// Mattern, "Virtual time and global states of distributed systems" (1989): for
// each thread, up to which of its epochs all that it did happened before. An
// epoch ends where the thread lets others know of it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SYNC_VECTORCLOCK_H
#define MEMFACET_SYNC_VECTORCLOCK_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet {

class VectorClock {
public:
  /// 0: nothing of \p Thread is known; its own first epoch is 1.
  uint32_t of(uint32_t Thread) const {
    return Thread < Known.size() ? Known[Thread] : 0;
  }
  void advance(uint32_t Thread) {
    if (Known.size() <= Thread)
      Known.resize(Thread + size_t(1));
    ++Known[Thread];
  }
  void join(const VectorClock &O) {
    if (Known.size() < O.Known.size())
      Known.resize(O.Known.size());
    for (size_t I = 0; I != O.Known.size(); ++I)
      Known[I] = std::max(Known[I], O.Known[I]);
    Told = std::max(Told, O.Told);
  }
  /// Numbers what is told to others, in the order of the stream.
  void tell(uint64_t Number) { Told = Number; }
  uint64_t told() const { return Told; }

private:
  std::vector<uint32_t> Known; ///< epochs, by thread
  uint64_t Told = 0;
};

// What SyncObjects needs of a time.
inline void joinTime(uint64_t &To, uint64_t Of) { To = std::max(To, Of); }
inline void joinTime(VectorClock &To, const VectorClock &Of) { To.join(Of); }
inline bool isLater(uint64_t A, uint64_t B) { return A > B; }
/// Told later: of what is taken one by one, in the order in which it was told.
inline bool isLater(const VectorClock &A, const VectorClock &B) {
  return A.told() > B.told();
}

} // namespace memfacet

#endif
