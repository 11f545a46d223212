//===- TraceWriting.h - the accesses of a trace, written one by one -------===//

#ifndef MEMFACET_EXPORT_TRACEWRITING_H
#define MEMFACET_EXPORT_TRACEWRITING_H

#include "analysis/observers/AccessTeller.h"
#include "tools/export/ExportFile.h"

namespace memfacet {

/// Writes what it hears. What is not to be counted is followed, where caches
/// are simulated, and not written.
class TraceWriting : public AccessListener {
public:
  explicit TraceWriting(ExportFile &To) : To(To) {}

  void count(bool Wanted) override { Counting = Wanted; }
  /// A region of interest begins: nothing before it belongs to the export.
  void forget() override;
  /// Behind the last access.
  virtual void end() {}
  /// "1234 accesses", and what a reader must know.
  virtual std::string summary() const = 0;

protected:
  ExportFile &To;
  bool Counting = true;

private:
  virtual void forgetCounts() = 0;
};

} // namespace memfacet

#endif
