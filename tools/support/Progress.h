//===- Progress.h - what is being done, and how fast ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_PROGRESS_H
#define MEMFACET_SUPPORT_PROGRESS_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace memfacet {

/// Returns a text such as "simulating 'run.mft': 1.2 G words, 30.1 M/s, 42 s"
/// for \p Count (0: unknown) of \p Unit in \p Seconds. With \p Total, the count
/// at the end, such as "simulating 'run.mft': 25 %, 300 M words, 30.1 M/s, 10
/// s, some 30 s left".
std::string progressText(const std::string &Task, uint64_t Count,
                         double Seconds, const char *Unit = "words",
                         uint64_t Total = 0);

/// While an object exists, shows the progress on stderr: on a terminal in a
/// line that changes, after a second, which the destructor removes; elsewhere
/// in a further line now and then.
class Progress {
public:
  /// When the first line is printed where there is no terminal. The next ones
  /// follow after twice the time, at last each minute.
  static constexpr std::chrono::milliseconds FirstLine{10'000};

  /// \p Count, which may be null, counts \p Unit and must outlive the object;
  /// \p Total is its last value, or 0. \p CanShow is called each time and
  /// returns whether a line may be printed; null: always.
  Progress(std::string Task, const std::atomic<uint64_t> *Count,
           std::function<bool()> CanShow = nullptr, const char *Unit = "words",
           uint64_t Total = 0, std::chrono::milliseconds First = FirstLine);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void show();
  void showLines();
  bool waitsFor(std::unique_lock<std::mutex> &Guard,
                std::chrono::milliseconds Time);
  std::string text() const;

  const std::string Task;
  const std::atomic<uint64_t> *Count;
  const std::function<bool()> CanShow;
  const char *const Unit;
  const uint64_t Total;
  const std::chrono::milliseconds First;
  const std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
  std::mutex Lock;
  std::condition_variable Ended;
  bool IsDone = false;
  std::thread Worker;
};

} // namespace memfacet

#endif
