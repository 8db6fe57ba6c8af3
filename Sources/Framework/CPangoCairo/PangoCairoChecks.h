// Compiled by tools/check-pangocairo only: compares these declarations with the libraries' headers.

#include <cairo/cairo.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <glib-object.h>
#include <hb.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stddef.h>

// A second declaration of a function must have the same type; `g_object_unref` may be a macro.
#undef g_object_unref
#define FUNCTION(result, name, parameters) extern result name parameters;
#include "PangoCairoFunctions.def"
#undef FUNCTION

#define SAME(name, value) _Static_assert((int)(name) == (value), #name);
SAME(CAIRO_STATUS_SUCCESS, 0)
SAME(CAIRO_STATUS_READ_ERROR, 10)
SAME(CAIRO_STATUS_WRITE_ERROR, 11)
SAME(CAIRO_FORMAT_ARGB32, 0)
SAME(CAIRO_OPERATOR_CLEAR, 0)
SAME(CAIRO_OPERATOR_SOURCE, 1)
SAME(CAIRO_OPERATOR_OVER, 2)
SAME(CAIRO_EXTEND_PAD, 3)
SAME(CAIRO_ANTIALIAS_GRAY, 2)
SAME(CAIRO_SUBPIXEL_ORDER_RGB, 1)
SAME(CAIRO_HINT_STYLE_NONE, 1)
SAME(CAIRO_HINT_METRICS_OFF, 1)
SAME(CAIRO_FONT_TYPE_FT, 1)
SAME(PANGO_SCALE, 1024)
SAME(PANGO_DIRECTION_RTL, 1)
SAME(PANGO_STYLE_NORMAL, 0)
SAME(PANGO_STYLE_OBLIQUE, 1)
SAME(PANGO_STYLE_ITALIC, 2)
SAME(PANGO_UNDERLINE_SINGLE, 1)
SAME(PANGO_WRAP_CHAR, 1)
SAME(PANGO_WRAP_WORD_CHAR, 2)
SAME(PANGO_ELLIPSIZE_NONE, 0)
SAME(PANGO_ELLIPSIZE_START, 1)
SAME(PANGO_ELLIPSIZE_MIDDLE, 2)
SAME(PANGO_ELLIPSIZE_END, 3)
SAME(PANGO_ALIGN_LEFT, 0)
SAME(PANGO_ALIGN_CENTER, 1)
SAME(PANGO_ALIGN_RIGHT, 2)
SAME(FcSetSystem, 0)
SAME(FcSetApplication, 1)
SAME(FcMatchPattern, 0)
SAME(FcResultMatch, 0)
#define SAME_TYPE(name, type) _Static_assert(sizeof(name) == sizeof(type) && ((name)-1 < 0) == ((type)-1 < 0), #name);
SAME_TYPE(cairo_status_t, unsigned int)
SAME_TYPE(cairo_format_t, int)
SAME_TYPE(cairo_operator_t, unsigned int)
SAME_TYPE(cairo_extend_t, unsigned int)
SAME_TYPE(cairo_antialias_t, unsigned int)
SAME_TYPE(cairo_subpixel_order_t, unsigned int)
SAME_TYPE(cairo_hint_style_t, unsigned int)
SAME_TYPE(cairo_hint_metrics_t, unsigned int)
SAME_TYPE(cairo_font_type_t, unsigned int)
SAME_TYPE(PangoDirection, unsigned int)
SAME_TYPE(PangoStyle, unsigned int)
SAME_TYPE(PangoWeight, unsigned int)
SAME_TYPE(PangoUnderline, unsigned int)
SAME_TYPE(PangoWrapMode, unsigned int)
SAME_TYPE(PangoEllipsizeMode, unsigned int)
SAME_TYPE(PangoAlignment, unsigned int)
SAME_TYPE(FcSetName, unsigned int)
SAME_TYPE(FcResult, unsigned int)
SAME_TYPE(FcMatchKind, unsigned int)
SAME_TYPE(FcChar32, unsigned int)
SAME_TYPE(FcBool, int)
SAME_TYPE(FcChar8, unsigned char)
SAME_TYPE(FT_Error, int)
SAME_TYPE(FT_Int, int)
SAME_TYPE(gboolean, int)
SAME_TYPE(guint16, unsigned short)
SAME_TYPE(guint32, unsigned int)
_Static_assert(sizeof(cairo_matrix_t) == 6 * sizeof(double), "cairo_matrix_t");
_Static_assert(offsetof(cairo_matrix_t, xy) == 2 * sizeof(double), "cairo_matrix_t");
_Static_assert(sizeof(PangoRectangle) == 4 * sizeof(int), "PangoRectangle");
_Static_assert(offsetof(PangoRectangle, width) == 2 * sizeof(int), "PangoRectangle");
_Static_assert(offsetof(GSList, next) == sizeof(void *), "GSList");
_Static_assert(offsetof(PangoLayoutLine, start_index) == sizeof(void *), "PangoLayoutLine");
_Static_assert(offsetof(PangoLayoutLine, runs) == 2 * sizeof(void *), "PangoLayoutLine");
_Static_assert(offsetof(PangoAnalysis, level) == 3 * sizeof(void *), "PangoAnalysis");
_Static_assert(sizeof(((PangoAnalysis *)0)->level) == 1, "PangoAnalysis");
_Static_assert(offsetof(PangoItem, analysis) == 2 * sizeof(void *), "PangoItem");
_Static_assert(offsetof(PangoGlyphItem, item) == 0, "PangoGlyphItem");
_Static_assert(offsetof(PangoAttribute, start_index) == sizeof(void *), "PangoAttribute");
_Static_assert(offsetof(PangoAttribute, end_index) == sizeof(void *) + sizeof(guint), "PangoAttribute");
_Static_assert(offsetof(FcFontSet, fonts) == 2 * sizeof(int), "FcFontSet");
