// C++'s operators new and delete: libstdc++'s have no frame pointer, so that malloc(3) would not see who called them; and those of an allocator
// that is loaded beside don't call free(3).
//
//  1. They do what libstdc++'s do: a block is the real malloc's, and what fails is left to the operator behind, which calls the program's handler
//     and throws.
//  2. A program with operators of its own calls those. In one with another malloc than the library's these step back.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "Memory.h"

/// An operator new by its name in libraries, with its parameters, and what they are called.
#define NEW(name, parameters, arguments, alignment)                        \
  EXPORTED void *name parameters {                                         \
    void *block = is_bypassed ? NULL : noted_block(alignment, size, FRAME); \
    if (LIKELY(block != NULL)) return block;                               \
    void *(*next) parameters = (void *(*)parameters)dlsym(RTLD_NEXT, #name); \
    return next == NULL ? NULL : next arguments;                           \
  }

NEW(_Znwm, (size_t size), (size), 0)
NEW(_Znam, (size_t size), (size), 0)
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *mark), (size, mark), 0)
NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *mark), (size, mark), 0)
NEW(_ZnwmSt11align_val_t, (size_t size, size_t line), (size, line), line)
NEW(_ZnamSt11align_val_t, (size_t size, size_t line), (size, line), line)
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, (size_t size, size_t line, const void *mark), (size, line, mark), line)
NEW(_ZnamSt11align_val_tRKSt9nothrow_t, (size_t size, size_t line, const void *mark), (size, line, mark), line)

/// An operator delete by its name in libraries. The size and the alignment that some are given are known to the allocator.
#define DELETE(name)                                                       \
  EXPORTED void name(void *block, size_t first, size_t second) {           \
    void (*next)(void *, size_t, size_t) = NULL;                           \
    if (UNLIKELY(is_bypassed)) next = (__typeof__(next))dlsym(RTLD_NEXT, #name); \
    if (LIKELY(next == NULL)) return give_back(block);                     \
    next(block, first, second);                                            \
  }

DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm)
DELETE(_ZdaPvm)
DELETE(_ZdlPvRKSt9nothrow_t)
DELETE(_ZdaPvRKSt9nothrow_t)
DELETE(_ZdlPvSt11align_val_t)
DELETE(_ZdaPvSt11align_val_t)
DELETE(_ZdlPvmSt11align_val_t)
DELETE(_ZdaPvmSt11align_val_t)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
