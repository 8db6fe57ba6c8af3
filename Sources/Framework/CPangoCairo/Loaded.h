// The libraries' functions, as pointers set by `cpangocairo_load`.

#pragma once

#include "CPangoCairo.h"
#include "PangoCairoTypes.h"
#include <pthread.h>

struct cpc_functions {
#define FUNCTION(result, name, parameters) result(*name) parameters;
#include "PangoCairoFunctions.def"
#undef FUNCTION
};

extern struct cpc_functions cpc;

/// Held by whoever creates, lays out, paints or frees texts.
///
/// Fonts belong to the process, whichever font map they come from. Cairo 1.16 takes the locks of a font and of its cache of glyphs in both
/// orders, so that two threads that show texts can wait for each other for ever. And if two threads lay out their first texts at once, a
/// font map of Pango 1.50 can be left in a state in which justified lines ignore the width of a hyphen.
extern pthread_mutex_t cpc_texts_lock;

static inline void cpc_unlock(pthread_mutex_t **lock) { pthread_mutex_unlock(*lock); }

static inline pthread_mutex_t *cpc_lock(void) {
  pthread_mutex_lock(&cpc_texts_lock);
  return &cpc_texts_lock;
}

/// Holds the lock until the end of the block.
#define HOLD_TEXTS pthread_mutex_t *held __attribute__((cleanup(cpc_unlock), unused)) = cpc_lock()
