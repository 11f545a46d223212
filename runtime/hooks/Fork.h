//===- runtime/hooks/Fork.h - a process becomes two -----------------------===//

#ifndef MEMFACET_RUNTIME_HOOKS_FORK_H
#define MEMFACET_RUNTIME_HOOKS_FORK_H

namespace memfacet {

/// To be called before anybody else registers fork handlers: the child's then
/// runs first of all.
void installForkHandlers();

} // namespace memfacet

#endif
