// Rectangles, images, clips and layers.

#include "Loaded.h"
#include <math.h>
#include <string.h>

static cpc_surface *checked(cpc_surface *surface) {
  if (cpc.cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) return surface;
  cpc.cairo_surface_destroy(surface);
  return NULL;
}

cpc_surface *cpc_surface_create(int width, int height) {
  return checked(cpc.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
}

cpc_surface *cpc_surface_create_in(void *memory, int width, int height) {
  return checked(cpc.cairo_image_surface_create_for_data(memory, CAIRO_FORMAT_ARGB32, width, height, width * 4));
}

void cpc_surface_destroy(cpc_surface *surface) { cpc.cairo_surface_destroy(surface); }
int cpc_surface_width(cpc_surface *surface) { return cpc.cairo_image_surface_get_width(surface); }
int cpc_surface_height(cpc_surface *surface) { return cpc.cairo_image_surface_get_height(surface); }

struct bytes {
  const unsigned char *next;
  size_t count;
};

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned int length) {
  struct bytes *bytes = closure;
  if (length > bytes->count) return CAIRO_STATUS_READ_ERROR;
  memcpy(data, bytes->next, length);
  bytes->next += length;
  bytes->count -= length;
  return CAIRO_STATUS_SUCCESS;
}

cpc_surface *cpc_surface_decode(const void *data, size_t count, const char **reason) {
  struct bytes bytes = {data, count};
  cpc_surface *decoded = cpc.cairo_image_surface_create_from_png_stream(read_bytes, &bytes);
  cairo_status_t status = cpc.cairo_surface_status(decoded);
  if (status != CAIRO_STATUS_SUCCESS) {
    *reason = cpc.cairo_status_to_string(status);
    cpc.cairo_surface_destroy(decoded);
    return NULL;
  }
  // An opaque image decodes to 24 bits: one format for all makes pixels readable.
  int width = cpc_surface_width(decoded), height = cpc_surface_height(decoded);
  cpc_surface *surface = cpc_surface_create(width, height);
  if (!surface) {
    *reason = "out of memory";
  } else {
    cpc_canvas *canvas = cpc.cairo_create(surface);
    cpc.cairo_set_operator(canvas, CAIRO_OPERATOR_SOURCE);
    cpc.cairo_set_source_surface(canvas, decoded, 0, 0);
    cpc.cairo_paint(canvas);
    cpc.cairo_destroy(canvas);
  }
  cpc.cairo_surface_destroy(decoded);
  return surface;
}

void cpc_surface_read(cpc_surface *surface, uint32_t *pixels) {
  cpc.cairo_surface_flush(surface);
  const unsigned char *data = cpc.cairo_image_surface_get_data(surface);
  size_t stride = (size_t)cpc.cairo_image_surface_get_stride(surface);
  size_t width = (size_t)cpc_surface_width(surface), height = (size_t)cpc_surface_height(surface);
  for (size_t row = 0; row < height; row++)
    memcpy(pixels + row * width, data + row * stride, width * sizeof *pixels);
}

// Cairo's rows begin at multiples of four bytes, so 32-bit pixels leave no gaps.
void cpc_surface_digest(cpc_surface *surface, cpc_digest *digest) {
  cpc.cairo_surface_flush(surface);
  size_t count = (size_t)cpc_surface_width(surface) * (size_t)cpc_surface_height(surface);
  cpc_digest_add(digest, cpc.cairo_image_surface_get_data(surface), count * 4);
}

void cpc_surface_copy(cpc_surface *surface, int x, int y, int width, int height, cpc_surface *to) {
  cpc.cairo_surface_flush(surface);
  cpc.cairo_surface_flush(to);
  const unsigned char *source = cpc.cairo_image_surface_get_data(surface);
  unsigned char *target = cpc.cairo_image_surface_get_data(to);
  size_t stride = (size_t)cpc.cairo_image_surface_get_stride(surface);
  size_t target_stride = (size_t)cpc.cairo_image_surface_get_stride(to);
  for (size_t row = (size_t)y; row < (size_t)(y + height); row++)
    memcpy(target + row * target_stride + (size_t)x * 4, source + row * stride + (size_t)x * 4,
           (size_t)width * 4);
  cpc.cairo_surface_mark_dirty(to);
}

struct writer {
  void *closure;
  void (*write)(void *closure, const void *bytes, size_t count);
};

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
  struct writer *writer = closure;
  writer->write(writer->closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

const char *cpc_encode_png(const uint32_t *pixels, int width, int height, void *closure,
                           void (*write)(void *closure, const void *bytes, size_t count)) {
  // 32-bit rows have the alignment Cairo wants; it only reads.
  cpc_surface *surface = cpc.cairo_image_surface_create_for_data(
      (unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  struct writer writer = {closure, write};
  cairo_status_t status = cpc.cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cpc.cairo_surface_write_to_png_stream(surface, write_bytes, &writer);
  cpc.cairo_surface_destroy(surface);
  return status == CAIRO_STATUS_SUCCESS ? NULL : cpc.cairo_status_to_string(status);
}

cpc_canvas *cpc_canvas_create(cpc_surface *surface) { return cpc.cairo_create(surface); }
void cpc_canvas_destroy(cpc_canvas *canvas) { cpc.cairo_destroy(canvas); }

const char *cpc_canvas_failure(cpc_canvas *canvas) {
  cairo_status_t status = cpc.cairo_status(canvas);
  return status == CAIRO_STATUS_SUCCESS ? NULL : cpc.cairo_status_to_string(status);
}

static void set_color(cpc_canvas *canvas, cpc_color color) {
  cpc.cairo_set_source_rgba(canvas, color.red, color.green, color.blue, color.alpha);
}

/// Paints a pixel and clears it.
///
/// Cairo computes the first painting on a surface known to be clear differently, and which view comes first depends on the painted part.
static void touch(cpc_canvas *canvas, double x, double y) {
  set_color(canvas, (cpc_color){1, 1, 1, 1});
  cpc.cairo_rectangle(canvas, x, y, 1, 1);
  cpc.cairo_fill(canvas);
  cpc.cairo_set_operator(canvas, CAIRO_OPERATOR_CLEAR);
  cpc.cairo_rectangle(canvas, x, y, 1, 1);
  cpc.cairo_fill(canvas);
}

void cpc_clear(cpc_canvas *canvas, cpc_box box, cpc_color color) {
  cpc.cairo_identity_matrix(canvas);
  if (color.alpha < 1) touch(canvas, box.min_x, box.min_y);
  cpc.cairo_rectangle(canvas, box.min_x, box.min_y, box.max_x - box.min_x, box.max_y - box.min_y);
  cpc.cairo_set_operator(canvas, CAIRO_OPERATOR_SOURCE);
  set_color(canvas, color);
  cpc.cairo_fill(canvas);
  cpc.cairo_set_operator(canvas, CAIRO_OPERATOR_OVER);
}

void cpc_set_scale(cpc_canvas *canvas, double scale) {
  cpc.cairo_identity_matrix(canvas);
  if (scale != 1) cpc.cairo_scale(canvas, scale, scale);
}

void cpc_save(cpc_canvas *canvas) { cpc.cairo_save(canvas); }
void cpc_restore(cpc_canvas *canvas) { cpc.cairo_restore(canvas); }
void cpc_translate(cpc_canvas *canvas, double x, double y) { cpc.cairo_translate(canvas, x, y); }
void cpc_scale(cpc_canvas *canvas, double factor) { cpc.cairo_scale(canvas, factor, factor); }

void cpc_transform(cpc_canvas *canvas, double x, double y, double xx, double yx, double xy, double yy,
                   double x0, double y0) {
  cairo_matrix_t matrix = {xx, yx, xy, yy, x0, y0};
  cpc.cairo_translate(canvas, x, y);
  cpc.cairo_transform(canvas, &matrix);
  cpc.cairo_translate(canvas, -x, -y);
}

static void add_path(cpc_canvas *canvas, cpc_box box, double radius) {
  double width = box.max_x - box.min_x, height = box.max_y - box.min_y;
  radius = fmin(radius, fmin(width, height) / 2);
  if (!(radius > 0)) {
    cpc.cairo_rectangle(canvas, box.min_x, box.min_y, width, height);
    return;
  }
  double left = box.min_x + radius, right = box.max_x - radius;
  double top = box.min_y + radius, bottom = box.max_y - radius;
  cpc.cairo_new_sub_path(canvas);
  cpc.cairo_arc(canvas, right, top, radius, -M_PI_2, 0);
  cpc.cairo_arc(canvas, right, bottom, radius, 0, M_PI_2);
  cpc.cairo_arc(canvas, left, bottom, radius, M_PI_2, M_PI);
  cpc.cairo_arc(canvas, left, top, radius, M_PI, 3 * M_PI_2);
  cpc.cairo_close_path(canvas);
}

void cpc_clip(cpc_canvas *canvas, cpc_box box, double radius) {
  add_path(canvas, box, radius);
  cpc.cairo_clip(canvas);
}

void cpc_push_group(cpc_canvas *canvas) {
  cpc.cairo_push_group(canvas);
  // The clip would apply in the layer and again when the layer is painted, which would thin out its smooth edges twice.
  cpc.cairo_reset_clip(canvas);
  double left, top, right, bottom;
  cpc.cairo_save(canvas);
  cpc.cairo_identity_matrix(canvas);
  cpc.cairo_clip_extents(canvas, &left, &top, &right, &bottom);
  if (left < right && top < bottom) touch(canvas, left, top);
  cpc.cairo_restore(canvas);
}

void cpc_pop_group(cpc_canvas *canvas, double alpha) {
  cpc.cairo_pop_group_to_source(canvas);
  cpc.cairo_paint_with_alpha(canvas, alpha);
  // Frees the layer now, not with the next source.
  set_color(canvas, (cpc_color){0, 0, 0, 1});
}

void cpc_fill(cpc_canvas *canvas, cpc_box box, double radius, cpc_color color) {
  set_color(canvas, color);
  add_path(canvas, box, radius);
  cpc.cairo_fill(canvas);
}

static bool is_share(double value) { return value >= 0 && value <= 1; }

/// The pixel of an opaque colour: Cairo itself rounds the components, since its versions did so differently.
static uint32_t pixel_of(cpc_canvas *canvas, cpc_surface *surface, size_t x, size_t y, cpc_color color) {
  static _Thread_local struct {
    cpc_color color;
    uint32_t pixel;
  } known[16];
  uint64_t bits[3];
  memcpy(bits, &color, sizeof bits);
  size_t place = ((bits[0] * 31 + bits[1]) * 31 + bits[2]) * 0x9e3779b97f4a7c15 >> 60;
  cpc_color *last = &known[place].color;
  // Unset entries have no alpha.
  if (last->red == color.red && last->green == color.green && last->blue == color.blue && last->alpha == 1)
    return known[place].pixel;
  cpc.cairo_save(canvas);
  cpc.cairo_identity_matrix(canvas);
  cpc_fill(canvas, (cpc_box){(double)x, (double)y, (double)x + 1, (double)y + 1}, 0, color);
  cpc.cairo_restore(canvas);
  cpc.cairo_surface_flush(surface);
  const unsigned char *data = cpc.cairo_image_surface_get_data(surface);
  memcpy(&known[place].pixel, data + y * (size_t)cpc.cairo_image_surface_get_stride(surface) + x * 4, 4);
  *last = color;
  return known[place].pixel;
}

/// The nearest pixel edge: products of whole pixels' coordinates may miss it by a rounding error.
static size_t edge(double value, double limit) { return (size_t)(fmin(fmax(value, 0), limit) + 0.5); }

bool cpc_fill_pixels(cpc_canvas *canvas, cpc_surface *surface, cpc_box box, double scale, cpc_color color) {
  if (!(color.alpha == 1 && is_share(color.red) && is_share(color.green) && is_share(color.blue))) return false;
  double columns = cpc_surface_width(surface), rows = cpc_surface_height(surface);
  size_t left = edge(box.min_x * scale, columns), right = edge(box.max_x * scale, columns);
  size_t top = edge(box.min_y * scale, rows), bottom = edge(box.max_y * scale, rows);
  if (left >= right || top >= bottom) return true;
  // A failed canvas paints nothing more.
  if (cpc_canvas_failure(canvas)) return true;
  uint32_t pixel = pixel_of(canvas, surface, left, top, color);
  cpc.cairo_surface_flush(surface);
  unsigned char *data = cpc.cairo_image_surface_get_data(surface);
  size_t stride = (size_t)cpc.cairo_image_surface_get_stride(surface);
  for (size_t row = top; row < bottom; row++) {
    uint32_t *pixels = (uint32_t *)(void *)(data + row * stride);
    for (size_t column = left; column < right; column++) pixels[column] = pixel;
  }
  cpc.cairo_surface_mark_dirty(surface);
  return true;
}

void cpc_stroke(cpc_canvas *canvas, cpc_box box, double radius, double width, cpc_color color) {
  set_color(canvas, color);
  double room = fmin(box.max_x - box.min_x, box.max_y - box.min_y);
  if (2 * width >= room) {
    // The lines of opposite edges meet.
    add_path(canvas, box, radius);
    cpc.cairo_fill(canvas);
    return;
  }
  cpc_box middle = {box.min_x + width / 2, box.min_y + width / 2, box.max_x - width / 2,
                    box.max_y - width / 2};
  cpc.cairo_set_line_width(canvas, width);
  add_path(canvas, middle, fmax(fmin(radius, room / 2) - width / 2, 0));
  cpc.cairo_stroke(canvas);
}

void cpc_draw(cpc_canvas *canvas, cpc_surface *image, cpc_box box, double alpha, const cpc_color *tint) {
  double width = box.max_x - box.min_x, height = box.max_y - box.min_y;
  if (!(width > 0 && height > 0)) return;
  double xx = cpc_surface_width(image) / width, yy = cpc_surface_height(image) / height;
  cairo_matrix_t matrix = {xx, 0, 0, yy, -box.min_x * xx, -box.min_y * yy};
  cpc.cairo_save(canvas);
  cpc.cairo_rectangle(canvas, box.min_x, box.min_y, width, height);
  cpc.cairo_clip(canvas);
  cairo_pattern_t *pattern = cpc.cairo_pattern_create_for_surface(image);
  cpc.cairo_pattern_set_matrix(pattern, &matrix);
  // Otherwise pixels at the edges would blend with what is outside of the image.
  cpc.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  if (tint) {
    set_color(canvas, (cpc_color){tint->red, tint->green, tint->blue, tint->alpha * alpha});
    cpc.cairo_mask(canvas, pattern);
  } else {
    cpc.cairo_set_source_surface(canvas, image, 0, 0);
    cairo_pattern_t *source = cpc.cairo_get_source(canvas);
    cpc.cairo_pattern_set_matrix(source, &matrix);
    cpc.cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD);
    cpc.cairo_paint_with_alpha(canvas, alpha);
  }
  cpc.cairo_pattern_destroy(pattern);
  cpc.cairo_restore(canvas);
}
