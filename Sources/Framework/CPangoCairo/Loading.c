#define _GNU_SOURCE
#include "Loaded.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct cpc_functions cpc;
pthread_mutex_t cpc_texts_lock = PTHREAD_MUTEX_INITIALIZER;

// One library, through which the ones it links to are found: Cairo, Pango, Fontconfig, FreeType and HarfBuzz.
static const char *library = "libpangocairo-1.0.so.0";
static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

void cpangocairo_use_library(const char *name) { library = strdup(name); }

static void load(void) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, sizeof failure, "%s", dlerror());
    return;
  }
#define FUNCTION(result, name, parameters)                                                         \
  cpc.name = (result(*) parameters)dlsym(handle, #name);                                           \
  if (!cpc.name) {                                                                                 \
    snprintf(failure, sizeof failure, "%s has no %s", library, #name);                             \
    return;                                                                                        \
  }
#include "PangoCairoFunctions.def"
#undef FUNCTION
}

const char *cpangocairo_load(void) {
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

void cpc_version(cpc_library of, char *version, size_t size) {
  switch (of) {
  case CPC_CAIRO: snprintf(version, size, "%s", cpc.cairo_version_string()); break;
  case CPC_PANGO: snprintf(version, size, "%s", cpc.pango_version_string()); break;
  case CPC_HARFBUZZ: snprintf(version, size, "%s", cpc.hb_version_string()); break;
  case CPC_FONTCONFIG: {
    int number = cpc.FcGetVersion();
    snprintf(version, size, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    break;
  }
  case CPC_FREETYPE: {
    FT_Library freetype;
    FT_Int major = 0, minor = 0, patch = 0;
    if (cpc.FT_Init_FreeType(&freetype) == 0) {
      cpc.FT_Library_Version(freetype, &major, &minor, &patch);
      cpc.FT_Done_FreeType(freetype);
    }
    snprintf(version, size, "%d.%d.%d", major, minor, patch);
    break;
  }
  }
}
