//===- Sparkline.h - a curve in a line of text ----------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_SPARKLINE_H
#define MEMFACET_REPORT_FORMAT_SPARKLINE_H

#include <cstddef>
#include <string>
#include <vector>

namespace memfacet {

/// The values that fall into each of at most \p Width columns, as blocks of
/// eighths of \p Most: their mean, rounded up, so that nothing but 0 is empty.
std::string sparkline(const std::vector<double> &Values, double Most,
                      size_t Width);

} // namespace memfacet

#endif
