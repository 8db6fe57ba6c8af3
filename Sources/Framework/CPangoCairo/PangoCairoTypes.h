// The types in PangoCairoFunctions.def, as far as they are used. Each is part of its library's stable ABI (libpangocairo-1.0.so.0 since
// 2005); tools/check-pangocairo compares them with the headers.

#pragma once

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} cairo_matrix_t;

typedef unsigned int cairo_status_t;
typedef int cairo_format_t;
typedef unsigned int cairo_operator_t;
typedef unsigned int cairo_extend_t;
typedef unsigned int cairo_antialias_t;
typedef unsigned int cairo_subpixel_order_t;
typedef unsigned int cairo_hint_style_t;
typedef unsigned int cairo_hint_metrics_t;
typedef unsigned int cairo_font_type_t;
typedef cairo_status_t (*cairo_read_func_t)(void *closure, unsigned char *data, unsigned int length);
typedef cairo_status_t (*cairo_write_func_t)(void *closure, const unsigned char *data,
                                             unsigned int length);

enum {
  CAIRO_STATUS_SUCCESS = 0,
  CAIRO_STATUS_READ_ERROR = 10,
  CAIRO_STATUS_WRITE_ERROR = 11,
  CAIRO_FORMAT_ARGB32 = 0,
  CAIRO_OPERATOR_CLEAR = 0,
  CAIRO_OPERATOR_SOURCE = 1,
  CAIRO_OPERATOR_OVER = 2,
  CAIRO_EXTEND_PAD = 3,
  CAIRO_ANTIALIAS_GRAY = 2,
  CAIRO_SUBPIXEL_ORDER_RGB = 1,
  CAIRO_HINT_STYLE_NONE = 1,
  CAIRO_HINT_METRICS_OFF = 1,
  CAIRO_FONT_TYPE_FT = 1,
};

typedef int gint;
typedef int gboolean;
typedef unsigned short guint16;
typedef unsigned int guint;
typedef unsigned int guint32;
typedef int GUnicodeScript;
typedef void *gpointer;

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _GSList {
  gpointer data;
  struct _GSList *next;
} GSList;
typedef struct _PangoLayoutLine {
  PangoLayout *layout;
  gint start_index;
  gint length;
  GSList *runs;
  guint is_paragraph_start : 1;
  guint resolved_dir : 3;
} PangoLayoutLine;
typedef struct _PangoAnalysis {
  gpointer shape_engine, lang_engine, font;
  unsigned char level;
} PangoAnalysis;
typedef struct _PangoItem {
  gint offset;
  gint length;
  gint num_chars;
  PangoAnalysis analysis;
} PangoItem;
typedef struct _PangoGlyphItem {
  PangoItem *item;
} PangoGlyphItem;
typedef struct _PangoAttribute {
  const void *klass;
  guint start_index;
  guint end_index;
} PangoAttribute;
typedef struct _PangoRectangle {
  int x, y, width, height;
} PangoRectangle;

typedef unsigned int PangoDirection;
typedef unsigned int PangoStyle;
typedef unsigned int PangoWeight;
typedef unsigned int PangoUnderline;
typedef unsigned int PangoWrapMode;
typedef unsigned int PangoEllipsizeMode;
typedef unsigned int PangoAlignment;

enum {
  PANGO_SCALE = 1024,
  PANGO_DIRECTION_RTL = 1,
  PANGO_STYLE_NORMAL = 0,
  PANGO_STYLE_OBLIQUE = 1,
  PANGO_STYLE_ITALIC = 2,
  PANGO_UNDERLINE_SINGLE = 1,
  PANGO_WRAP_CHAR = 1,
  PANGO_WRAP_WORD_CHAR = 2,
  PANGO_ELLIPSIZE_NONE = 0,
  PANGO_ELLIPSIZE_START = 1,
  PANGO_ELLIPSIZE_MIDDLE = 2,
  PANGO_ELLIPSIZE_END = 3,
  PANGO_ALIGN_LEFT = 0,
  PANGO_ALIGN_CENTER = 1,
  PANGO_ALIGN_RIGHT = 2,
};

typedef int FcBool;
typedef unsigned char FcChar8;
typedef unsigned int FcChar32;
typedef struct _FcConfig FcConfig;
typedef struct _FcPattern FcPattern;
typedef struct _FcCharSet FcCharSet;
typedef unsigned int FcSetName;
typedef unsigned int FcMatchKind;
typedef unsigned int FcResult;
typedef struct _FcFontSet {
  int nfont;
  int sfont;
  FcPattern **fonts;
} FcFontSet;

enum { FcSetSystem = 0, FcSetApplication = 1, FcResultMatch = 0, FcMatchPattern = 0 };

typedef int FT_Error;
typedef int FT_Int;
typedef struct FT_LibraryRec_ *FT_Library;
