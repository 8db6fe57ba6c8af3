// What the Cairo backend needs of Cairo and Pango, in few calls with plain arguments.
//
// Programs aren't linked against the libraries: the first call of `cpangocairo_load` opens them. Their functions are declared here
// (PangoCairoFunctions.def), not taken from headers. This has advantages:
// - Neither building nor starting a program needs the libraries, on any machine.
// - No `-l` or `-I` has to be found by pkg-config or decided in the manifest, whose answers are cached.
// - A machine with the libraries alone, such as any desktop, draws without their development packages.
// The price: types could differ from the headers'. tools/check-pangocairo compares them.
//
// Call all other functions only after `cpangocairo_load` has returned NULL.
#ifndef CPANGOCAIRO_H
#define CPANGOCAIRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opaque in Swift.
typedef struct _cairo cpc_canvas;
typedef struct _cairo_surface cpc_surface;
typedef struct cpc_fonts cpc_fonts;
typedef struct cpc_texts cpc_texts;
typedef struct cpc_layout cpc_layout;

/// Opens the libraries, once per process: returns NULL, or why they can't be used.
const char *cpangocairo_load(void);
/// Makes `cpangocairo_load` open another library; for tests, before its first call.
void cpangocairo_use_library(const char *name);

/// Versions of the libraries, as `major * 10000 + minor * 100 + micro`, in the order of `cpc_library`.
typedef enum { CPC_CAIRO, CPC_PANGO, CPC_FREETYPE, CPC_HARFBUZZ, CPC_FONTCONFIG } cpc_library;
/// Writes a version, such as `1.16.0`, of at most `size` bytes including its end.
void cpc_version(cpc_library library, char *version, size_t size);

// MARK: Fonts

/// Makes a set of the bundled fonts, font files and, on request, the machine's fonts; several threads may use it. NULL if the bundled ones
/// can't be opened. `loaded[i]` is whether file `i` is a font.
cpc_fonts *cpc_fonts_create(const char *const *files, size_t count, bool with_installed, bool *loaded);
void cpc_fonts_destroy(cpc_fonts *fonts);
/// Whether the set has a family.
bool cpc_fonts_contain(const cpc_fonts *fonts, const char *family);
/// Whether a font of the set has a character.
bool cpc_fonts_cover(const cpc_fonts *fonts, uint32_t character);
/// A character's script, as the four letters of ISO 15924.
uint32_t cpc_script(uint32_t character);

// MARK: Texts

/// A font; `family` is NULL for the bundled one.
typedef struct {
  const char *family;
  double size;
  int weight;
  bool italic;
} cpc_font;

typedef struct {
  double red, green, blue, alpha;
} cpc_color;

typedef enum { CPC_LEFT, CPC_CENTER, CPC_RIGHT, CPC_JUSTIFIED, CPC_NATURAL } cpc_alignment;
typedef enum { CPC_WORDS, CPC_CHARACTERS, CPC_CLIP, CPC_HEAD, CPC_TAIL, CPC_MIDDLE } cpc_line_break;

/// A rectangle: minimum and maximum coordinates.
typedef struct {
  double min_x, min_y, max_x, max_y;
} cpc_box;

/// Makes a context for layouts; one thread at a time uses it and its layouts.
cpc_texts *cpc_texts_create(const cpc_fonts *fonts);
void cpc_texts_destroy(cpc_texts *texts);

cpc_layout *cpc_layout_create(cpc_texts *texts);
void cpc_layout_destroy(cpc_layout *layout);
/// Sets a layout's text; `maximum_lines` is 0 for no limit.
void cpc_layout_set_text(cpc_layout *layout, const char *text, size_t length, cpc_font font,
                         cpc_alignment alignment, cpc_line_break line_break, int maximum_lines);
/// Sets attributes of a part of the text; `font` and `color` may be NULL.
void cpc_layout_add_span(cpc_layout *layout, size_t start, size_t end, const cpc_font *font,
                         const cpc_color *color, bool underlined);
/// Breaks lines within a width and, if lines are truncated without a maximum number, a height; each may be infinite. Call it after setting
/// the text and all spans.
void cpc_layout_fit(cpc_layout *layout, double width, double height);
/// Size and number of the lines.
void cpc_layout_measure(cpc_layout *layout, double *width, double *height, int *lines);
/// Letters that are drawn as one: where they start in the text, and where they are in the line.
typedef struct {
  size_t start;
  double x, width;
  bool is_right_to_left;
} cpc_cluster;
/// Copies the clusters of the first line, from left to right; returns their number, which is at most the text's length. Sets whether the
/// line is read from right to left.
size_t cpc_layout_clusters(cpc_layout *layout, cpc_cluster *clusters, size_t capacity, bool *is_right_to_left);
/// Whether some of the text shows as boxes because no font has it. Call it after fitting the text.
bool cpc_layout_lacks_glyphs(cpc_layout *layout);
/// The width from which on the text keeps its shape in any area: that of its only line, if that starts at the left and is complete;
/// otherwise below 0.
double cpc_layout_settled_width(cpc_layout *layout);
/// The painted area, relative to the upper left corner of the area that the text was fitted into.
cpc_box cpc_layout_ink(cpc_layout *layout);
void cpc_layout_show(cpc_layout *layout, cpc_canvas *canvas, double x, double y, cpc_color color);

// MARK: Digests

/// 512 bits that identify contents; starts as all 0.
typedef struct cpc_digest {
  uint64_t lanes[8];
} cpc_digest;

/// Adds bytes to a digest; the same bytes in other pieces give a different one.
void cpc_digest_add(cpc_digest *digest, const void *bytes, size_t count);

// MARK: Surfaces

/// Makes a transparent surface of ARGB pixels; NULL if the size is unavailable.
cpc_surface *cpc_surface_create(int width, int height);
/// Makes a surface of ARGB pixels in memory that is large enough and outlives it; the pixels stay as they are. NULL as above.
cpc_surface *cpc_surface_create_in(void *memory, int width, int height);
void cpc_surface_destroy(cpc_surface *surface);
/// Decodes a PNG file; NULL and a reason if that fails.
cpc_surface *cpc_surface_decode(const void *bytes, size_t count, const char **reason);
int cpc_surface_width(cpc_surface *surface);
int cpc_surface_height(cpc_surface *surface);
/// Copies the pixels, premultiplied, as `0xAARRGGBB`.
void cpc_surface_read(cpc_surface *surface, uint32_t *pixels);
/// Adds the pixels to a digest.
void cpc_surface_digest(cpc_surface *surface, cpc_digest *digest);
/// Copies a part to the same place in another surface.
void cpc_surface_copy(cpc_surface *surface, int x, int y, int width, int height, cpc_surface *to);
/// Encodes pixels as a PNG file, which `write` gets in pieces; returns NULL, or why it failed.
const char *cpc_encode_png(const uint32_t *pixels, int width, int height, void *closure,
                           void (*write)(void *closure, const void *bytes, size_t count));

// MARK: Painting

cpc_canvas *cpc_canvas_create(cpc_surface *surface);
void cpc_canvas_destroy(cpc_canvas *canvas);
/// NULL, or why the canvas has stopped painting.
const char *cpc_canvas_failure(cpc_canvas *canvas);

/// Sets whole pixels to a colour, whatever they were.
void cpc_clear(cpc_canvas *canvas, cpc_box box, cpc_color color);
/// Sets the number of pixels per unit, and nothing else in the matrix.
void cpc_set_scale(cpc_canvas *canvas, double scale);
void cpc_save(cpc_canvas *canvas);
void cpc_restore(cpc_canvas *canvas);
void cpc_translate(cpc_canvas *canvas, double x, double y);
void cpc_scale(cpc_canvas *canvas, double factor);
/// Applies a matrix around a point.
void cpc_transform(cpc_canvas *canvas, double x, double y, double xx, double yx, double xy, double yy,
                   double x0, double y0);
/// Clips to a rectangle, with round corners unless the radius is 0.
void cpc_clip(cpc_canvas *canvas, cpc_box box, double radius);
/// Starts a layer; `cpc_pop_group` paints it with an opacity.
void cpc_push_group(cpc_canvas *canvas);
void cpc_pop_group(cpc_canvas *canvas, double alpha);

void cpc_fill(cpc_canvas *canvas, cpc_box box, double radius, cpc_color color);
/// Fills whole pixels of the canvas's surface, `scale` pixels per unit of the box, as `cpc_fill` does within the clip and outside of
/// layers, but faster; does nothing and returns false unless the colour is opaque.
bool cpc_fill_pixels(cpc_canvas *canvas, cpc_surface *surface, cpc_box box, double scale, cpc_color color);
/// Draws a line along the inside of the edges.
void cpc_stroke(cpc_canvas *canvas, cpc_box box, double radius, double width, cpc_color color);
/// Draws an image into a rectangle, with an opacity; in one colour unless `tint` is NULL.
void cpc_draw(cpc_canvas *canvas, cpc_surface *image, cpc_box box, double alpha, const cpc_color *tint);

#endif
