//===- CodingThreads.h - several frames are coded at a time ---------------===//

#ifndef MEMFACET_CODING_CODINGTHREADS_H
#define MEMFACET_CODING_CODINGTHREADS_H

#include "analysis/coding/FrameCoder.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace memfacet {

/// Frames in, coded frames out, in their order. Used from one thread. Which
/// coder gets which frame depends on nothing but its number: what is written
/// does not change from run to run.
class CodingThreads {
public:
  /// Gets each coded frame, in the thread that calls submit or settle.
  using Write =
      std::function<Status(const FrameWords &, std::span<const char>)>;

  /// \p Threads 0: frames are coded where they are submitted. Otherwise
  /// \p Lengths is asked in other threads, too.
  CodingThreads(const RecordLength &Lengths, unsigned Threads, Write Done);
  /// Frames that are not written yet are dropped.
  ~CodingThreads();
  CodingThreads(const CodingThreads &) = delete;
  CodingThreads &operator=(const CodingThreads &) = delete;

  /// The next frame: empty, to be filled.
  FrameWords &next() { return at(Submitted).Words; }
  const FrameWords &next() const { return at(Submitted).Words; }
  /// Hands it over, writes what is ready, and waits until there is room for
  /// another one. The error is Write's or a coder's.
  Status submit();
  /// Waits until all are written.
  Status settle();

private:
  struct Frame {
    FrameWords Words;
    std::vector<char> Coded;
    Status Result;
    bool Ready = false; ///< coded, and not yet written
  };
  /// Frames beside those that are being coded.
  static constexpr size_t FramesWaiting = 6;

  Frame &at(uint64_t Number) { return Frames[Number % Frames.size()]; }
  const Frame &at(uint64_t Number) const {
    return Frames[Number % Frames.size()];
  }
  void run(size_t Thread);
  Status writeUntil(uint64_t Number);

  const Write Done;
  std::vector<Frame> Frames;
  std::vector<std::unique_ptr<FrameCoder>> Coders; ///< one for each thread
  std::mutex Lock;
  std::condition_variable Filled, Coded;
  uint64_t Submitted = 0, Written = 0; ///< frames
  bool Ending = false;
  std::vector<std::thread> Threads; ///< last: they use all the others
};

} // namespace memfacet

#endif
