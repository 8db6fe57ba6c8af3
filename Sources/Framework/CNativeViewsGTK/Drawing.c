// What a view draws, as nodes that GTK keeps.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <math.h>

static GdkRGBA rgba(gtkviews_color color) {
  return (GdkRGBA) {color.red, color.green, color.blue, color.alpha};
}

static graphene_rect_t rect_of(gtkviews_rect rect) {
  graphene_rect_t result = GRAPHENE_RECT_INIT(rect.x, rect.y, rect.width, rect.height);
  graphene_rect_normalize(&result);
  return result;
}

static GskRoundedRect rounded(gtkviews_rect rect, double radius) {
  graphene_rect_t bounds = rect_of(rect);
  GskRoundedRect result;
  double most = fmin(bounds.size.width, bounds.size.height) / 2;
  gsk_rounded_rect_init_from_rect(&result, &bounds, (float)fmin(fmax(radius, 0), most));
  return result;
}

void gtkviews_draw_fill(gtkviews_drawing *drawing, gtkviews_rect rect, double radius, gtkviews_color color) {
  GtkSnapshot *snapshot = (GtkSnapshot *)drawing;
  GdkRGBA value = rgba(color);
  graphene_rect_t bounds = rect_of(rect);
  if (radius > 0) {
    GskRoundedRect outline = rounded(rect, radius);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    gtk_snapshot_append_color(snapshot, &value, &bounds);
    gtk_snapshot_pop(snapshot);
  } else {
    gtk_snapshot_append_color(snapshot, &value, &bounds);
  }
}

void gtkviews_draw_stroke(
  gtkviews_drawing *drawing, gtkviews_rect rect, double radius, double width, gtkviews_color color
) {
  GskRoundedRect outline = rounded(rect, radius);
  float w = (float)fmin(width, fmin(outline.bounds.size.width, outline.bounds.size.height) / 2);
  if (w <= 0) return;
  GdkRGBA value = rgba(color);
  gtk_snapshot_append_border(
    (GtkSnapshot *)drawing, &outline, (float[4]) {w, w, w, w}, (GdkRGBA[4]) {value, value, value, value}
  );
}

void gtkviews_draw_texture(
  gtkviews_drawing *drawing, gtkviews_texture *texture, gtkviews_rect rect, const gtkviews_color *tint
) {
  GtkSnapshot *snapshot = (GtkSnapshot *)drawing;
  graphene_rect_t bounds = rect_of(rect);
  if (tint) {
    // Red, green and blue of the tint; the image gives the opacity.
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
  graphene_rect_t bounds = rect_of(rect);
  return gtk_snapshot_append_cairo((GtkSnapshot *)drawing, &bounds);
}

void gtkviews_draw_cairo_end(void *cairo) { cairo_destroy(cairo); }

void gtkviews_draw_layout(
  gtkviews_drawing *drawing, void *layout, double x, double y, gtkviews_color color, const gtkviews_rect *clip
) {
  GtkSnapshot *snapshot = (GtkSnapshot *)drawing;
  GdkRGBA value = rgba(color);
  graphene_rect_t bounds;
  if (clip) {
    bounds = rect_of(*clip);
    gtk_snapshot_push_clip(snapshot, &bounds);
  }
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
  gtk_snapshot_append_layout(snapshot, PANGO_LAYOUT(layout), &value);
  gtk_snapshot_restore(snapshot);
  if (clip) gtk_snapshot_pop(snapshot);
}

gtkviews_texture *gtkviews_texture_new(const void *data, size_t count) {
  GBytes *bytes = g_bytes_new(data, count);
  GdkTexture *texture = gdk_texture_new_from_bytes(bytes, NULL);
  g_bytes_unref(bytes);
  return (gtkviews_texture *)texture;
}

void gtkviews_texture_release(gtkviews_texture *texture) { g_object_unref(texture); }
#endif
