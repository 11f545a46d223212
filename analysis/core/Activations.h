//===- Activations.h - the values of the functions in progress ------------===//

#ifndef MEMFACET_CORE_ACTIVATIONS_H
#define MEMFACET_CORE_ACTIVATIONS_H

#include "analysis/core/Pipeline.h"
#include "analysis/decode/RunCode.h"

namespace memfacet {

/// The stack of one thread's activations, as far as the sequence of runs tells:
/// a function is entered by its first run and left by a Return. A run of a
/// function that is not the innermost ends those inside it (exceptions, jumps);
/// where none is of that function, it is entered anew, and all its values are
/// there already.
class Activations {
public:
  static constexpr int64_t NoRun = -1;

  /// A call was executed: what its function would get, and where its result
  /// goes.
  void call(std::vector<CoreValue> Arguments, uint32_t Result);
  /// Before \p Run is executed.
  void begin(const RunCode &Run);
  /// \p Run was executed.
  void end(const RunCode &Run) { Frames.back().LastRun = Run.Ordinal; }
  /// The innermost function returns \p Result.
  void leave(const CoreValue *Result);

  /// The run of the same activation before this one, or NoRun.
  int64_t lastRun() const { return Frames.back().LastRun; }
  /// Value \p Number of the innermost function.
  CoreValue &value(uint32_t Number) {
    return Values[Frames.back().FirstValue + Number];
  }

private:
  struct Frame {
    uint64_t Function;
    size_t FirstValue;
    int64_t LastRun = NoRun;
    uint32_t Awaited = RunOperation::NoNumber; ///< a call's result
  };

  void push(const RunCode &Run);
  void pop();

  std::vector<Frame> Frames; ///< the innermost last
  std::vector<CoreValue> Values;
  std::vector<CoreValue> Arguments; ///< of the call just before
};

} // namespace memfacet

#endif
