//===- Next.cpp - the functions behind the interposed ones ----------------===//

#include "runtime/hooks/Next.h"
#include <dlfcn.h>

namespace memfacet {

void *findNext(const char *Name, const char *Version) {
  void *Found = Version ? dlvsym(RTLD_NEXT, Name, Version) : nullptr;
  return Found ? Found : dlsym(RTLD_NEXT, Name);
}

} // namespace memfacet
