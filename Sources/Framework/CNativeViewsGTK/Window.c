// Windows: a GtkWindow with a host for the root view, its frame clock, and pictures of it.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <math.h>
#include <stdlib.h>

static void on_update(GdkFrameClock *clock, gpointer data) {
  gtkviews_window *window = data;
  if (!window->wants_frame) return;
  window->wants_frame = false;
  window->callbacks.frame(window->owner, gdk_frame_clock_get_frame_time(clock));
}

// GTK rounds a widget's scale up to a whole number.
double gtkviews_window_scale(gtkviews_window *window) {
#if GTK_CHECK_VERSION(4, 12, 0)
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window->window));
  if (surface) return gdk_surface_get_scale(surface);
#endif
  return gtk_widget_get_scale_factor(WIDGET(window->window));
}

static void on_scale(GObject *object, GParamSpec *property, gpointer data) {
  gtkviews_window *window = data;
  window->callbacks.scale_changed(window->owner, gtkviews_window_scale(window));
}

static void on_realize(GtkWidget *widget, gpointer data) {
  gtkviews_window *window = data;
  window->clock = g_object_ref(gtk_widget_get_frame_clock(widget));
  window->update_handler = g_signal_connect(window->clock, "update", G_CALLBACK(on_update), window);
#if GTK_CHECK_VERSION(4, 12, 0)
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(widget));
  g_signal_connect(surface, "notify::scale", G_CALLBACK(on_scale), window);
  on_scale(G_OBJECT(surface), NULL, window);
#endif
}

static void on_unrealize(GtkWidget *widget, gpointer data) {
  gtkviews_window *window = data;
#if GTK_CHECK_VERSION(4, 12, 0)
  g_signal_handlers_disconnect_by_data(gtk_native_get_surface(GTK_NATIVE(widget)), window);
#endif
  if (!window->clock) return;
  g_signal_handler_disconnect(window->clock, window->update_handler);
  g_clear_object(&window->clock);
}

static gboolean on_close_request(GtkWindow *widget, gpointer data) {
  gtkviews_window *window = data;
  window->callbacks.close_requested(window->owner);
  // Swift decides whether to close it.
  return TRUE;
}

static void on_focus(GObject *object, GParamSpec *property, gpointer data);

static int pixels(double length) { return (int)ceil(fmin(fmax(length, 1), 1 << 15)); }

gtkviews_window *gtkviews_window_new(
  const char *title, double width, double height, gtkviews_callbacks callbacks, void *owner
) {
  gtkviews_window *window = g_new0(gtkviews_window, 1);
  window->callbacks = callbacks;
  window->owner = owner;
  window->window = g_object_ref_sink(GTK_WINDOW(gtk_window_new()));
  window->host = gtkviews_host_new(window);
  gtk_window_set_title(window->window, title);
  gtk_window_set_default_size(window->window, pixels(width), pixels(height));
  gtk_window_set_child(window->window, window->host);
  g_signal_connect(window->window, "realize", G_CALLBACK(on_realize), window);
  g_signal_connect(window->window, "unrealize", G_CALLBACK(on_unrealize), window);
  g_signal_connect(window->window, "close-request", G_CALLBACK(on_close_request), window);
  g_signal_connect(window->window, "notify::scale-factor", G_CALLBACK(on_scale), window);
  g_signal_connect(window->window, "notify::focus-widget", G_CALLBACK(on_focus), window);
  gtkviews_input_install(window);
  gtkviews_habits_install(window);
  return window;
}

static gboolean on_timer(gpointer data) {
  typeof(&((gtkviews_window *)0)->timers[0]) timer = data;
  gtkviews_window *window = timer->window;
  timer->source = 0;
  window->callbacks.timer(window->owner, (unsigned)(timer - window->timers));
  return G_SOURCE_REMOVE;
}

void gtkviews_window_start_timer(gtkviews_window *window, unsigned timer, unsigned milliseconds) {
  if (window->timers[timer].source) return;
  window->timers[timer].window = window;
  // The priority of drawing, since these are frames.
  window->timers[timer].source
    = g_timeout_add_full(GDK_PRIORITY_REDRAW, milliseconds, on_timer, &window->timers[timer], NULL);
}

void gtkviews_window_close(gtkviews_window *window) {
  for (int timer = 0; timer < GTKVIEWS_TIMER_COUNT; timer++) {
    if (window->timers[timer].source) g_source_remove(window->timers[timer].source);
  }
  window->callbacks = (gtkviews_callbacks) {0};
  gtkviews_window_close_menu(window);
  gtkviews_window_close_dialog(window);
  g_signal_handlers_disconnect_by_func(window->window, on_focus, window);
  if (window->lost_source) g_source_remove(window->lost_source);
  g_clear_weak_pointer(&window->focused);
  gtkviews_texts_free(window);
  gtk_window_destroy(window->window);
  g_object_unref(window->window);
  g_free(window);
}

void gtkviews_window_set_title(gtkviews_window *window, const char *title) {
  gtk_window_set_title(window->window, title);
}

void gtkviews_window_set_size(gtkviews_window *window, double width, double height) {
  gtk_window_set_default_size(window->window, pixels(width), pixels(height));
}

void gtkviews_window_set_background(gtkviews_window *window, gtkviews_color color) {
  window->background = (GdkRGBA) {color.red, color.green, color.blue, color.alpha};
  gtk_widget_queue_draw(window->host);
}

void gtkviews_window_set_visible(gtkviews_window *window, bool is_visible) {
  if (is_visible) {
    gtk_window_present(window->window);
    if (!gtk_window_get_focus(window->window)) gtkviews_window_take_keyboard(window);
  } else {
    gtk_widget_set_visible(WIDGET(window->window), FALSE);
  }
}

bool gtkviews_window_is_mapped(gtkviews_window *window) {
  return window->clock && gtk_widget_get_mapped(WIDGET(window->window));
}

void gtkviews_window_request_frame(gtkviews_window *window) {
  if (!window->clock) return;
  window->wants_frame = true;
  gdk_frame_clock_request_phase(window->clock, GDK_FRAME_CLOCK_PHASE_UPDATE);
}

void gtkviews_window_set_root(gtkviews_window *window, gtkviews_view *root) {
  GtkWidget *old = gtk_widget_get_first_child(window->host);
  if (old) gtk_widget_unparent(old);
  if (root) gtk_widget_set_parent(WIDGET(root), window->host);
  gtk_widget_queue_allocate(window->host);
}

void *gtkviews_window_widget(gtkviews_window *window) { return window->window; }
void *gtkviews_window_host(gtkviews_window *window) { return window->host; }

// MARK: Keyboard

static GtkDirectionType tab(bool is_backward) {
  return is_backward ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;
}

// The view whose foreign widget, or a widget in that, has the keyboard.
static GtkViewsView *view_with_keyboard_in_foreign(gtkviews_window *window) {
  GtkWidget *widget = gtk_window_get_focus(window->window);
  if (!widget || gtkviews_is_view(widget)) return NULL;
  while (widget && !gtkviews_is_view(widget)) widget = gtk_widget_get_parent(widget);
  return VIEW(widget);
}

static gboolean on_lost(gpointer data) {
  gtkviews_window *window = data;
  window->lost_source = 0;
  gtkviews_window_take_keyboard(window);
  return G_SOURCE_REMOVE;
}

static void on_focus(GObject *object, GParamSpec *property, gpointer data) {
  gtkviews_window *window = data;
  // A disabled widget, for example, lost the keyboard: nothing would get keys. Done later, since GTK is in the middle of it.
  if (!gtk_window_get_focus(window->window) && !window->lost_source)
    window->lost_source = g_idle_add_full(G_PRIORITY_HIGH, on_lost, window, NULL);
  GtkViewsView *view = view_with_keyboard_in_foreign(window);
  window->callbacks.foreign_focused(window->owner, view ? view->view : NULL);
}

void gtkviews_window_take_keyboard(gtkviews_window *window) {
  // An open menu keeps it.
  if (window->menu) return;
  GtkWidget *focus = gtk_window_get_focus(window->window);
  if (focus && (focus == window->host || gtkviews_is_view(focus))) return;
  gtk_widget_grab_focus(window->focused ? window->focused : window->host);
}

// A view's keys reach the host, which hands them to Swift: the view has the keyboard so that GTK reports the focus to others.
static void set_focused(gtkviews_window *window, GtkWidget *view) {
  GtkWidget *old = window->focused;
  g_set_weak_pointer(&window->focused, view);
  if (view) gtkviews_view_set_focusable(view, true);
  if (!old || old == view) return;
  // For GTK, only the focused view is focusable; otherwise GTK could move the focus to others by itself.
  if (gtk_window_get_focus(window->window) == old) gtk_widget_grab_focus(view ? view : window->host);
  gtkviews_view_set_focusable(old, false);
}

void gtkviews_window_focus(gtkviews_window *window, gtkviews_view *view, bool is_backward) {
  GtkWidget *foreign = view ? gtkviews_view_foreign(VIEW(view)) : NULL;
  if (foreign) {
    set_focused(window, NULL);
    if (view_with_keyboard_in_foreign(window) == VIEW(view)) return;
    if (!gtk_widget_child_focus(foreign, tab(is_backward))) gtkviews_window_take_keyboard(window);
    return;
  }
  if (window->focused == WIDGET(view)) return;
  set_focused(window, WIDGET(view));
  if (view) gtk_widget_grab_focus(WIDGET(view));
}

void gtkviews_window_move_focus(gtkviews_window *window, GtkDirectionType direction) {
  if (window->menu) {
    gtk_widget_child_focus(window->menu, direction);
    return;
  }
  GtkViewsView *view = view_with_keyboard_in_foreign(window);
  if (view) gtk_widget_child_focus(gtkviews_view_foreign(view), direction);
  else gtkviews_window_take_keyboard(window);
}

bool gtkviews_foreign_is_focusable(void *pointer) {
  GtkWidget *widget = pointer;
  if (!gtk_widget_get_visible(widget) || !gtk_widget_get_sensitive(widget) || !gtk_widget_get_can_focus(widget)) return false;
  if (gtk_widget_get_focusable(widget)) return true;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    if (gtkviews_foreign_is_focusable(child)) return true;
  }
  return false;
}

bool gtkviews_foreign_move_focus(void *widget, bool is_backward) { return gtk_widget_child_focus(widget, tab(is_backward)); }

void gtkviews_window_keep_keyboard(gtkviews_window *window, GtkWidget *view) {
  GtkWidget *focus = window ? gtk_window_get_focus(window->window) : NULL;
  if (!focus || focus == window->host) return;
  if (focus != view && !gtk_widget_is_ancestor(focus, view)) return;
  // Swift returns it to the view if that still exists.
  if (focus == window->focused) set_focused(window, NULL);
  else gtk_widget_grab_focus(window->host);
}

uint32_t *gtkviews_window_screenshot(gtkviews_window *window, size_t *width, size_t *height) {
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window->window));
  double scale = gtkviews_window_scale(window);
  int points_wide = gtk_widget_get_width(window->host), points_high = gtk_widget_get_height(window->host);
  if (!renderer || !gtk_widget_get_mapped(window->host) || points_wide <= 0 || points_high <= 0) return NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_snapshot_scale(snapshot, scale, scale);
  gtkviews_host_draw(window->host, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  *width = (size_t)ceil(points_wide * scale - 1e-6);
  *height = (size_t)ceil(points_high * scale - 1e-6);
  uint32_t *bytes = calloc(*width * *height, 4);
  if (!node || !bytes) return bytes;
  graphene_rect_t viewport = GRAPHENE_RECT_INIT(0, 0, *width, *height);
  GdkTexture *texture = gsk_renderer_render_texture(renderer, node, &viewport);
  // In the byte order of the machine.
  gdk_texture_download(texture, (guchar *)bytes, *width * 4);
  g_object_unref(texture);
  gsk_render_node_unref(node);
  return bytes;
}
#endif
