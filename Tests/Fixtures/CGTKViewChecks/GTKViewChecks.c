#include "CGTKViewChecks.h"

#if __has_include(<gtk/gtk.h>) && __has_include(<gdk/x11/gdkx.h>)
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <gdk/x11/gdkx.h>
#include <stdio.h>
#include <string.h>

// XTEST by hand: building needs no libxtst-dev then, and running it libxtst6 only where clicks are checked.
static Display *display;
static int (*fake_motion)(Display *, int, int, int, unsigned long);
static int (*fake_button)(Display *, unsigned, int, unsigned long);
static int (*fake_key)(Display *, unsigned, int, unsigned long);
static int (*sync_display)(Display *, int);
static KeyCode (*code_of)(Display *, KeySym);
static int (*change_keys)(Display *, int, int, KeySym *, int);
static int (*set_focus)(Display *, Window, int, Time);
static int (*translate)(Display *, Window, Window, int, int, int *, int *, Window *);
static Window (*root_of)(Display *);
static Atom (*atom_of)(Display *, const char *, int);
static int (*send_event)(Display *, Window, int, long, XEvent *);

const char *xtest_open(void) {
  if (display) return NULL;
  void *xtst = dlopen("libXtst.so.6", RTLD_NOW), *x11 = dlopen("libX11.so.6", RTLD_NOW);
  if (!xtst || !x11) return "libXtst.so.6 is missing; install libxtst6";
  fake_motion = dlsym(xtst, "XTestFakeMotionEvent");
  fake_button = dlsym(xtst, "XTestFakeButtonEvent");
  fake_key = dlsym(xtst, "XTestFakeKeyEvent");
  sync_display = dlsym(x11, "XSync");
  code_of = dlsym(x11, "XKeysymToKeycode");
  change_keys = dlsym(x11, "XChangeKeyboardMapping");
  set_focus = dlsym(x11, "XSetInputFocus");
  translate = dlsym(x11, "XTranslateCoordinates");
  root_of = dlsym(x11, "XDefaultRootWindow");
  atom_of = dlsym(x11, "XInternAtom");
  send_event = dlsym(x11, "XSendEvent");
  Display *(*open)(const char *) = dlsym(x11, "XOpenDisplay");
  if (!fake_motion || !fake_button || !fake_key || !sync_display || !code_of || !change_keys || !set_focus || !translate || !root_of ||
      !atom_of || !send_event || !open)
    return "libXtst.so.6 lacks functions; install another libxtst6";
  display = open(NULL);
  return display ? NULL : "the display can't be opened a second time";
}

static Window window_of(void *gtk_window) {
  return gdk_x11_surface_get_xid(gtk_native_get_surface(GTK_NATIVE(gtk_window)));
}

bool xtest_origin(void *gtk_window, int *x, int *y) {
  Window child;
  return translate(display, window_of(gtk_window), root_of(display), 0, 0, x, y, &child);
}

void xtest_move(int x, int y) {
  fake_motion(display, -1, x, y, 0);
  sync_display(display, False);
}

void xtest_button(unsigned button, bool is_down) {
  fake_button(display, button, is_down, 0);
  sync_display(display, False);
}

// The last key of a keyboard, which types nothing unless it is told to.
static const unsigned spare_key = 255;
static KeySym spare_symbol;

void xtest_map(unsigned long symbol) {
  spare_symbol = symbol;
  change_keys(display, spare_key, 1, &spare_symbol, 1);
  sync_display(display, False);
}

void xtest_key(unsigned long symbol, bool is_down) {
  fake_key(display, symbol == spare_symbol ? spare_key : code_of(display, symbol), is_down, 0);
  sync_display(display, False);
}

void xtest_focus(void *gtk_window) {
  set_focus(display, window_of(gtk_window), RevertToPointerRoot, CurrentTime);
  sync_display(display, False);
}

void xtest_close(void *gtk_window) {
  XEvent event = {0};
  event.xclient.type = ClientMessage;
  event.xclient.window = window_of(gtk_window);
  event.xclient.message_type = atom_of(display, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = (long)atom_of(display, "WM_DELETE_WINDOW", False);
  send_event(display, event.xclient.window, False, NoEventMask, &event);
  sync_display(display, False);
}

void *checks_entry_new(void) { return gtk_entry_new(); }
void *checks_entries_new(void *entries[2]) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  for (int index = 0; index < 2; index++) {
    entries[index] = g_object_ref_sink(gtk_entry_new());
    gtk_box_append(GTK_BOX(box), entries[index]);
  }
  return box;
}
void checks_set_sensitive(void *widget, bool is_sensitive) { gtk_widget_set_sensitive(widget, is_sensitive); }
void checks_focus(void *widget) { gtk_widget_grab_focus(widget); }
void *checks_area_new(void) { return gtk_drawing_area_new(); }
const char *checks_entry_text(void *entry) { return gtk_editable_get_text(GTK_EDITABLE(entry)); }

bool checks_place(void *widget, void *window, double *x, double *y, double *width, double *height) {
  graphene_rect_t bounds;
  if (!gtk_widget_compute_bounds(widget, window, &bounds)) return false;
  *x = bounds.origin.x;
  *y = bounds.origin.y;
  *width = bounds.size.width;
  *height = bounds.size.height;
  return true;
}

static void on_freed(gpointer data, GObject *object) { ((void (*)(void))data)(); }
void checks_when_freed(void *widget, void (*freed)(void)) { g_object_weak_ref(widget, on_freed, freed); }

// MARK: AT-SPI

static GVariant *call(GDBusConnection *bus, const char *name, const char *path, const char *interface, const char *method, GVariant *arguments) {
  return g_dbus_connection_call_sync(bus, name, path, interface, method, arguments, NULL, 0, 5000, NULL, NULL);
}

static const char *clicked_name, *typed_text;
static bool is_clicked;

// Bit 12 of the states is that of the focus.
static bool is_focused(GDBusConnection *bus, const char *name, const char *path) {
  GVariant *answer = call(bus, name, path, "org.a11y.atspi.Accessible", "GetState", NULL);
  guint32 first = 0;
  GVariantIter *words;
  if (!answer) return false;
  g_variant_get(answer, "(au)", &words);
  g_variant_iter_next(words, "u", &first);
  return first >> 12 & 1;
}

static void print_actions(GDBusConnection *bus, const char *name, const char *path) {
  GVariant *answer = call(bus, name, path, "org.a11y.atspi.Action", "GetActions", NULL);
  GVariantIter *actions;
  const char *action, *description, *keys;
  if (!answer) return;
  g_variant_get(answer, "(a(sss))", &actions);
  while (g_variant_iter_next(actions, "(&s&s&s)", &action, &description, &keys)) printf(" [%s]", action);
}

static void click(GDBusConnection *bus, const char *name, const char *path) {
  GVariant *answer = call(bus, name, path, "org.a11y.atspi.Action", "DoAction", g_variant_new("(i)", 0));
  gboolean is_done = FALSE;
  if (answer) g_variant_get(answer, "(b)", &is_done);
  is_clicked = is_done;
}

// In the coordinates of the window.
static void print_extents(GDBusConnection *bus, const char *name, const char *path) {
  GVariant *answer = call(bus, name, path, "org.a11y.atspi.Component", "GetExtents", g_variant_new("(u)", 1));
  int x, y, width, height;
  if (!answer) return;
  g_variant_get(answer, "((iiii))", &x, &y, &width, &height);
  printf(" at %d,%d %dx%d", x, y, width, height);
}

static int number(GDBusConnection *bus, const char *name, const char *path, const char *interface, const char *property) {
  GVariant *answer = call(
    bus, name, path, "org.freedesktop.DBus.Properties", "Get", g_variant_new("(ss)", interface, property)
  ), *value;
  if (!answer) return -1;
  g_variant_get(answer, "(v)", &value);
  return g_variant_get_int32(value);
}

// The text, the caret and the selection, if the object has a text.
static void print_text(GDBusConnection *bus, const char *name, const char *path) {
  const char *interface = "org.a11y.atspi.Text", *text;
  int count = number(bus, name, path, interface, "CharacterCount");
  GVariant *answer = call(bus, name, path, interface, "GetText", g_variant_new("(ii)", 0, count));
  if (!answer) return;
  g_variant_get(answer, "(&s)", &text);
  printf(" text \"%s\" caret %d", text, number(bus, name, path, interface, "CaretOffset"));
  int start = 0, end = 0;
  GVariant *selection = call(bus, name, path, interface, "GetSelection", g_variant_new("(i)", 0));
  if (selection) g_variant_get(selection, "(ii)", &start, &end);
  if (start < end) printf(" selected %d-%d", start, end);
}

// Types into an object, before its caret.
static void type_text(GDBusConnection *bus, const char *name, const char *path) {
  int caret = number(bus, name, path, "org.a11y.atspi.Text", "CaretOffset");
  GVariant *arguments = g_variant_new("(isi)", caret, typed_text, (int)g_utf8_strlen(typed_text, -1));
  GVariant *answer = call(bus, name, path, "org.a11y.atspi.EditableText", "InsertText", arguments);
  gboolean is_done = FALSE;
  if (answer) g_variant_get(answer, "(b)", &is_done);
  is_clicked = is_done;
}

static void print_object(GDBusConnection *bus, const char *name, const char *path, int depth) {
  const char *accessible = "org.a11y.atspi.Accessible", *role = "?", *label = "";
  GVariant *answer = call(bus, name, path, accessible, "GetRoleName", NULL);
  GVariant *property = call(
    bus, name, path, "org.freedesktop.DBus.Properties", "Get", g_variant_new("(ss)", accessible, "Name")
  ), *value = NULL;
  if (answer) g_variant_get(answer, "(&s)", &role);
  if (property) {
    g_variant_get(property, "(v)", &value);
    label = g_variant_get_string(value, NULL);
  }
  printf("%*s%s \"%s\"%s", depth * 2, "", role, label, is_focused(bus, name, path) ? " focused" : "");
  print_actions(bus, name, path);
  print_extents(bus, name, path);
  print_text(bus, name, path);
  printf("\n");
  if (clicked_name && !strcmp(label, clicked_name)) (typed_text ? type_text : click)(bus, name, path);
  GVariant *list = call(bus, name, path, accessible, "GetChildren", NULL);
  if (!list) return;
  GVariantIter *children;
  const char *child_name, *child_path;
  g_variant_get(list, "(a(so))", &children);
  while (g_variant_iter_next(children, "(&s&o)", &child_name, &child_path)) print_object(bus, child_name, child_path, depth + 1);
}

const char *atspi_print(int process, const char *clicked, const char *typed) {
  clicked_name = *clicked ? clicked : NULL;
  typed_text = *typed ? typed : NULL;
  GDBusConnection *session = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!session) return "there is no session bus; install dbus and run it by dbus-run-session";
  GVariant *answer = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL);
  if (!answer) return "there is no accessibility bus; install at-spi2-core";
  const char *address;
  g_variant_get(answer, "(&s)", &address);
  GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
    address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, NULL
  );
  if (!bus) return "the accessibility bus can't be reached";
  GVariant *list = call(
    bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible", "GetChildren", NULL
  );
  if (!list) return "the accessibility registry doesn't answer";
  GVariantIter *programs;
  const char *name, *path;
  g_variant_get(list, "(a(so))", &programs);
  while (g_variant_iter_next(programs, "(&s&o)", &name, &path)) {
    guint32 owner = 0;
    GVariant *id = call(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      g_variant_new("(s)", name)
    );
    if (id) g_variant_get(id, "(u)", &owner);
    if ((int)owner != process) continue;
    print_object(bus, name, path, 0);
    return clicked_name && !is_clicked ? "nothing of that name has done its action" : NULL;
  }
  return "the program isn't among those that the accessibility bus knows";
}
#else
const char *xtest_open(void) { return "GTK's headers are missing; install libgtk-4-dev"; }
bool xtest_origin(void *gtk_window, int *x, int *y) { return false; }
void xtest_move(int x, int y) {}
void xtest_button(unsigned button, bool is_down) {}
void xtest_key(unsigned long symbol, bool is_down) {}
void xtest_map(unsigned long symbol) {}
void xtest_focus(void *gtk_window) {}
void xtest_close(void *gtk_window) {}
void *checks_entry_new(void) { return 0; }
void *checks_entries_new(void *entries[2]) { return 0; }
void checks_set_sensitive(void *widget, bool is_sensitive) {}
void checks_focus(void *widget) {}
void *checks_area_new(void) { return 0; }
const char *checks_entry_text(void *entry) { return ""; }
bool checks_place(void *widget, void *window, double *x, double *y, double *width, double *height) { return false; }
void checks_when_freed(void *widget, void (*freed)(void)) {}
const char *atspi_print(int process, const char *clicked, const char *typed) { return "GTK's headers are missing; install libgtk-4-dev"; }
#endif
