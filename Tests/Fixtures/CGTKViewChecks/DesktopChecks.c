// The desktop from outside: its settings, its portal, and what its user does with dialogs, tool tips and files.
#include "CGTKViewChecks.h"

#if __has_include(<gtk/gtk.h>) && __has_include(<gdk/x11/gdkx.h>)
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <gdk/x11/gdkx.h>
#include <stdio.h>
#include <string.h>

void checks_set_text(const char *setting, const char *value) { g_object_set(gtk_settings_get_default(), setting, value, NULL); }
void checks_set_flag(const char *setting, bool value) { g_object_set(gtk_settings_get_default(), setting, (gboolean)value, NULL); }

const char *checks_pointer(void *widget) {
  GdkCursor *cursor = gtk_widget_get_cursor(widget);
  return cursor ? gdk_cursor_get_name(cursor) : NULL;
}

bool checks_answer_dialog(bool accepts) {
  GListModel *windows = gtk_window_get_toplevels();
  for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
    GtkWidget *window = g_list_model_get_item(windows, index);
    bool is_dialog = GTK_IS_DIALOG(window) && gtk_widget_get_visible(window);
    if (is_dialog) gtk_dialog_response(GTK_DIALOG(window), accepts ? GTK_RESPONSE_ACCEPT : GTK_RESPONSE_CANCEL);
    g_object_unref(window);
    if (is_dialog) return true;
  }
  return false;
}

static const char *text_in(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget) && gtk_widget_get_mapped(widget)) return gtk_label_get_text(GTK_LABEL(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    const char *text = text_in(child);
    if (text) return text;
  }
  return NULL;
}

// Of the widgets of a window or of what is in it, the tip is a child of its own.
static const char *tip_in(GtkWidget *widget) {
  if (!strcmp(G_OBJECT_TYPE_NAME(widget), "GtkTooltipWindow")) return gtk_widget_get_mapped(widget) ? text_in(widget) : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    const char *text = tip_in(child);
    if (text) return text;
  }
  return NULL;
}

const char *checks_tool_tip(void) {
  GListModel *windows = gtk_window_get_toplevels();
  const char *text = NULL;
  for (guint index = 0; !text && index < g_list_model_get_n_items(windows); index++) {
    GtkWidget *window = g_list_model_get_item(windows, index);
    text = tip_in(window);
    g_object_unref(window);
  }
  return text;
}

static GdkContentProvider *offer_file(GtkDragSource *source, double x, double y, gpointer path) {
  GSList *files = g_slist_append(NULL, g_file_new_for_path(path));
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed(&value, g_boxed_copy(GDK_TYPE_FILE_LIST, files));
  g_slist_free_full(files, g_object_unref);
  GdkContentProvider *provider = gdk_content_provider_new_for_value(&value);
  g_value_unset(&value);
  return provider;
}

void checks_file_window(const char *path, int x, int y) {
  GtkWidget *window = gtk_window_new(), *label = gtk_label_new(path);
  gtk_window_set_default_size(GTK_WINDOW(window), 200, 200);
  gtk_window_set_child(GTK_WINDOW(window), label);
  GtkDragSource *source = gtk_drag_source_new();
  g_signal_connect_data(source, "prepare", G_CALLBACK(offer_file), g_strdup(path), (GClosureNotify)(void (*)(void))g_free, 0);
  gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
  gtk_window_present(GTK_WINDOW(window));
  // A window manager would have a place for it.
  int (*move)(Display *, Window, int, int) = dlsym(dlopen("libX11.so.6", RTLD_NOW), "XMoveWindow");
  Window surface = gdk_x11_surface_get_xid(gtk_native_get_surface(GTK_NATIVE(window)));
  move(gdk_x11_display_get_xdisplay(gdk_display_get_default()), surface, x, y);
}

// MARK: Portal

static const char *introspection
  = "<node><interface name='org.freedesktop.portal.Settings'>"
    "<method name='ReadAll'><arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/></method>"
    "<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>"
    "</interface></node>";
static const char *appearance = "org.freedesktop.appearance", *portal_path = "/org/freedesktop/portal/desktop";
static GMainLoop *loop;
static GDBusConnection *bus;
// Dark, until told otherwise.
static guint scheme = 1, contrast;

static void on_call(
  GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *method,
  GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data
) {
  GVariantBuilder namespaces, keys;
  g_variant_builder_init(&keys, G_VARIANT_TYPE("a{sv}"));
  g_variant_builder_add(&keys, "{sv}", "color-scheme", g_variant_new_uint32(scheme));
  g_variant_builder_add(&keys, "{sv}", "contrast", g_variant_new_uint32(contrast));
  g_variant_builder_init(&namespaces, G_VARIANT_TYPE("a{sa{sv}}"));
  g_variant_builder_add(&namespaces, "{sa{sv}}", appearance, &keys);
  g_dbus_method_invocation_return_value(invocation, g_variant_new("(a{sa{sv}})", &namespaces));
}

static gboolean on_line(GIOChannel *channel, GIOCondition condition, gpointer data) {
  char *line = NULL, key[64];
  guint value;
  if (g_io_channel_read_line(channel, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
  }
  if (sscanf(line, "%63s %u", key, &value) == 2) {
    if (!strcmp(key, "contrast")) contrast = value;
    else scheme = value;
    g_dbus_connection_emit_signal(
      bus, NULL, portal_path, "org.freedesktop.portal.Settings", "SettingChanged",
      g_variant_new("(ssv)", appearance, key, g_variant_new_uint32(value)), NULL
    );
  }
  g_free(line);
  return G_SOURCE_CONTINUE;
}

static void on_name(GDBusConnection *connection, const char *name, gpointer data) {
  puts("ready");
  fflush(stdout);
}

const char *portal_run(void) {
  static const GDBusInterfaceVTable table = {on_call};
  bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return "there is no session bus";
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
  g_dbus_connection_register_object(bus, portal_path, node->interfaces[0], &table, NULL, NULL, NULL);
  loop = g_main_loop_new(NULL, FALSE);
  g_bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE, on_name, NULL, NULL, NULL);
  g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN | G_IO_HUP, on_line, NULL);
  g_main_loop_run(loop);
  return NULL;
}
#else
void checks_set_text(const char *setting, const char *value) {}
void checks_set_flag(const char *setting, bool value) {}
const char *checks_pointer(void *widget) { return 0; }
bool checks_answer_dialog(bool accepts) { return false; }
const char *checks_tool_tip(void) { return 0; }
void checks_file_window(const char *path, int x, int y) {}
const char *portal_run(void) { return "GTK is missing"; }
#endif
