//===- Pager.cpp - long reports, a screen at a time -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Pager.h"
#include "tools/support/Say.h"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet {

std::string pagerCommand() {
  for (const char *Variable : {"MEMFACET_PAGER", "PAGER"})
    if (const char *Command = std::getenv(Variable))
      return std::string_view(Command) == "cat" ? "" : Command;
  return "less -FRX";
}

bool isLongFor(std::string_view Text, const Terminal &Out) {
  size_t Lines = 0;
  while (!Text.empty()) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    size_t Width = displayWidth(Line);
    Lines += Out.Width && Width ? (Width + Out.Width - 1) / Out.Width : 1;
    Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
  }
  return Out.Height != 0 && Lines >= Out.Height;
}

namespace {

/// While an object exists, Ctrl-C does not end this process, nor does a pager
/// that ends early.
class QuietSignals {
public:
  QuietSignals()
      : Interrupt(std::signal(SIGINT, SIG_IGN)),
        Pipe(std::signal(SIGPIPE, SIG_IGN)) {}
  ~QuietSignals() {
    std::signal(SIGINT, Interrupt);
    std::signal(SIGPIPE, Pipe);
  }
  QuietSignals(const QuietSignals &) = delete;
  QuietSignals &operator=(const QuietSignals &) = delete;

private:
  void (*Interrupt)(int);
  void (*Pipe)(int);
};

void writeAll(int Fd, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Wrote = write(Fd, Text.data(), Text.size());
    if (Wrote < 0 && errno == EINTR)
      continue;
    // The pager has ended.
    if (Wrote <= 0)
      return;
    Text.remove_prefix(size_t(Wrote));
  }
}

[[noreturn]] void becomePager(const std::string &Command, int Input) {
  dup2(Input, STDIN_FILENO);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  // Colours, and no paging of short texts, unless the user set other options.
  setenv("LESS", "FRX", /*overwrite=*/0);
  execl("/bin/sh", "sh", "-c", Command.c_str(), nullptr);
  _exit(ExitNotFound);
}

/// Shows \p Text in the pager \p Command. Returns false if the pager could not
/// be run.
bool page(const std::string &Command, std::string_view Text) {
  std::array<int, 2> Pipe;
  if (pipe(Pipe.data()) != 0)
    return false;
  QuietSignals Quiet;
  pid_t Child = fork();
  if (Child == 0) {
    close(Pipe[1]);
    becomePager(Command, Pipe[0]);
  }
  close(Pipe[0]);
  if (Child > 0)
    writeAll(Pipe[1], Text);
  close(Pipe[1]);
  int Status = 0;
  while (Child > 0 && waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  int Code = WIFEXITED(Status) ? WEXITSTATUS(Status) : 0;
  return Child > 0 && Code != ExitNotFound && Code != ExitNotExecutable;
}

} // namespace

Status printPaged(std::string_view Text, const Terminal &Out) {
  std::string Command = pagerCommand();
  if (Out.Interactive && !Out.Dumb && !Command.empty() &&
      isLongFor(Text, Out) && page(Command, Text))
    return {};
  return printOutput(Text);
}

} // namespace memfacet
