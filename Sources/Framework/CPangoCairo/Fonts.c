// Font sets with the bundled fonts, files of a program and, on request, the machine's fonts; nothing else of the machine.

#define _GNU_SOURCE
#include "Loaded.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// `#embed` is C23; Swift's own clang has it in each mode since 6.2. As an array of numbers the fonts would take 4 MB of source, and as a
// SwiftPM resource a path fixed when a program is built.
#if defined(__has_embed)
#if __has_embed("Fonts/DejaVuSans.ttf")
#define HAS_FONTS 1
static const unsigned char regular[] = {
#embed "Fonts/DejaVuSans.ttf"
};
static const unsigned char bold[] = {
#embed "Fonts/DejaVuSans-Bold.ttf"
};
#endif
#endif

// Fontconfig and FreeType open fonts by path only. A file in memory has a path that needs no writable directory, and goes with the process.
static char paths[2][32];
static bool has_paths;

static bool make_file(const void *bytes, size_t count, char path[32]) {
  int file = memfd_create("font", MFD_CLOEXEC);
  if (file < 0) return false;
  for (size_t done = 0; done < count;) {
    ssize_t written = write(file, (const char *)bytes + done, count - done);
    if (written <= 0) {
      close(file);
      return false;
    }
    done += (size_t)written;
  }
  snprintf(path, 32, "/proc/self/fd/%d", file);
  return access(path, R_OK) == 0;
}

static void make_files(void) {
#ifdef HAS_FONTS
  has_paths = make_file(regular, sizeof regular, paths[0]) && make_file(bold, sizeof bold, paths[1]);
#endif
}

// Faces that a family lacks are synthesized from the existing one: slanted, or with thicker strokes. Bitmap fonts, such as emoji's, have
// few sizes.
static const char *rules =
    "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
    "<match target=\"font\">"
    "<test name=\"slant\"><const>roman</const></test>"
    "<test target=\"pattern\" name=\"slant\" compare=\"not_eq\"><const>roman</const></test>"
    "<edit name=\"matrix\" mode=\"assign\"><times><name>matrix</name>"
    "<matrix><double>1</double><double>0.2</double><double>0</double><double>1</double></matrix>"
    "</times></edit>"
    "<edit name=\"slant\" mode=\"assign\"><const>oblique</const></edit>"
    "<edit name=\"embeddedbitmap\" mode=\"assign\"><bool>false</bool></edit>"
    "</match>"
    "<match target=\"font\">"
    "<test name=\"weight\" compare=\"less_eq\"><const>medium</const></test>"
    "<test target=\"pattern\" name=\"weight\" compare=\"more_eq\"><const>bold</const></test>"
    "<edit name=\"embolden\" mode=\"assign\"><bool>true</bool></edit>"
    "<edit name=\"weight\" mode=\"assign\"><const>bold</const></edit>"
    "</match>"
    "<match target=\"font\">"
    "<test name=\"outline\"><bool>false</bool></test>"
    "<edit name=\"matrix\" mode=\"assign\"><times><name>matrix</name><matrix>"
    "<divide><name target=\"pattern\">pixelsize</name><name target=\"font\">pixelsize</name></divide>"
    "<double>0</double><double>0</double>"
    "<divide><name target=\"pattern\">pixelsize</name><name target=\"font\">pixelsize</name></divide>"
    "</matrix></times></edit>"
    "</match>"
    "</fontconfig>";

struct cpc_fonts {
  FcConfig *config;
};

/// Whether one of the first fonts of a set has a family.
static bool has_family(const FcFontSet *set, int count, const FcChar8 *family) {
  FcChar8 *name;
  for (int index = 0; index < count; index++)
    for (int n = 0; cpc.FcPatternGetString(set->fonts[index], "family", n, &name) == FcResultMatch; n++)
      if (strcasecmp((const char *)name, (const char *)family) == 0) return true;
  return false;
}

/// Whether Pango can use a font that the first ones of a set don't replace.
static bool is_other(const FcPattern *font, const FcFontSet *set, int count) {
  FcChar8 *format, *family;
  return cpc.FcPatternGetString(font, "fontformat", 0, &format) == FcResultMatch &&
         (!strcmp((const char *)format, "TrueType") || !strcmp((const char *)format, "CFF")) &&
         cpc.FcPatternGetString(font, "family", 0, &family) == FcResultMatch && !has_family(set, count, family);
}

/// Sets the order of families used if nothing else distinguishes fonts.
static void prefer(FcConfig *config, const FcFontSet *fonts) {
  char *rule = NULL;
  size_t size;
  FILE *file = open_memstream(&rule, &size);
  if (!file) return;
  fputs("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig><match target=\"pattern\">", file);
  for (int index = 0; fonts && index < fonts->nfont; index++) {
    FcChar8 *family;
    if (cpc.FcPatternGetString(fonts->fonts[index], "family", 0, &family) != FcResultMatch) continue;
    if (strpbrk((const char *)family, "<&")) continue;
    fprintf(file, "<edit name=\"family\" mode=\"append_last\" binding=\"weak\"><string>%s</string></edit>", family);
  }
  fputs("</match></fontconfig>", file);
  fclose(file);
  cpc.FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)rule, 0);
  free(rule);
}

/// Adds the machine's fonts, except for families already there, which stay the same on every machine. Takes the preferred order of
/// sans-serif fonts from the machine's configuration, but not how to paint them.
static void add_installed(FcConfig *config) {
  FcConfig *machine = cpc.FcConfigReference(NULL);
  if (!machine) return;
  FcPattern *plain = cpc.FcNameParse((const FcChar8 *)"sans-serif");
  cpc.FcConfigSubstitute(machine, plain, FcMatchPattern);
  cpc.FcDefaultSubstitute(plain);
  FcResult result;
  FcFontSet *preferred = cpc.FcFontSort(machine, plain, 1, NULL, &result);
  prefer(config, preferred);
  if (preferred) cpc.FcFontSetSortDestroy(preferred);
  cpc.FcPatternDestroy(plain);
  FcFontSet *set = cpc.FcConfigGetFonts(config, FcSetApplication), *all = cpc.FcConfigGetFonts(machine, FcSetSystem);
  for (int index = 0, own = set->nfont; all && index < all->nfont; index++) {
    if (!is_other(all->fonts[index], set, own)) continue;
    cpc.FcPatternReference(all->fonts[index]);
    if (!cpc.FcFontSetAdd(set, all->fonts[index])) cpc.FcPatternDestroy(all->fonts[index]);
  }
  cpc.FcConfigDestroy(machine);
}

cpc_fonts *cpc_fonts_create(const char *const *files, size_t count, bool with_installed, bool *loaded) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_files);
  FcConfig *config = has_paths ? cpc.FcConfigCreate() : NULL;
  if (!config) return NULL;
  bool complete = cpc.FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)rules, 1);
  for (int index = 0; index < 2; index++)
    complete = complete && cpc.FcConfigAppFontAddFile(config, (const FcChar8 *)paths[index]);
  if (!complete) {
    cpc.FcConfigDestroy(config);
    return NULL;
  }
  for (size_t index = 0; index < count; index++) {
    FcFontSet *set = cpc.FcConfigGetFonts(config, FcSetApplication);
    int before = set->nfont;
    // Fontconfig accepts any existing file; only a font adds a pattern.
    loaded[index] = access(files[index], R_OK) == 0 &&
                    cpc.FcConfigAppFontAddFile(config, (const FcChar8 *)files[index]) &&
                    cpc.FcConfigGetFonts(config, FcSetApplication)->nfont > before;
  }
  if (with_installed) add_installed(config);
  cpc_fonts *fonts = malloc(sizeof *fonts);
  fonts->config = config;
  return fonts;
}

void cpc_fonts_destroy(cpc_fonts *fonts) {
  cpc.FcConfigDestroy(fonts->config);
  free(fonts);
}

bool cpc_fonts_contain(const cpc_fonts *fonts, const char *family) {
  FcFontSet *set = cpc.FcConfigGetFonts(fonts->config, FcSetApplication);
  return has_family(set, set->nfont, (const FcChar8 *)family);
}

bool cpc_fonts_cover(const cpc_fonts *fonts, uint32_t character) {
  FcFontSet *set = cpc.FcConfigGetFonts(fonts->config, FcSetApplication);
  FcCharSet *characters;
  for (int index = 0; index < set->nfont; index++)
    if (cpc.FcPatternGetCharSet(set->fonts[index], "charset", 0, &characters) == FcResultMatch &&
        cpc.FcCharSetHasChar(characters, character))
      return true;
  return false;
}

uint32_t cpc_script(uint32_t character) {
  return cpc.g_unicode_script_to_iso15924(cpc.g_unichar_get_script(character));
}

struct cpc_texts {
  PangoFontMap *map;
  PangoContext *context;
};

cpc_texts *cpc_texts_create(const cpc_fonts *fonts) {
  HOLD_TEXTS;
  cpc_texts *texts = malloc(sizeof *texts);
  texts->map = cpc.pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  cpc.pango_fc_font_map_set_config((PangoFcFontMap *)texts->map, fonts->config);
  texts->context = cpc.pango_font_map_create_context(texts->map);
  // Otherwise language and options come from the environment, the desktop's settings and the surface.
  cpc.pango_context_set_language(texts->context, cpc.pango_language_from_string("en"));
  cpc.pango_context_set_round_glyph_positions(texts->context, 0);
  cairo_font_options_t *options = cpc.cairo_font_options_create();
  cpc.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cpc.cairo_font_options_set_subpixel_order(options, CAIRO_SUBPIXEL_ORDER_RGB);
  cpc.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cpc.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cpc.pango_cairo_context_set_font_options(texts->context, options);
  cpc.cairo_font_options_destroy(options);
  return texts;
}

void cpc_texts_destroy(cpc_texts *texts) {
  HOLD_TEXTS;
  cpc.g_object_unref(texts->context);
  cpc.g_object_unref(texts->map);
  free(texts);
}

PangoContext *cpc_texts_context(cpc_texts *texts) { return texts->context; }
