//===- Progress.h - what is being done, and how fast ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_PROGRESS_H
#define MEMFACET_SUPPORT_PROGRESS_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace memfacet {

/// Returns a text such as "simulating 'run.mft': 1.2 G words, 30.1 M/s, 42 s"
/// for \p Count (0: unknown) of \p Unit in \p Seconds.
std::string progressText(const std::string &Task, uint64_t Count,
                         double Seconds, const char *Unit = "words");

/// While an object exists, shows a line with the progress on stderr: on a
/// terminal only, and after a second. The destructor removes the line.
class Progress {
public:
  /// \p Count, which may be null, counts \p Unit and must outlive the object.
  /// \p CanShow is called each time and returns whether a line may be printed;
  /// null: always.
  Progress(std::string Task, const std::atomic<uint64_t> *Count,
           std::function<bool()> CanShow = nullptr, const char *Unit = "words");
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void show();

  const std::string Task;
  const std::atomic<uint64_t> *Count;
  const std::function<bool()> CanShow;
  const char *const Unit;
  std::mutex Lock;
  std::condition_variable Ended;
  bool IsDone = false;
  std::thread Worker;
};

} // namespace memfacet

#endif
