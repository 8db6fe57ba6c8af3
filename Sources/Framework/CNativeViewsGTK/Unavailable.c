// Without GTK's headers, functions do nothing. Swift asks `gtkviews_has_headers` before it opens anything, and throws an error that names
// the package.
#include "Widgets.h"

#ifndef GTKVIEWS_HAS_GTK

bool gtkviews_has_headers(void) { return false; }
bool gtkviews_initialize(void) { return false; }
gtkviews_desktop gtkviews_desktop_read(void) { return (gtkviews_desktop) {0}; }
void gtkviews_desktop_follow(void (*changed)(void)) {}
void gtkviews_window_set_pointer(gtkviews_window *window, const char *name) {}
gtkviews_menu *gtkviews_menu_new(gtkviews_menu *outer) { return NULL; }
void gtkviews_menu_free(gtkviews_menu *menu) {}
void gtkviews_menu_add_item(gtkviews_menu *menu, unsigned number, const char *title, const char *shortcut, bool is_enabled, int check) {}
void gtkviews_menu_add_section(gtkviews_menu *menu, gtkviews_menu *section) {}
void gtkviews_menu_add_submenu(gtkviews_menu *menu, const char *title, gtkviews_menu *submenu) {}
void gtkviews_window_show_menu(gtkviews_window *window, gtkviews_menu *menu, double x, double y) {}
void gtkviews_window_close_menu(gtkviews_window *window) {}
void gtkviews_window_make_dialog(gtkviews_window *window, gtkviews_dialog kind, const char *title, const char *name, const char *folder) {}
void gtkviews_window_add_dialog_filter(gtkviews_window *window, const char *name) {}
void gtkviews_window_add_dialog_suffix(gtkviews_window *window, const char *suffix) {}
void gtkviews_window_present_dialog(gtkviews_window *window) {}
void gtkviews_window_close_dialog(gtkviews_window *window) {}
void gtkviews_loop_run(void) {}
void gtkviews_loop_quit(void) {}
void gtkviews_loop_run_pending(void) {}
int64_t gtkviews_monotonic_time(void) { return 0; }
unsigned long gtkviews_loop_wakeups(void) { return 0; }
gtkviews_window *gtkviews_window_new(const char *title, double width, double height, gtkviews_callbacks callbacks, void *owner) { return NULL; }
void gtkviews_window_close(gtkviews_window *window) {}
void gtkviews_window_set_title(gtkviews_window *window, const char *title) {}
void gtkviews_window_set_size(gtkviews_window *window, double width, double height) {}
void gtkviews_window_set_background(gtkviews_window *window, gtkviews_color color) {}
void gtkviews_window_set_visible(gtkviews_window *window, bool is_visible) {}
bool gtkviews_window_is_mapped(gtkviews_window *window) { return false; }
double gtkviews_window_scale(gtkviews_window *window) { return 0; }
void gtkviews_window_request_frame(gtkviews_window *window) {}
void gtkviews_window_start_timer(gtkviews_window *window, unsigned timer, unsigned milliseconds) {}
void gtkviews_window_set_root(gtkviews_window *window, gtkviews_view *root) {}
void *gtkviews_window_widget(gtkviews_window *window) { return NULL; }
void *gtkviews_window_host(gtkviews_window *window) { return NULL; }
uint32_t *gtkviews_window_screenshot(gtkviews_window *window, size_t *width, size_t *height) { return NULL; }
void gtkviews_window_focus(gtkviews_window *window, gtkviews_view *view, bool is_backward) {}
void gtkviews_window_take_keyboard(gtkviews_window *window) {}
gtkviews_view *gtkviews_view_new(gtkviews_window *window, void *view, gtkviews_role role) { return NULL; }
void gtkviews_view_insert(gtkviews_view *view, gtkviews_view *parent, gtkviews_view *sibling) {}
void gtkviews_view_retain(gtkviews_view *view) {}
void gtkviews_view_release(gtkviews_view *view) {}
void gtkviews_view_remove(gtkviews_view *view) {}
void gtkviews_view_forget(gtkviews_view *view) {}
void gtkviews_view_set_frame(gtkviews_view *view, gtkviews_rect frame, const gtkviews_transform *transform) {}
void gtkviews_view_set_alpha(gtkviews_view *view, double alpha) {}
void gtkviews_view_set_clip(gtkviews_view *view, bool clips, double radius) {}
void gtkviews_view_set_hidden(gtkviews_view *view, bool is_hidden) {}
void gtkviews_view_redraw(gtkviews_view *view) {}
void gtkviews_view_set_accessible(gtkviews_view *view, const char *label, const char *value, bool is_enabled, bool is_selected, bool is_hidden) {}
gtkviews_role gtkviews_view_role(gtkviews_view *view) { return GTKVIEWS_ROLE_NONE; }
void gtkviews_view_replace(gtkviews_view *view, gtkviews_view *replacement) {}
void gtkviews_view_set_foreign(gtkviews_view *view, void *widget) {}
void gtkviews_view_set_takes_no_input(gtkviews_view *view, bool takes_no_input) {}
bool gtkviews_foreign_is_widget(void *widget) { return false; }
bool gtkviews_foreign_is_focusable(void *widget) { return false; }
bool gtkviews_foreign_move_focus(void *widget, bool is_backward) { return false; }
void gtkviews_foreign_retain(void *widget) {}
void gtkviews_foreign_release(void *widget) {}
gtkviews_view *gtkviews_view_parent(gtkviews_view *view) { return NULL; }
gtkviews_view *gtkviews_view_first_child(gtkviews_view *view) { return NULL; }
gtkviews_view *gtkviews_view_next_sibling(gtkviews_view *view) { return NULL; }
bool gtkviews_view_allocation(gtkviews_view *view, gtkviews_rect *frame) { return false; }
gtkviews_view_values gtkviews_view_values_of(gtkviews_view *view) { return (gtkviews_view_values) {0}; }
size_t gtkviews_view_count(void) { return 0; }
void gtkviews_window_set_text_callbacks(gtkviews_window *window, gtkviews_text_callbacks callbacks) {}
void gtkviews_window_set_text_state(gtkviews_window *window, const gtkviews_text_state *state, bool is_other) {}
void gtkviews_clipboard_write(gtkviews_window *window, const char *text) {}
void gtkviews_clipboard_read(gtkviews_window *window, unsigned long request) {}
const char *gtkviews_view_text(gtkviews_view *view, int *anchor, int *caret) { return NULL; }
void gtkviews_view_set_text(gtkviews_view *view, const char *text, int anchor, int caret, bool is_multiline, bool is_editable) {}
void gtkviews_draw_fill(gtkviews_drawing *drawing, gtkviews_rect rect, double radius, gtkviews_color color) {}
void gtkviews_draw_stroke(gtkviews_drawing *drawing, gtkviews_rect rect, double radius, double width, gtkviews_color color) {}
void gtkviews_draw_push_clip(gtkviews_drawing *drawing, gtkviews_rect rect, double radius) {}
void gtkviews_draw_pop(gtkviews_drawing *drawing) {}
void gtkviews_draw_texture(gtkviews_drawing *drawing, gtkviews_texture *texture, gtkviews_rect rect, const gtkviews_color *tint) {}
void *gtkviews_draw_cairo_begin(gtkviews_drawing *drawing, gtkviews_rect rect) { return NULL; }
void gtkviews_draw_cairo_end(void *cairo) {}
gtkviews_texture *gtkviews_texture_new(const void *bytes, size_t count) { return NULL; }
void gtkviews_texture_release(gtkviews_texture *texture) {}

#endif
