//===- runtime/hooks/Next.cpp - the functions behind the interposed ones --===//

#include "runtime/hooks/Next.h"
#include <dlfcn.h>

namespace memfacet {

void *findNext(const char *Name) { return dlsym(RTLD_NEXT, Name); }

} // namespace memfacet
