// Texts: broken into lines, measured and painted.

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
  /// The layout itself aligns lines within it, or this file does if the layout gets no width.
  double width;
  /// The number of shown lines if the layout has more; otherwise 0.
  int shown_lines;
  /// Whether lines are placed differently than by Pango.
  bool moves;
  /// The width within which lines are then moved.
  double room;
  /// The largest font size in the text.
  double size;
  int length;
  /// Whether paragraphs that are too long were looked for.
  bool is_divided;
  /// Whether a height limited the lines; Pango finds no line breaks beyond it.
  bool was_cut;
};

// Sizes in Pango's units end where Cairo's coordinates do.
static const double greatest = 1 << 20;

static int units(double points) { return (int)ceil(fmin(points, greatest) * PANGO_SCALE - 1e-6); }

static double points(int units) { return (double)units / PANGO_SCALE; }

cpc_layout *cpc_layout_create(cpc_texts *texts) {
  HOLD_TEXTS;
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
  HOLD_TEXTS;
  forget_attributes(layout);
  cpc.g_object_unref(layout->layout);
  free(layout);
}

/// A font of size 0 has no matrix that Cairo could invert.
static double describable(double size) { return fmax(fmin(size, 10000), 0.1); }

static PangoFontDescription *describe(const cpc_font *font) {
  PangoFontDescription *description = cpc.pango_font_description_new();
  cpc.pango_font_description_set_family(description, font->family ? font->family : "DejaVu Sans");
  cpc.pango_font_description_set_weight(description, (PangoWeight)font->weight);
  cpc.pango_font_description_set_style(description,
                                       font->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  cpc.pango_font_description_set_absolute_size(description, describable(font->size) * PANGO_SCALE);
  return description;
}

static bool truncates(const cpc_layout *layout) { return layout->line_break >= CPC_HEAD; }

/// Sets the text without what Pango can't take, and without paragraphs beyond the maximum number of lines.
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
  // Replaced at the same length, so that spans keep their places.
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
  HOLD_TEXTS;
  PangoLayout *pango = layout->layout;
  int count = length > INT_MAX / 8 ? INT_MAX / 8 : (int)length;
  if (!text) text = "";
  layout->alignment = alignment;
  layout->line_break = line_break;
  layout->maximum_lines = maximum_lines;
  layout->size = describable(font.size);
  layout->length = count;
  layout->is_divided = false;
  forget_attributes(layout);
  set_characters(layout, text, count);
  layout->was_cut = false;
  PangoFontDescription *description = describe(&font);
  cpc.pango_layout_set_font_description(pango, description);
  cpc.pango_font_description_free(description);
  // A limit of the previous, truncated text: Pango would end the lines of this one there, too.
  cpc.pango_layout_set_height(pango, -1);

  PangoAlignment side = alignment == CPC_CENTER  ? PANGO_ALIGN_CENTER
                        : alignment == CPC_RIGHT ? PANGO_ALIGN_RIGHT
                                                 : PANGO_ALIGN_LEFT;
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
  HOLD_TEXTS;
  if (!layout->attributes) layout->attributes = cpc.pango_attr_list_new();
  PangoAttribute *attributes[4] = {NULL};
  int count = 0;
  if (font) {
    layout->size = fmax(layout->size, describable(font->size));
    PangoFontDescription *description = describe(font);
    attributes[count++] = cpc.pango_attr_font_desc_new(description);
    cpc.pango_font_description_free(description);
  }
  if (color) {
    attributes[count++] = cpc.pango_attr_foreground_new(
        component(color->red), component(color->green), component(color->blue));
    // To Pango, an opacity of 0 means none is set.
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

/// Whether a line's paragraph is read from right to left.
static bool is_rtl(const PangoLayoutLine *line) { return line->resolved_dir == PANGO_DIRECTION_RTL; }

/// Whether Pango places lines differently from the alignment: it swaps left and right for right-to-left scripts, and for a clipped text it
/// gets no width.
static bool moves_lines(const cpc_layout *layout) {
  bool clips = layout->line_break == CPC_CLIP && layout->width < greatest;
  bool is_sided = layout->alignment == CPC_LEFT || layout->alignment == CPC_RIGHT;
  if (clips && layout->alignment != CPC_LEFT) return true;
  if (!clips && !is_sided) return false;
  for (GSList *next = cpc.pango_layout_get_lines_readonly(layout->layout); next; next = next->next)
    if (is_rtl(next->data)) return true;
  return false;
}

/// The left end of a line in the area.
static double place(const cpc_layout *layout, const PangoLayoutLine *line, const PangoRectangle *logical) {
  if (!layout->moves) return points(logical->x);
  double room = layout->room - points(logical->width);
  switch (layout->alignment) {
  case CPC_LEFT: return 0;
  case CPC_CENTER: return room / 2;
  case CPC_RIGHT: return room;
  default: return is_rtl(line) ? room : 0;
  }
}

/// Height in units, plus one that a measured height may lack, since its rounding ignores one unit.
static int room(double height) {
  return units(fmax(height, 0)) + 1;
}

/// The number of lines that end above a height, at least one.
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

/// The next place at which to divide a text: after a nearby space, or else at a character.
static int division(const char *text, int place, int end) {
  for (int near = place; near < end && near < place + 256; near++)
    if (text[near] == ' ') return near + 1;
  while (place < end && ((unsigned char)text[place] & 0xc0) == 0x80) place++;
  return place < end ? place : end;
}

/// Blanks a part of a text at the same length, so that spans keep their places.
static void blank(char *text, int start, int end) {
  for (; start + 3 <= end; start += 3) memcpy(text + start, "\xe2\x80\x8b", 3);
  memset(text + start, ' ', (size_t)(end - start));
}

/// Makes Pango shape a long paragraph in pieces: their widths fit in units, and Pango copies a piece for each of its lines. Also leaves out
/// what can't be visible of a paragraph on a single line.
static void divide(cpc_layout *layout) {
  int kept = (int)fmax(greatest / 2 / layout->size, 64), piece = kept < 2048 ? kept : 2048;
  if (layout->is_divided || layout->length <= piece) return;
  layout->is_divided = true;
  const char *text = cpc.pango_layout_get_text(layout->layout);
  int length = (int)strlen(text);
  char *copy = layout->line_break > CPC_CHARACTERS ? strdup(text) : NULL;
  bool has_end = layout->line_break != CPC_TAIL && !(layout->line_break == CPC_CLIP && layout->alignment == CPC_LEFT);
  for (int start = 0, end; start < length; start = end + 1) {
    const char *newline = memchr(text + start, '\n', (size_t)(length - start));
    end = newline ? (int)(newline - text) : length;
    if (copy && end - start > 2 * kept) {
      int first = start + (has_end ? kept : 2 * kept);
      blank(copy, division(text, first, end), has_end ? division(text, end - kept, end) : end);
    }
    for (int place = start + piece; place < end; place += 2 * piece) {
      // The language the text has anyway.
      PangoAttribute *attribute = cpc.pango_attr_language_new(cpc.pango_language_from_string("en"));
      attribute->start_index = (guint)division(text, place, end);
      attribute->end_index = (guint)division(text, place + piece < end ? place + piece : end, end);
      if (!layout->attributes) layout->attributes = cpc.pango_attr_list_new();
      cpc.pango_attr_list_insert(layout->attributes, attribute);
    }
  }
  if (copy) cpc.pango_layout_set_text(layout->layout, copy, length);
  free(copy);
}

void cpc_layout_fit(cpc_layout *layout, double width, double height) {
  HOLD_TEXTS;
  PangoLayout *pango = layout->layout;
  divide(layout);
  if (layout->was_cut) {
    // Pango wouldn't look for the remaining breaks, and paragraphs that had no room would stay unbroken.
    cpc.pango_layout_set_text(pango, cpc.pango_layout_get_text(pango), -1);
    layout->was_cut = false;
  }
  int maximum = layout->maximum_lines;
  if (layout->attributes) cpc.pango_layout_set_attributes(pango, layout->attributes);
  layout->width = width;
  // Without a width Pango neither wraps nor truncates.
  bool clips = layout->line_break == CPC_CLIP;
  // A divided paragraph doesn't fit on one line.
  bool is_free = clips || (width >= greatest && !(layout->is_divided && !truncates(layout)));
  cpc.pango_layout_set_width(pango, is_free ? -1 : units(fmax(width, 0)));
  if (truncates(layout) && maximum > 0) cpc.pango_layout_set_height(pango, -maximum);
  else if (truncates(layout)) limit_height(layout, height);
  int count = cpc.pango_layout_get_line_count(pango);
  int shown = maximum > 0 && count > maximum ? maximum : count;
  if (shown > 1 && height < greatest) {
    int fitting = count_fitting(pango, height);
    if (fitting < shown && truncates(layout)) {
      // The last line that fits must show the ellipsis.
      limit_height(layout, height);
      count = cpc.pango_layout_get_line_count(pango);
    }
    if (fitting < shown) shown = fitting;
  }
  layout->shown_lines = shown < count ? shown : 0;
  layout->moves = moves_lines(layout);
  if (!layout->moves) return;
  layout->room = width;
  if (width < greatest) return;
  PangoRectangle logical;
  cpc.pango_layout_get_extents(pango, NULL, &logical);
  layout->room = points(logical.width);
}

/// Rectangles of the shown lines; the logical ones have no gaps between them.
typedef struct {
  cpc_box ink;
  double left, width, height;
} extents;

static extents unite(const cpc_layout *layout) {
  PangoLayout *pango = layout->layout;
  int lines = layout->shown_lines ? layout->shown_lines : cpc.pango_layout_get_line_count(pango);
  // The sum of many heights doesn't fit in units.
  if (!layout->shown_lines && !layout->moves && lines < 1000) {
    PangoRectangle ink, logical;
    cpc.pango_layout_get_extents(pango, &ink, &logical);
    cpc_box box = {points(ink.x), points(ink.y), points(ink.x + ink.width), points(ink.y + ink.height)};
    return (extents){box, points(logical.x), points(logical.width), points(logical.height)};
  }
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(pango);
  extents all = {{INFINITY, INFINITY, -INFINITY, -INFINITY}, INFINITY, 0, 0};
  for (int line = 0; line < lines; line++) {
    PangoRectangle ink, logical;
    cpc.pango_layout_iter_get_line_extents(iterator, &ink, &logical);
    double left = place(layout, cpc.pango_layout_iter_get_line_readonly(iterator), &logical);
    double x = left + points(ink.x - logical.x), y = all.height + points((int)((guint)ink.y - (guint)logical.y));
    cpc_box *box = &all.ink;
    *box = (cpc_box){fmin(box->min_x, x), fmin(box->min_y, y), fmax(box->max_x, x + points(ink.width)),
                     fmax(box->max_y, y + points(ink.height))};
    all.left = fmin(all.left, left);
    all.width = fmax(all.width, points(logical.width));
    all.height += points(logical.height);
    cpc.pango_layout_iter_next_line(iterator);
  }
  cpc.pango_layout_iter_free(iterator);
  return all;
}

void cpc_layout_measure(cpc_layout *layout, double *width, double *height, int *lines) {
  HOLD_TEXTS;
  extents all = unite(layout);
  *width = all.width;
  *height = all.height;
  *lines = layout->shown_lines ? layout->shown_lines : cpc.pango_layout_get_line_count(layout->layout);
}

/// Makes a run's clusters begin where it does: of several glyphs in a cluster, Pango may tell the place of another than the first.
static void complete(cpc_cluster *clusters, size_t count, const PangoItem *item) {
  cpc_cluster *first = clusters;
  for (size_t index = 1; index < count; index++)
    if (clusters[index].start < first->start) first = &clusters[index];
  if (count) first->start = (size_t)item->offset;
}

size_t cpc_layout_clusters(cpc_layout *layout, cpc_cluster *clusters, size_t capacity, bool *is_right_to_left) {
  HOLD_TEXTS;
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(layout->layout);
  PangoLayoutLine *line = cpc.pango_layout_iter_get_line_readonly(iterator);
  PangoRectangle extents;
  cpc.pango_layout_iter_get_line_extents(iterator, NULL, &extents);
  size_t count = 0, first = 0;
  PangoItem *item = NULL;
  *is_right_to_left = is_rtl(line);
  do {
    if (cpc.pango_layout_iter_get_line_readonly(iterator) != line) break;
    PangoGlyphItem *run = cpc.pango_layout_iter_get_run_readonly(iterator);
    // At its end, a line has a run without letters.
    if (!run) continue;
    if (run->item != item) {
      complete(clusters + first, count - first, item);
      item = run->item;
      first = count;
    }
    PangoRectangle logical;
    cpc.pango_layout_iter_get_cluster_extents(iterator, NULL, &logical);
    clusters[count++] = (cpc_cluster){
        (size_t)cpc.pango_layout_iter_get_index(iterator), points(logical.x - extents.x), points(logical.width),
        item->analysis.level & 1,
    };
  } while (count < capacity && cpc.pango_layout_iter_next_cluster(iterator));
  complete(clusters + first, count - first, item);
  cpc.pango_layout_iter_free(iterator);
  return count;
}

bool cpc_layout_lacks_glyphs(cpc_layout *layout) {
  HOLD_TEXTS;
  return cpc.pango_layout_get_unknown_glyphs_count(layout->layout) > 0;
}

double cpc_layout_settled_width(cpc_layout *layout) {
  HOLD_TEXTS;
  bool isOneLine = truncates(layout) && layout->maximum_lines == 1 && layout->alignment == CPC_LEFT;
  if (!isOneLine || cpc.pango_layout_is_ellipsized(layout->layout)) return -1;
  extents all = unite(layout);
  return all.left == 0 ? all.width : -1;
}

cpc_box cpc_layout_ink(cpc_layout *layout) {
  HOLD_TEXTS;
  return unite(layout).ink;
}

void cpc_layout_show(cpc_layout *layout, cpc_canvas *canvas, double x, double y, cpc_color color) {
  HOLD_TEXTS;
  cpc.cairo_set_source_rgba(canvas, color.red, color.green, color.blue, color.alpha);
  if (!layout->shown_lines && !layout->moves) {
    cpc.cairo_move_to(canvas, x, y);
    cpc.pango_cairo_show_layout(canvas, layout->layout);
    cpc.cairo_new_path(canvas);
    return;
  }
  int lines = layout->shown_lines ? layout->shown_lines : cpc.pango_layout_get_line_count(layout->layout);
  PangoLayoutIter *iterator = cpc.pango_layout_get_iter(layout->layout);
  for (int line = 0; line < lines; line++) {
    PangoRectangle logical;
    PangoLayoutLine *shown = cpc.pango_layout_iter_get_line_readonly(iterator);
    cpc.pango_layout_iter_get_line_extents(iterator, NULL, &logical);
    int baseline = cpc.pango_layout_iter_get_baseline(iterator);
    cpc.cairo_move_to(canvas, x + place(layout, shown, &logical), y + points(baseline));
    cpc.pango_cairo_show_layout_line(canvas, shown);
    cpc.pango_layout_iter_next_line(iterator);
  }
  cpc.pango_layout_iter_free(iterator);
  cpc.cairo_new_path(canvas);
}
