//===- Visibility.h - what others see of the runtime ----------------------===//

#ifndef MEMFACET_RUNTIME_SUPPORT_VISIBILITY_H
#define MEMFACET_RUNTIME_SUPPORT_VISIBILITY_H

#define MEMFACET_EXPORT __attribute__((visibility("default")))
/// Exists from the first to the last instruction of a thread.
#define MEMFACET_TLS __thread __attribute__((tls_model("initial-exec")))

#endif
