//===- FrameCoder.h - codes frames, several at a time ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_FRAMECODER_H
#define MEMFACET_WORDS_CODING_FRAMECODER_H

#include "analysis/words/coding/ColumnRules.h"
#include "analysis/words/coding/FrameParts.h"
#include "analysis/words/coding/RecordWalk.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace memfacet::words {

/// Codes frames, one after the other. What it learns from one frame makes the
/// next ones smaller, but each can be read without the others.
class FrameCoder {
public:
  /// \p Lengths may learn more at any time. A wrong length makes a frame
  /// larger, but never wrong.
  explicit FrameCoder(const RecordLength &Lengths);

  /// Appends a FramePartSizes and the parts to \p Target. Words and pieces of
  /// \p Frame are at most 2^24. Returns an error if zstd has no memory.
  Status code(const FrameWords &Frame, std::vector<char> &Target);

private:
  void codeRow(const RecordBuffers::FrameRow &R);
  void findColumn(const RecordBuffers::FrameRow &R, uint32_t Slot,
                  size_t Count);
  void writeOrder();
  void writeDirectory(const FrameWords &Frame);
  uint64_t sourceInFrame(uint32_t Column) const;

  RecordWalk Walk;
  ColumnRules Rules;
  FramePartsWriter Parts;
  std::vector<uint64_t> Residuals; ///< of one column
  std::vector<uint64_t> Directory, Sources, Kinds, Firsts;
};

/// Takes frames and writes coded frames, in the same order. Used from one
/// thread. The number of a frame alone decides which coder gets it: so the
/// output does not change from run to run.
class CodingThreads {
public:
  /// Called with each coded frame, in the thread that calls submit or settle.
  using Write =
      std::function<Status(const FrameWords &, std::span<const char>)>;

  /// \p Threads is the number of coding threads. With 0, frames are coded where
  /// they are submitted. Otherwise \p Lengths is asked in other threads, too.
  CodingThreads(const RecordLength &Lengths, unsigned Threads,
                Write WriteFrame);
  /// Drops frames that are not written yet.
  ~CodingThreads();
  CodingThreads(const CodingThreads &) = delete;
  CodingThreads &operator=(const CodingThreads &) = delete;

  /// Returns the next frame, which is empty and to be filled.
  FrameWords &next() { return at(Submitted).Words; }
  const FrameWords &next() const { return at(Submitted).Words; }
  /// Hands over the frame of next(), writes what is ready, and waits until
  /// there is room for another frame. The error is Write's or a coder's.
  Status submit();
  /// Waits until all frames are written.
  Status settle();

private:
  struct Frame {
    FrameWords Words;
    std::vector<char> Coded;
    Status Result;
    bool Ready = false; ///< coded, and not yet written
  };
  /// Frames in addition to those that are being coded.
  static constexpr size_t FramesWaiting = 6;

  Frame &at(uint64_t Number) { return Frames[Number % Frames.size()]; }
  const Frame &at(uint64_t Number) const {
    return Frames[Number % Frames.size()];
  }
  void run(size_t Thread);
  Status writeUntil(uint64_t Number);

  const Write WriteFrame;
  std::vector<Frame> Frames;
  std::vector<std::unique_ptr<FrameCoder>> Coders; ///< one for each thread
  std::mutex Lock;
  std::condition_variable Filled, Coded;
  uint64_t Submitted = 0, Written = 0; ///< frames
  bool Ending = false;
  std::vector<std::thread> Threads; ///< last: they use all the others
};

} // namespace memfacet::words

#endif
