// Texts that are broken into lines, measured and painted.

#include "Loaded.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

PangoContext *cpc_texts_context(cpc_texts *texts);

struct cpc_layout {
  PangoLayout *layout;
  PangoAttrList *attributes;
  cpc_alignment alignment;
  cpc_line_break line_break;
  int maximum_lines;
  /// Lines are aligned within it by the layout itself, or by hand where that isn't told a width.
  double width;
  /// Lines that are shown, where the layout has more; else 0.
  int shown_lines;
  /// Whether lines were limited by a height, beyond which Pango doesn't look for places where they may be broken.
  bool was_cut;
};

// Sizes in Pango's units end where Cairo's coordinates do.
static const double greatest = 1 << 20;

static int units(double points) { return (int)ceil(fmin(points, greatest) * PANGO_SCALE - 1e-6); }

static double points(int units) { return (double)units / PANGO_SCALE; }

cpc_layout *cpc_layout_create(cpc_texts *texts) {
  cpc_layout *layout = calloc(1, sizeof *layout);
  layout->layout = cpc.pango_layout_new(cpc_texts_context(texts));
  return layout;
}

static void forget_attributes(cpc_layout *layout) {
  if (!layout->attributes) return;
  cpc.pango_attr_list_unref(layout->attributes);
  layout->attributes = NULL;
  cpc.pango_layout_set_attributes(layout->layout, NULL);
}

void cpc_layout_destroy(cpc_layout *layout) {
  forget_attributes(layout);
  cpc.g_object_unref(layout->layout);
  free(layout);
}

static PangoFontDescription *describe(const cpc_font *font) {
  PangoFontDescription *description = cpc.pango_font_description_new();
  cpc.pango_font_description_set_family(description, font->family ? font->family : "DejaVu Sans");
  cpc.pango_font_description_set_weight(description, (PangoWeight)font->weight);
  cpc.pango_font_description_set_style(description,
                                       font->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  // Fonts of no size have no matrix that Cairo could invert.
  double size = fmax(fmin(font->size, 10000), 0.1);
  cpc.pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
  return description;
}

static bool truncates(const cpc_layout *layout) { return layout->line_break >= CPC_HEAD; }

/// Sets the text without what Pango can't take, and without paragraphs that the number of lines leaves no room for.
static void set_characters(cpc_layout *layout, const char *text, int count) {
  int end = count;
  if (truncates(layout) && layout->maximum_lines > 0) {
    int lines = 1;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + count - at))); at++) {
      if (lines++ < layout->maximum_lines) continue;
      end = (int)(at - text);
      break;
    }
  }
  if (end == count && !memchr(text, 0, (size_t)count)) {
    cpc.pango_layout_set_text(layout->layout, text, count);
    return;
  }
  static const char ellipsis[] = "\xe2\x80\xa6";
  char *copy = malloc((size_t)end + sizeof ellipsis);
  memcpy(copy, text, (size_t)end);
  // Of the same length, so that spans keep their places.
  for (char *at = copy; (at = memchr(at, 0, (size_t)(copy + end - at)));) *at = ' ';
  if (end < count && layout->line_break == CPC_TAIL) {
    memcpy(copy + end, ellipsis, sizeof ellipsis);
    end += (int)sizeof ellipsis - 1;
  }
  cpc.pango_layout_set_text(layout->layout, copy, end);
  free(copy);
}

void cpc_layout_set_text(cpc_layout *layout, const char *text, size_t length, cpc_font font,
                         cpc_alignment alignment, cpc_line_break line_break, int maximum_lines) {
  PangoLayout *pango = layout->layout;
  int count = length > INT_MAX / 8 ? INT_MAX / 8 : (int)length;
  if (!text) text = "";
  layout->alignment = alignment;
  layout->line_break = line_break;
  layout->maximum_lines = maximum_lines;
  forget_attributes(layout);
  set_characters(layout, text, count);
  layout->was_cut = false;
  PangoFontDescription *description = describe(&font);
  cpc.pango_layout_set_font_description(pango, description);
  cpc.pango_font_description_free(description);
  // Of the text before, if that was truncated: Pango ends lines there though this one may not be.
  cpc.pango_layout_set_height(pango, -1);

  PangoAlignment side = alignment == CPC_CENTER  ? PANGO_ALIGN_CENTER
                        : alignment == CPC_RIGHT ? PANGO_ALIGN_RIGHT
                                                 : PANGO_ALIGN_LEFT;
  // Pango turns left and right around for scripts that are written from right to left.
  if ((alignment == CPC_LEFT || alignment == CPC_RIGHT) &&
      cpc.pango_find_base_dir(text, count) == PANGO_DIRECTION_RTL)
    side = side == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
  cpc.pango_layout_set_alignment(pango, side);
  cpc.pango_layout_set_justify(pango, alignment == CPC_JUSTIFIED);
  cpc.pango_layout_set_wrap(pango,
                            line_break == CPC_CHARACTERS ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR);
  cpc.pango_layout_set_ellipsize(pango, line_break == CPC_HEAD     ? PANGO_ELLIPSIZE_START
                                        : line_break == CPC_TAIL   ? PANGO_ELLIPSIZE_END
                                        : line_break == CPC_MIDDLE ? PANGO_ELLIPSIZE_MIDDLE
                                                                   : PANGO_ELLIPSIZE_NONE);
}

static guint16 component(double value) { return (guint16)lround(value * 65535); }

void cpc_layout_add_span(cpc_layout *layout, size_t start, size_t end, const cpc_font *font,
                         const cpc_color *color, bool underlined) {
  if (!layout->attributes) layout->attributes = cpc.pango_attr_list_new();
  PangoAttribute *attributes[4] = {NULL};
  int count = 0;
  if (font) {
    PangoFontDescription *description = describe(font);
    attributes[count++] = cpc.pango_attr_font_desc_new(description);
    cpc.pango_font_description_free(description);
  }
  if (color) {
    attributes[count++] = cpc.pango_attr_foreground_new(
        component(color->red), component(color->green), component(color->blue));
    // An opacity of 0 means none to Pango.
    guint16 alpha = component(color->alpha);
    attributes[count++] = cpc.pango_attr_foreground_alpha_new(alpha ? alpha : 1);
  }
  if (underlined) attributes[count++] = cpc.pango_attr_underline_new(PANGO_UNDERLINE_SINGLE);
  while (count-- > 0) {
    attributes[count]->start_index = (guint)start;
    attributes[count]->end_index = (guint)end;
    cpc.pango_attr_list_insert(layout->attributes, attributes[count]);
  }
}

/// Height in units, and the one that a measured height may lack: it is rounded up but for one unit.
static int room(double height) {
  return units(fmax(height, 0)) + 1;
}

/// Lines that end above a height, at least one.
static int count_fitting(PangoLayout *layout, double height) {
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(layout);
  int fitting = 0, bottom = room(height);
  do {
    PangoRectangle logical;
    cpc.pango_layout_iter_get_line_extents(iterator, NULL, &logical);
    if (fitting > 0 && logical.y + logical.height > bottom) break;
    fitting++;
  } while (cpc.pango_layout_iter_next_line(iterator));
  cpc.pango_layout_iter_free(iterator);
  return fitting;
}

static void limit_height(cpc_layout *layout, double height) {
  cpc.pango_layout_set_height(layout->layout, room(height));
  layout->was_cut = true;
}

void cpc_layout_fit(cpc_layout *layout, double width, double height) {
  PangoLayout *pango = layout->layout;
  if (layout->was_cut) {
    // It wouldn't look for the rest of the places either, and paragraphs that had no room would not be broken.
    cpc.pango_layout_set_text(pango, cpc.pango_layout_get_text(pango), -1);
    layout->was_cut = false;
  }
  int maximum = layout->maximum_lines;
  if (layout->attributes) cpc.pango_layout_set_attributes(pango, layout->attributes);
  layout->width = width;
  // Without a width Pango neither wraps nor truncates.
  bool clips = layout->line_break == CPC_CLIP;
  cpc.pango_layout_set_width(pango, clips || width >= greatest ? -1 : units(fmax(width, 0)));
  if (truncates(layout) && maximum > 0) cpc.pango_layout_set_height(pango, -maximum);
  else if (truncates(layout)) limit_height(layout, height);
  int count = cpc.pango_layout_get_line_count(pango);
  int shown = maximum > 0 && count > maximum ? maximum : count;
  if (shown > 1 && height < greatest) {
    int fitting = count_fitting(pango, height);
    if (fitting < shown && truncates(layout)) {
      // The last line that fits is the one that tells of more.
      limit_height(layout, height);
      count = cpc.pango_layout_get_line_count(pango);
    }
    if (fitting < shown) shown = fitting;
  }
  layout->shown_lines = shown < count ? shown : 0;
}

/// Unites the rectangles of the shown lines.
static void unite(cpc_layout *layout, PangoRectangle *ink, PangoRectangle *logical) {
  if (!layout->shown_lines) {
    cpc.pango_layout_get_extents(layout->layout, ink, logical);
    return;
  }
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(layout->layout);
  for (int line = 0; line < layout->shown_lines; line++) {
    PangoRectangle both[2], *all[2] = {ink, logical};
    cpc.pango_layout_iter_get_line_extents(iterator, &both[0], &both[1]);
    for (int kind = 0; kind < 2; kind++) {
      PangoRectangle *sum = all[kind], *one = &both[kind];
      if (line == 0) {
        *sum = *one;
        continue;
      }
      int right = sum->x + sum->width, bottom = sum->y + sum->height;
      int one_right = one->x + one->width, one_bottom = one->y + one->height;
      if (one->x < sum->x) sum->x = one->x;
      if (one->y < sum->y) sum->y = one->y;
      sum->width = (one_right > right ? one_right : right) - sum->x;
      sum->height = (one_bottom > bottom ? one_bottom : bottom) - sum->y;
    }
    cpc.pango_layout_iter_next_line(iterator);
  }
  cpc.pango_layout_iter_free(iterator);
}

/// Distance by which the layout stands to the right of its area's left edge.
static double shift(const cpc_layout *layout, const PangoRectangle *logical) {
  if (layout->line_break != CPC_CLIP || !(layout->width < greatest)) return 0;
  double room = layout->width - points(logical->width);
  return layout->alignment == CPC_CENTER ? room / 2 : layout->alignment == CPC_RIGHT ? room : 0;
}

void cpc_layout_measure(cpc_layout *layout, double *width, double *height, int *lines) {
  PangoRectangle ink, logical;
  unite(layout, &ink, &logical);
  *width = points(logical.width);
  *height = points(logical.height);
  *lines = layout->shown_lines ? layout->shown_lines : cpc.pango_layout_get_line_count(layout->layout);
}

double cpc_layout_settled_width(cpc_layout *layout) {
  bool isOneLine = truncates(layout) && layout->maximum_lines == 1 && layout->alignment == CPC_LEFT;
  if (!isOneLine || cpc.pango_layout_is_ellipsized(layout->layout)) return -1;
  PangoRectangle ink, logical;
  unite(layout, &ink, &logical);
  return logical.x == 0 ? points(logical.width) : -1;
}

cpc_box cpc_layout_ink(cpc_layout *layout) {
  PangoRectangle ink, logical;
  unite(layout, &ink, &logical);
  double x = points(ink.x) + shift(layout, &logical), y = points(ink.y);
  return (cpc_box){x, y, x + points(ink.width), y + points(ink.height)};
}

void cpc_layout_show(cpc_layout *layout, cpc_canvas *canvas, double x, double y, cpc_color color) {
  cpc.cairo_set_source_rgba(canvas, color.red, color.green, color.blue, color.alpha);
  if (layout->line_break == CPC_CLIP) {
    PangoRectangle ink, logical;
    unite(layout, &ink, &logical);
    x += shift(layout, &logical);
  }
  if (!layout->shown_lines) {
    cpc.cairo_move_to(canvas, x, y);
    cpc.pango_cairo_show_layout(canvas, layout->layout);
    cpc.cairo_new_path(canvas);
    return;
  }
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(layout->layout);
  for (int line = 0; line < layout->shown_lines; line++) {
    PangoRectangle logical;
    cpc.pango_layout_iter_get_line_extents(iterator, NULL, &logical);
    int baseline = cpc.pango_layout_iter_get_baseline(iterator);
    cpc.cairo_move_to(canvas, x + points(logical.x), y + points(baseline));
    cpc.pango_cairo_show_layout_line(canvas, cpc.pango_layout_iter_get_line_readonly(iterator));
    cpc.pango_layout_iter_next_line(iterator);
  }
  cpc.pango_layout_iter_free(iterator);
  cpc.cairo_new_path(canvas);
}
