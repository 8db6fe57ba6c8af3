// A view's drawing, as nodes that GTK keeps.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <math.h>

static GdkRGBA rgba(gtkviews_color color) {
  return (GdkRGBA) {color.red, color.green, color.blue, color.alpha};
}

// A rectangle in the coordinates of the widget, clipped to GTK's range: what is cut off is far out of sight.
static graphene_rect_t rect_of(gtkviews_drawing *drawing, gtkviews_rect rect) {
  const double reach = 1 << 20;
  double left = fmin(rect.x, rect.x + rect.width) - drawing->origin_x, right = left + fabs(rect.width);
  double top = fmin(rect.y, rect.y + rect.height) - drawing->origin_y, bottom = top + fabs(rect.height);
  left = fmin(fmax(left, -reach), reach);
  top = fmin(fmax(top, -reach), reach);
  return GRAPHENE_RECT_INIT(left, top, fmin(fmax(right, -reach), reach) - left, fmin(fmax(bottom, -reach), reach) - top);
}

static GskRoundedRect rounded(gtkviews_drawing *drawing, gtkviews_rect rect, double radius) {
  graphene_rect_t bounds = rect_of(drawing, rect);
  GskRoundedRect result;
  double most = fmin(bounds.size.width, bounds.size.height) / 2;
  gsk_rounded_rect_init_from_rect(&result, &bounds, (float)fmin(fmax(radius, 0), most));
  return result;
}

void gtkviews_draw_push_clip(gtkviews_drawing *drawing, gtkviews_rect rect, double radius) {
  if (radius > 0) {
    GskRoundedRect outline = rounded(drawing, rect, radius);
    gtk_snapshot_push_rounded_clip(drawing->snapshot, &outline);
  } else {
    graphene_rect_t bounds = rect_of(drawing, rect);
    gtk_snapshot_push_clip(drawing->snapshot, &bounds);
  }
}

void gtkviews_draw_pop(gtkviews_drawing *drawing) { gtk_snapshot_pop(drawing->snapshot); }

void gtkviews_draw_fill(gtkviews_drawing *drawing, gtkviews_rect rect, double radius, gtkviews_color color) {
  GdkRGBA value = rgba(color);
  graphene_rect_t bounds = rect_of(drawing, rect);
  if (radius > 0) gtkviews_draw_push_clip(drawing, rect, radius);
  gtk_snapshot_append_color(drawing->snapshot, &value, &bounds);
  if (radius > 0) gtkviews_draw_pop(drawing);
}

void gtkviews_draw_stroke(
  gtkviews_drawing *drawing, gtkviews_rect rect, double radius, double width, gtkviews_color color
) {
  GskRoundedRect outline = rounded(drawing, rect, radius);
  float w = (float)fmin(width, fmin(outline.bounds.size.width, outline.bounds.size.height) / 2);
  if (w <= 0) return;
  GdkRGBA value = rgba(color);
  gtk_snapshot_append_border(
    drawing->snapshot, &outline, (float[4]) {w, w, w, w}, (GdkRGBA[4]) {value, value, value, value}
  );
}

void gtkviews_draw_texture(
  gtkviews_drawing *drawing, gtkviews_texture *texture, gtkviews_rect rect, const gtkviews_color *tint
) {
  GtkSnapshot *snapshot = drawing->snapshot;
  graphene_rect_t bounds = rect_of(drawing, rect);
  if (tint) {
    // Red, green and blue come from the tint, the opacity from the image.
    graphene_matrix_t matrix;
    graphene_vec4_t offset;
    float rows[16] = {0};
    rows[15] = tint->alpha;
    graphene_matrix_init_from_float(&matrix, rows);
    graphene_vec4_init(&offset, tint->red, tint->green, tint->blue, 0);
    gtk_snapshot_push_color_matrix(snapshot, &matrix, &offset);
  }
  gtk_snapshot_append_texture(snapshot, GDK_TEXTURE(texture), &bounds);
  if (tint) gtk_snapshot_pop(snapshot);
}

void *gtkviews_draw_cairo_begin(gtkviews_drawing *drawing, gtkviews_rect rect) {
  graphene_rect_t bounds = rect_of(drawing, rect);
  cairo_t *cairo = gtk_snapshot_append_cairo(drawing->snapshot, &bounds);
  cairo_translate(cairo, -drawing->origin_x, -drawing->origin_y);
  return cairo;
}

void gtkviews_draw_cairo_end(void *cairo) { cairo_destroy(cairo); }

gtkviews_texture *gtkviews_texture_new(const void *data, size_t count) {
  GBytes *bytes = g_bytes_new(data, count);
  GdkTexture *texture = gdk_texture_new_from_bytes(bytes, NULL);
  g_bytes_unref(bytes);
  return (gtkviews_texture *)texture;
}

void gtkviews_texture_release(gtkviews_texture *texture) { g_object_unref(texture); }
#endif
