// A thin layer above GTK 4 for NativeViewsGTK: what Swift can't import (macros, variadic functions, types registered at run time), and
// steps so frequent that a call from Swift for each would be slow.
//
// This header contains nothing of GTK, so that Swift sees the same on machines without GTK. There, functions do nothing, and
// `gtkviews_has_headers` returns false. All functions except that one and `gtkviews_is_main_thread` are called on the main thread only.
#ifndef C_NATIVE_VIEWS_GTK_H
#define C_NATIVE_VIEWS_GTK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GTKVIEWS_TIMER_COUNT = 2 };

// A view's GtkWidget, owned by its parent.
typedef struct gtkviews_view gtkviews_view;
// A GtkWindow that shows a view, with the state Swift asks for.
typedef struct gtkviews_window gtkviews_window;
// The canvas of a view's drawing.
typedef struct gtkviews_drawing gtkviews_drawing;
// A GdkTexture.
typedef struct gtkviews_texture gtkviews_texture;

typedef struct {
  double x, y, width, height;
} gtkviews_rect;

// x' = xx x + xy y + x0; y' = yx x + yy y + y0
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} gtkviews_transform;

typedef struct {
  float red, green, blue, alpha;
} gtkviews_color;

// The roles of NativeViews, in its order.
typedef enum {
  GTKVIEWS_ROLE_NONE,
  GTKVIEWS_ROLE_BUTTON,
  GTKVIEWS_ROLE_LABEL,
  GTKVIEWS_ROLE_IMAGE,
  GTKVIEWS_ROLE_LINK,
  GTKVIEWS_ROLE_LIST,
  GTKVIEWS_ROLE_LIST_ITEM,
  GTKVIEWS_ROLE_TABLE,
  GTKVIEWS_ROLE_ROW,
  GTKVIEWS_ROLE_CELL,
  GTKVIEWS_ROLE_GRID,
  GTKVIEWS_ROLE_HEADING,
  GTKVIEWS_ROLE_CHECKBOX,
  GTKVIEWS_ROLE_SLIDER,
  GTKVIEWS_ROLE_TEXT_FIELD,
  GTKVIEWS_ROLE_DIALOG,
  GTKVIEWS_ROLE_WINDOW,
  GTKVIEWS_ROLE_TAB,
  GTKVIEWS_ROLE_PROGRESS_BAR,
  GTKVIEWS_ROLE_SCROLL_VIEW,
  GTKVIEWS_ROLE_COUNT,
} gtkviews_role;

typedef enum {
  GTKVIEWS_POINTER_DOWN,
  GTKVIEWS_POINTER_MOVED,
  GTKVIEWS_POINTER_UP,
  GTKVIEWS_POINTER_CANCELLED,
  GTKVIEWS_SCROLLED,
  // Fingers have left the touchpad.
  GTKVIEWS_SCROLL_ENDED,
  GTKVIEWS_KEY_DOWN,
  GTKVIEWS_KEY_UP,
} gtkviews_event_kind;

enum {
  GTKVIEWS_SHIFT = 1,
  GTKVIEWS_CONTROL = 2,
  GTKVIEWS_ALT = 4,
  GTKVIEWS_SUPER = 8,
};

typedef struct {
  gtkviews_event_kind kind;
  unsigned modifiers;
  // In the coordinates of the root view.
  double x, y;
  // For a scroll event: points, or wheel steps.
  double dx, dy;
  bool is_in_steps;
  unsigned button;
  // 0 for a mouse, otherwise the finger's number.
  unsigned pointer;
  // Whether it is a finger on a touch screen.
  bool is_finger;
  // A key symbol of X11, and the character it types, or 0.
  uint32_t key, character;
} gtkviews_event;

typedef enum {
  GTKVIEWS_DROP_MOVED,
  GTKVIEWS_DROP_LEFT,
  GTKVIEWS_DROP_DROPPED,
} gtkviews_drop_phase;

// What Swift does for a window; `owner` is the one the window was made with.
typedef struct {
  // Draws the view's own content without its children.
  void (*draw)(void *owner, void *view, gtkviews_drawing *drawing);
  void (*resized)(void *owner, double width, double height);
  // A requested frame of the display's clock; in microseconds of the monotonic clock.
  void (*frame)(void *owner, int64_t time);
  // A timer of the window has fired, once.
  void (*timer)(void *owner, unsigned timer);
  // Whether the event was used.
  bool (*input)(void *owner, const gtkviews_event *event);
  // Assistive technology activates a view. Returns whether there was something to do.
  bool (*activate)(void *owner, void *view);
  // The application's widget in a view has got the keyboard; NULL if none has it any more.
  void (*foreign_focused)(void *owner, void *view);
  // The user wants to close the window. Nothing is closed yet.
  void (*close_requested)(void *owner);
  void (*scale_changed)(void *owner, double scale);
  // An item of the open menu was chosen, by its number; -1 if the menu was closed.
  void (*menu_ended)(void *owner, int item);
  // The answer of the open dialog, as URIs; none if it was cancelled.
  void (*files_chosen)(void *owner, const char *const *files, size_t count);
  // The tool tip at a place, for `free`, and the area that it explains; NULL for none.
  char *(*tool_tip)(void *owner, double x, double y, gtkviews_rect *area);
  // Files, as URIs, are dragged over the window or dropped. Returns whether a view takes them, or would.
  bool (*drop)(void *owner, gtkviews_drop_phase phase, double x, double y, const char *const *files, size_t count);
} gtkviews_callbacks;

// MARK: Process

// Whether this was compiled with GTK's headers.
bool gtkviews_has_headers(void);
bool gtkviews_is_main_thread(void);
// Opens the display. Returns whether there is one.
bool gtkviews_initialize(void);

// MARK: Desktop

// The look that the user has chosen.
typedef struct {
  bool is_dark, is_contrast_high, is_motion_reduced;
  // Whether scroll bars disappear when nothing scrolls.
  bool has_overlay_bars;
  // In points.
  double font_size;
  // Empty if it isn't known.
  char font_family[128];
} gtkviews_desktop;

gtkviews_desktop gtkviews_desktop_read(void);
// Calls a function whenever the look may have changed; the first call of this one counts.
void gtkviews_desktop_follow(void (*changed)(void));

// MARK: Main loop

// Runs GLib's main loop with libdispatch's main queue in it, until `gtkviews_loop_quit`.
void gtkviews_loop_run(void);
void gtkviews_loop_quit(void);
// Handles everything that is due; returns without waiting.
void gtkviews_loop_run_pending(void);
int64_t gtkviews_monotonic_time(void);
// How often the main loop has waited. Counting begins with the first call.
unsigned long gtkviews_loop_wakeups(void);

// MARK: Windows

gtkviews_window *gtkviews_window_new(
  const char *title,
  double width,
  double height,
  gtkviews_callbacks callbacks,
  void *owner
);
// Closes the window and frees it with all widgets in it. The callbacks aren't called again.
void gtkviews_window_close(gtkviews_window *window);
void gtkviews_window_set_title(gtkviews_window *window, const char *title);
void gtkviews_window_set_size(gtkviews_window *window, double width, double height);
// The background behind the root view; GTK's own if it is clear.
void gtkviews_window_set_background(gtkviews_window *window, gtkviews_color color);
void gtkviews_window_set_visible(gtkviews_window *window, bool is_visible);
// Whether the window is mapped, so that its clock ticks.
bool gtkviews_window_is_mapped(gtkviews_window *window);
double gtkviews_window_scale(gtkviews_window *window);
// Requests one call of `frame`; only while the window is mapped.
void gtkviews_window_request_frame(gtkviews_window *window);
// Calls `timer` once after some milliseconds, unless the same timer runs already.
void gtkviews_window_start_timer(gtkviews_window *window, unsigned timer, unsigned milliseconds);
// Puts the root view into the window.
void gtkviews_window_set_root(gtkviews_window *window, gtkviews_view *root);
// The window's GtkWindow, and the widget that holds the root view.
void *gtkviews_window_widget(gtkviews_window *window);
void *gtkviews_window_host(gtkviews_window *window);
// Renders the views into rows of 0xAARRGGBB, premultiplied. Returns memory to `free`, or NULL if the window isn't shown.
uint32_t *gtkviews_window_screenshot(gtkviews_window *window, size_t *width, size_t *height);
// Gives the keyboard to a view and notifies assistive technology, or gives it to the first or last widget that takes it in the view's
// foreign widget. NULL for none of the views.
void gtkviews_window_focus(gtkviews_window *window, gtkviews_view *view, bool is_backward);
// Takes the keyboard from foreign widgets.
void gtkviews_window_take_keyboard(gtkviews_window *window);

// Sets the shape of the mouse pointer, by its name in CSS.
void gtkviews_window_set_pointer(gtkviews_window *window, const char *name);

// MARK: Menus and dialogs

// A menu that is being made.
typedef struct gtkviews_menu gtkviews_menu;

// Makes a menu, or a section or submenu of another one.
gtkviews_menu *gtkviews_menu_new(gtkviews_menu *outer);
void gtkviews_menu_free(gtkviews_menu *menu);
// `shortcut` is in GTK's form or NULL; `check` is -1 for none, otherwise whether there is a mark.
void gtkviews_menu_add_item(
  gtkviews_menu *menu,
  unsigned number,
  const char *title,
  const char *shortcut,
  bool is_enabled,
  int check
);
void gtkviews_menu_add_section(gtkviews_menu *menu, gtkviews_menu *section);
void gtkviews_menu_add_submenu(gtkviews_menu *menu, const char *title, gtkviews_menu *submenu);
void gtkviews_window_show_menu(gtkviews_window *window, gtkviews_menu *menu, double x, double y);
void gtkviews_window_close_menu(gtkviews_window *window);

typedef enum {
  GTKVIEWS_DIALOG_OPEN,
  GTKVIEWS_DIALOG_OPEN_SEVERAL,
  GTKVIEWS_DIALOG_OPEN_FOLDER,
  GTKVIEWS_DIALOG_SAVE,
} gtkviews_dialog;

// Makes a dialog; `name` and `folder`, a URI, may be NULL. `gtkviews_window_present_dialog` shows it.
void gtkviews_window_make_dialog(
  gtkviews_window *window,
  gtkviews_dialog kind,
  const char *title,
  const char *name,
  const char *folder
);
// Offers a choice of files: those whose names end in one of the suffixes that are added next. NULL adds all files.
void gtkviews_window_add_dialog_filter(gtkviews_window *window, const char *name);
void gtkviews_window_add_dialog_suffix(gtkviews_window *window, const char *suffix);
void gtkviews_window_present_dialog(gtkviews_window *window);
void gtkviews_window_close_dialog(gtkviews_window *window);

// MARK: Views

// Makes a widget, which is freed with the window, or by `gtkviews_view_free` if it has no parent.
gtkviews_view *gtkviews_view_new(gtkviews_window *window, void *view, gtkviews_role role);
// Inserts a widget into a parent after a sibling, or first, or moves it there.
void gtkviews_view_insert(gtkviews_view *view, gtkviews_view *parent, gtkviews_view *sibling);
void gtkviews_view_retain(gtkviews_view *view);
void gtkviews_view_release(gtkviews_view *view);
// Removes the widget from its parent.
void gtkviews_view_remove(gtkviews_view *view);
// Cuts the link to the Swift view, which isn't asked to draw again.
void gtkviews_view_forget(gtkviews_view *view);
// `transform` is around the centre, or NULL.
void gtkviews_view_set_frame(
  gtkviews_view *view,
  gtkviews_rect frame,
  const gtkviews_transform *transform
);
void gtkviews_view_set_alpha(gtkviews_view *view, double alpha);
void gtkviews_view_set_clip(gtkviews_view *view, bool clips, double radius);
void gtkviews_view_set_hidden(gtkviews_view *view, bool is_hidden);
// Marks the view's drawing as outdated.
void gtkviews_view_redraw(gtkviews_view *view);
void gtkviews_view_set_accessible(
  gtkviews_view *view,
  const char *label,
  const char *value,
  bool is_enabled,
  bool is_selected,
  bool is_hidden
);
gtkviews_role gtkviews_view_role(gtkviews_view *view);
// Moves the children of one widget to another, which takes its place in the parent.
void gtkviews_view_replace(gtkviews_view *view, gtkviews_view *replacement);
// Puts a GtkWidget of the application into a view without other content; NULL removes it.
void gtkviews_view_set_foreign(gtkviews_view *view, void *widget);
// Blocks or unblocks mouse and keys for foreign widgets in a view.
void gtkviews_view_set_takes_no_input(gtkviews_view *view, bool takes_no_input);
bool gtkviews_foreign_is_widget(void *widget);
// Whether the widget, or one in it, can get the keyboard.
bool gtkviews_foreign_is_focusable(void *widget);
// Moves the keyboard from within the widget to the next widget in it. Returns whether there is one.
bool gtkviews_foreign_move_focus(void *widget, bool is_backward);
void gtkviews_foreign_retain(void *widget);
void gtkviews_foreign_release(void *widget);

// A view's parent; NULL for the root and for a view without one.
gtkviews_view *gtkviews_view_parent(gtkviews_view *view);

// For tests: the widgets from GTK's point of view.
gtkviews_view *gtkviews_view_first_child(gtkviews_view *view);
gtkviews_view *gtkviews_view_next_sibling(gtkviews_view *view);
// The place and size allocated by GTK, without the transform around the centre.
bool gtkviews_view_allocation(gtkviews_view *view, gtkviews_rect *frame);
// The properties set on a view.
typedef struct {
  gtkviews_rect frame;
  // From the upper left corner, as drawn.
  gtkviews_transform transform;
  float alpha, radius;
  bool clips, is_hidden;
} gtkviews_view_values;
gtkviews_view_values gtkviews_view_values_of(gtkviews_view *view);
// Number of view widgets in the process.
size_t gtkviews_view_count(void);

// MARK: Texts

typedef enum {
  // An input method is composing a text with the caret `first`, in UTF-8 code units.
  GTKVIEWS_TEXT_COMPOSED,
  GTKVIEWS_TEXT_COMMITTED,
  // `first` characters before the caret and `second` behind it are to be deleted.
  GTKVIEWS_TEXT_DELETED,
} gtkviews_text_event_kind;

typedef enum {
  GTKVIEWS_PURPOSE_TEXT,
  GTKVIEWS_PURPOSE_DIGITS,
  GTKVIEWS_PURPOSE_NUMBER,
  GTKVIEWS_PURPOSE_PASSWORD,
} gtkviews_purpose;

// What an input method may know of the text with the keyboard.
typedef struct {
  // In the coordinates of the root view.
  gtkviews_rect caret;
  // The line around the caret, and the ends of the selection in it, in UTF-8 code units.
  const char *line;
  int cursor, anchor;
  gtkviews_purpose purpose;
  bool is_composing;
} gtkviews_text_state;

typedef struct {
  void (*input)(void *owner, gtkviews_text_event_kind kind, const char *text, int first, int second);
  // Assistive technology has changed a view's text or the selection, which is in characters.
  void (*edited)(void *owner, void *view, const char *text, int anchor, int caret);
  // The clipboard was read; the text is NULL if there is none.
  void (*read)(void *owner, unsigned long request, const char *text);
} gtkviews_text_callbacks;

// Sets what is called for texts; once, before the other functions.
void gtkviews_window_set_text_callbacks(gtkviews_window *window, gtkviews_text_callbacks callbacks);
// Sets the text with the keyboard; NULL if none has it. `is_other`: whether it is another view's than before.
void gtkviews_window_set_text_state(gtkviews_window *window, const gtkviews_text_state *state, bool is_other);
void gtkviews_clipboard_write(gtkviews_window *window, const char *text);
// Calls `read` once, unless the window is closed before.
void gtkviews_clipboard_read(gtkviews_window *window, unsigned long request);
// Tells assistive technology of the text of a text field and its selection, in characters.
void gtkviews_view_set_text(gtkviews_view *view, const char *text, int anchor, int caret, bool is_multiline, bool is_editable);

// For tests: what assistive technology is told; NULL for another view than a text field.
const char *gtkviews_view_text(gtkviews_view *view, int *anchor, int *caret);

// MARK: Drawing

void gtkviews_draw_fill(
  gtkviews_drawing *drawing,
  gtkviews_rect rect,
  double radius,
  gtkviews_color color
);
void gtkviews_draw_stroke(
  gtkviews_drawing *drawing,
  gtkviews_rect rect,
  double radius,
  double width,
  gtkviews_color color
);
// Clips drawing until `gtkviews_draw_pop`.
void gtkviews_draw_push_clip(gtkviews_drawing *drawing, gtkviews_rect rect, double radius);
void gtkviews_draw_pop(gtkviews_drawing *drawing);
void gtkviews_draw_texture(
  gtkviews_drawing *drawing,
  gtkviews_texture *texture,
  gtkviews_rect rect,
  const gtkviews_color *tint
);
// A cairo_t whose drawing within a rectangle becomes part of the view's; `gtkviews_draw_cairo_end` finishes it.
void *gtkviews_draw_cairo_begin(gtkviews_drawing *drawing, gtkviews_rect rect);
void gtkviews_draw_cairo_end(void *cairo);
// Decodes an image file's bytes; NULL if they can't be decoded.
gtkviews_texture *gtkviews_texture_new(const void *bytes, size_t count);
void gtkviews_texture_release(gtkviews_texture *texture);

#endif
