// A window's input as one kind of event, in the coordinates of its root view.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK

static unsigned modifiers_of(GdkModifierType state) {
  return (state & GDK_SHIFT_MASK ? GTKVIEWS_SHIFT : 0) | (state & GDK_CONTROL_MASK ? GTKVIEWS_CONTROL : 0)
    | (state & GDK_ALT_MASK ? GTKVIEWS_ALT : 0)
    | (state & (GDK_SUPER_MASK | GDK_META_MASK) ? GTKVIEWS_SUPER : 0);
}

// Finds the place of an event in the host. Events contain it in the coordinates of the window's surface, including its shadow.
static bool locate(gtkviews_window *window, GdkEvent *event, gtkviews_event *result) {
  double x, y, left, top;
  if (!gdk_event_get_position(event, &x, &y)) {
    // A wheel event contains no place: the last one of the mouse applies.
    if (gdk_event_get_event_type(event) != GDK_SCROLL) return false;
    result->x = window->mouse_x;
    result->y = window->mouse_y;
    return true;
  }
  gtk_native_get_surface_transform(GTK_NATIVE(window->window), &left, &top);
  if (!gtk_widget_translate_coordinates(
        WIDGET(window->window), window->host, x - left, y - top, &result->x, &result->y
      ))
    return false;
  if (!result->pointer) {
    window->mouse_x = result->x;
    window->mouse_y = result->y;
  }
  return true;
}

// Whether a widget of the application is at a place.
static bool is_foreign(gtkviews_window *window, const gtkviews_event *event) {
  GtkWidget *widget = gtk_widget_pick(window->host, event->x, event->y, GTK_PICK_DEFAULT);
  return widget && widget != window->host && !gtkviews_is_view(widget);
}

static unsigned finger(GdkEvent *event) {
  GdkEventSequence *sequence = gdk_event_get_event_sequence(event);
  // X11 and Wayland number fingers from 1 or 0, and pass the number as the address.
  return sequence ? (unsigned)(uintptr_t)sequence + 1 : 0;
}

static gboolean on_pointer(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data) {
  gtkviews_window *window = data;
  GdkEventType type = gdk_event_get_event_type(event);
  bool is_button = type == GDK_BUTTON_PRESS || type == GDK_BUTTON_RELEASE;
  gtkviews_event result = {
      .modifiers = modifiers_of(gdk_event_get_modifier_state(event)),
      .button = is_button ? gdk_button_event_get_button(event) : 1,
      .pointer = finger(event),
  };
  // Touchpads may report touches, too; there a finger moves the mouse.
  GdkDevice *device = gdk_event_get_device(event);
  result.is_finger = result.pointer && !(device && gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD);
  switch (type) {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      result.kind = GTKVIEWS_POINTER_DOWN;
      break;
    case GDK_MOTION_NOTIFY:
    case GDK_TOUCH_UPDATE:
      result.kind = GTKVIEWS_POINTER_MOVED;
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
      result.kind = GTKVIEWS_POINTER_UP;
      break;
    case GDK_TOUCH_CANCEL:
    case GDK_GRAB_BROKEN:
      result.kind = GTKVIEWS_POINTER_CANCELLED;
      break;
    case GDK_SCROLL:
      result.kind = GTKVIEWS_SCROLLED;
      switch (gdk_scroll_event_get_direction(event)) {
        case GDK_SCROLL_UP: result.dy = -1; break;
        case GDK_SCROLL_DOWN: result.dy = 1; break;
        case GDK_SCROLL_LEFT: result.dx = -1; break;
        case GDK_SCROLL_RIGHT: result.dx = 1; break;
        case GDK_SCROLL_SMOOTH: gdk_scroll_event_get_deltas(event, &result.dx, &result.dy); break;
      }
      if (gdk_scroll_event_is_stop(event)) result.kind = GTKVIEWS_SCROLL_ENDED;
      else if (result.dx == 0 && result.dy == 0) return GDK_EVENT_PROPAGATE;
      // X11 reports even touchpads in wheel steps. Other systems use steps for wheels only.
      result.is_in_steps = gdk_device_get_source(gdk_event_get_device(event)) != GDK_SOURCE_TOUCHPAD;
      break;
    default:
      return GDK_EVENT_PROPAGATE;
  }
  bool has_place = locate(window, event, &result);
  if (!has_place && result.kind != GTKVIEWS_POINTER_CANCELLED) return GDK_EVENT_PROPAGATE;
  if (result.kind == GTKVIEWS_POINTER_DOWN) {
    window->press_is_foreign = is_foreign(window, &result);
    // Either the application's widget or the views have the keyboard.
    if (!window->press_is_foreign) gtkviews_window_take_keyboard(window);
  }
  if (window->press_is_foreign) {
    bool is_button = result.kind == GTKVIEWS_POINTER_UP || result.kind == GTKVIEWS_POINTER_DOWN;
    if (result.kind == GTKVIEWS_POINTER_UP) window->press_is_foreign = false;
    if (is_button || result.kind == GTKVIEWS_POINTER_MOVED) return GDK_EVENT_PROPAGATE;
  }
  if (result.kind == GTKVIEWS_SCROLLED && is_foreign(window, &result)) return GDK_EVENT_PROPAGATE;
  if (!window->callbacks.input) return GDK_EVENT_PROPAGATE;
  return window->callbacks.input(window->owner, &result);
}

// The mouse leaves the window: nothing is under it any more. With a button down, its movements are still reported.
static void on_leave(GtkEventControllerMotion *controller, gpointer data) {
  gtkviews_window *window = data;
  GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
  if (state & (GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK)) return;
  gtkviews_event event = {.kind = GTKVIEWS_POINTER_CANCELLED, .button = 1};
  if (window->callbacks.input) window->callbacks.input(window->owner, &event);
}

// A shortcut's letter on a keyboard of another script: the one that the key types in the first layout with Latin letters.
static unsigned latin(gtkviews_window *window, unsigned key, unsigned code, GdkModifierType state) {
  const GdkModifierType command = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;
  if (!(state & command) || gdk_keyval_to_unicode(key) < 0x80) return key;
  GdkKeymapKey *keys;
  guint *symbols;
  int count;
  unsigned found = key;
  if (!gdk_display_map_keycode(gtk_widget_get_display(window->host), code, &keys, &symbols, &count)) return key;
  for (int index = 0; index < count && found == key; index++) {
    unsigned character = gdk_keyval_to_unicode(symbols[index]);
    if (keys[index].level == 0 && character >= 0x20 && character < 0x7f) found = symbols[index];
  }
  g_free(keys);
  g_free(symbols);
  return found;
}

// There may be no event: an input method hands back keys that it doesn't use by the controller's signals.
static gboolean on_key(gtkviews_window *window, unsigned key, unsigned code, GdkModifierType state, gtkviews_event_kind kind) {
  key = latin(window, key, code, state);
  gtkviews_event result = {
    .kind = kind, .key = key, .character = gdk_keyval_to_unicode(key), .modifiers = modifiers_of(state),
  };
  if (!window->callbacks.input) return GDK_EVENT_PROPAGATE;
  return window->callbacks.input(window->owner, &result);
}

static gboolean on_key_pressed(GtkEventControllerKey *controller, unsigned key, unsigned code, GdkModifierType state, gpointer data) {
  return on_key(data, key, code, state, GTKVIEWS_KEY_DOWN);
}

static void on_key_released(GtkEventControllerKey *controller, unsigned key, unsigned code, GdkModifierType state, gpointer data) {
  on_key(data, key, code, state, GTKVIEWS_KEY_UP);
}

// Stops keys on their way to a foreign widget in a view that takes no input.
static gboolean on_key_before(GtkEventControllerKey *controller, unsigned key, unsigned code, GdkModifierType state, gpointer data) {
  GtkWidget *widget = gtk_root_get_focus(GTK_ROOT(((gtkviews_window *)data)->window));
  if (!widget || gtkviews_is_view(widget)) return GDK_EVENT_PROPAGATE;
  for (; widget; widget = gtk_widget_get_parent(widget))
    if (gtkviews_is_view(widget) && ((GtkViewsView *)widget)->takes_no_input) return GDK_EVENT_STOP;
  return GDK_EVENT_PROPAGATE;
}

void gtkviews_input_install(gtkviews_window *window) {
  // On the host: gets its own events, and those that the application's widgets in it don't use.
  GtkEventController *pointer = gtk_event_controller_legacy_new();
  g_signal_connect(pointer, "event", G_CALLBACK(on_pointer), window);
  gtk_widget_add_controller(window->host, pointer);
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "leave", G_CALLBACK(on_leave), window);
  gtk_widget_add_controller(window->host, motion);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key_pressed), window);
  g_signal_connect(keys, "key-released", G_CALLBACK(on_key_released), window);
  gtk_widget_add_controller(window->host, keys);
  window->keys = keys;
  GtkEventController *before = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(before, GTK_PHASE_CAPTURE);
  g_signal_connect(before, "key-pressed", G_CALLBACK(on_key_before), window);
  gtk_widget_add_controller(window->host, before);
}
#endif
