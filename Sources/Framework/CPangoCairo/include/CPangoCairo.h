// What the Cairo backend asks of Cairo and Pango, in few calls with plain arguments.
//
// The libraries are opened when the first call of `cpangocairo_load` comes, not when the program is linked, and
// their functions are declared here (PangoCairoFunctions.def), not taken from headers. So neither building nor
// starting a program needs them, on the machine of a package's user as little as on one's own; no `-l` and no
// `-I` has to be found by pkg-config or decided in the manifest, whose answers are cached; and a machine with
// the libraries alone, as any desktop has, draws without their development packages. The price, types that could
// differ from the headers', is checked against these by tools/check-pangocairo.
//
// All functions but `cpangocairo_load` may be called only after that has returned NULL.
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

/// Opens the libraries, once for the process: returns NULL, or why they can't be used.
const char *cpangocairo_load(void);
/// Lets `cpangocairo_load` open another library; for tests, before the first call of that.
void cpangocairo_use_library(const char *name);

/// Versions of the libraries, as `major * 10000 + minor * 100 + micro`, in the order of `cpc_library`.
typedef enum { CPC_CAIRO, CPC_PANGO, CPC_FREETYPE, CPC_HARFBUZZ, CPC_FONTCONFIG } cpc_library;
/// Writes a version, such as `1.16.0`, of at most `size` bytes with its end.
void cpc_version(cpc_library library, char *version, size_t size);

// MARK: Fonts

/// Makes a set of the bundled fonts, of font files and, if asked, of the machine's fonts, which may be used by several threads;
/// NULL where the bundled ones can't be opened. `loaded[i]` says whether file `i` is a font.
cpc_fonts *cpc_fonts_create(const char *const *files, size_t count, bool with_installed, bool *loaded);
void cpc_fonts_destroy(cpc_fonts *fonts);
/// Whether the set has a family.
bool cpc_fonts_contain(const cpc_fonts *fonts, const char *family);
/// Whether a font of the set has a character.
bool cpc_fonts_cover(const cpc_fonts *fonts, uint32_t character);
/// The script that a character is of, by the four letters of ISO 15924.
uint32_t cpc_script(uint32_t character);

// MARK: Texts

/// A font; the family is NULL for the bundled one.
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

/// A rectangle: least and greatest coordinates.
typedef struct {
  double min_x, min_y, max_x, max_y;
} cpc_box;

/// Makes what layouts are made of; it and its layouts are used by one thread at a time.
cpc_texts *cpc_texts_create(const cpc_fonts *fonts);
void cpc_texts_destroy(cpc_texts *texts);

cpc_layout *cpc_layout_create(cpc_texts *texts);
void cpc_layout_destroy(cpc_layout *layout);
/// Gives a layout a text; `maximum_lines` is 0 for any number.
void cpc_layout_set_text(cpc_layout *layout, const char *text, size_t length, cpc_font font,
                         cpc_alignment alignment, cpc_line_break line_break, int maximum_lines);
/// Gives a part of the text attributes; `font` and `color` may be NULL.
void cpc_layout_add_span(cpc_layout *layout, size_t start, size_t end, const cpc_font *font,
                         const cpc_color *color, bool underlined);
/// Breaks lines within a width and, where lines are truncated and any number is allowed, a height; each may be
/// infinite. Called after the text and all spans were set.
void cpc_layout_fit(cpc_layout *layout, double width, double height);
/// Size of the lines, and their number.
void cpc_layout_measure(cpc_layout *layout, double *width, double *height, int *lines);
/// Whether some of the text is shown as boxes, for no font has it. Called when the text was fitted.
bool cpc_layout_lacks_glyphs(cpc_layout *layout);
/// The width from which on the text has no other shape in any area: that of its one line, which stands at the left and lacks
/// nothing; below 0 where there is none.
double cpc_layout_settled_width(cpc_layout *layout);
/// What is painted, from the upper left corner of the area that the text was fitted into.
cpc_box cpc_layout_ink(cpc_layout *layout);
void cpc_layout_show(cpc_layout *layout, cpc_canvas *canvas, double x, double y, cpc_color color);

// MARK: Digests

/// 512 bits that tell contents apart; begins with all 0.
typedef struct cpc_digest {
  uint64_t lanes[8];
} cpc_digest;

/// Adds bytes to a digest; the same bytes in other pieces give another one.
void cpc_digest_add(cpc_digest *digest, const void *bytes, size_t count);

// MARK: Surfaces

/// Makes a surface of ARGB pixels, all clear; NULL where the size can't be had.
cpc_surface *cpc_surface_create(int width, int height);
/// Makes a surface of ARGB pixels in memory that has room for them and outlives it; the pixels are what is there. NULL as above.
cpc_surface *cpc_surface_create_in(void *memory, int width, int height);
void cpc_surface_destroy(cpc_surface *surface);
/// Decodes a PNG file; NULL and a reason where it can't be decoded.
cpc_surface *cpc_surface_decode(const void *bytes, size_t count, const char **reason);
int cpc_surface_width(cpc_surface *surface);
int cpc_surface_height(cpc_surface *surface);
/// Copies the pixels, premultiplied, as `0xAARRGGBB`.
void cpc_surface_read(cpc_surface *surface, uint32_t *pixels);
/// Adds the pixels to a digest.
void cpc_surface_digest(cpc_surface *surface, cpc_digest *digest);
/// Copies a part to the same place of another surface.
void cpc_surface_copy(cpc_surface *surface, int x, int y, int width, int height, cpc_surface *to);
/// Encodes pixels as a PNG file, which `write` gets in pieces; returns NULL, or why it failed.
const char *cpc_encode_png(const uint32_t *pixels, int width, int height, void *closure,
                           void (*write)(void *closure, const void *bytes, size_t count));

// MARK: Painting

cpc_canvas *cpc_canvas_create(cpc_surface *surface);
void cpc_canvas_destroy(cpc_canvas *canvas);
/// NULL, or why the canvas has stopped painting.
const char *cpc_canvas_failure(cpc_canvas *canvas);

/// Makes whole pixels those of a colour, whatever they were.
void cpc_clear(cpc_canvas *canvas, cpc_box box, cpc_color color);
/// Sets the number of pixels per unit, and nothing else of the matrix.
void cpc_set_scale(cpc_canvas *canvas, double scale);
void cpc_save(cpc_canvas *canvas);
void cpc_restore(cpc_canvas *canvas);
void cpc_translate(cpc_canvas *canvas, double x, double y);
void cpc_scale(cpc_canvas *canvas, double factor);
/// Applies a matrix around a point.
void cpc_transform(cpc_canvas *canvas, double x, double y, double xx, double yx, double xy, double yy,
                   double x0, double y0);
/// Clips to a rectangle, with round corners where the radius isn't 0.
void cpc_clip(cpc_canvas *canvas, cpc_box box, double radius);
/// What follows is painted into a layer, until `cpc_pop_group` paints that with an opacity.
void cpc_push_group(cpc_canvas *canvas);
void cpc_pop_group(cpc_canvas *canvas, double alpha);

void cpc_fill(cpc_canvas *canvas, cpc_box box, double radius, cpc_color color);
/// Fills whole pixels of the canvas's surface, of which each unit of the box has `scale`, as `cpc_fill` does where they lie
/// within the clip and in no layer, but faster; does nothing and returns false unless the colour is without opacity.
bool cpc_fill_pixels(cpc_canvas *canvas, cpc_surface *surface, cpc_box box, double scale, cpc_color color);
/// Draws a line along the inside of the edges.
void cpc_stroke(cpc_canvas *canvas, cpc_box box, double radius, double width, cpc_color color);
/// Draws an image into a rectangle, with an opacity; in one colour where `tint` isn't NULL.
void cpc_draw(cpc_canvas *canvas, cpc_surface *image, cpc_box box, double alpha, const cpc_color *tint);

#endif
