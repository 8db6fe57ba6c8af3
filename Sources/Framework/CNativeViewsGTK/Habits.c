// What a desktop's user expects of a window beside clicks and keys: shapes of the pointer, tool tips, and files that are dropped.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <stdlib.h>

void gtkviews_window_set_pointer(gtkviews_window *window, const char *name) {
  gtk_widget_set_cursor_from_name(window->host, name);
}

static gboolean on_tool_tip(GtkWidget *host, int x, int y, gboolean by_keyboard, GtkTooltip *tip, gpointer data) {
  gtkviews_window *window = data;
  gtkviews_rect area = {0};
  if (by_keyboard || !window->callbacks.tool_tip) return FALSE;
  char *text = window->callbacks.tool_tip(window->owner, x, y, &area);
  if (!text) return FALSE;
  gtk_tooltip_set_text(tip, text);
  // While the mouse stays in the area, the tip stays where it is.
  gtk_tooltip_set_tip_area(tip, &(GdkRectangle) {(int)area.x, (int)area.y, (int)area.width + 1, (int)area.height + 1});
  free(text);
  return TRUE;
}

static bool drop(gtkviews_window *window, gtkviews_drop_phase phase, double x, double y, const char *const *files, size_t count) {
  return window->callbacks.drop && window->callbacks.drop(window->owner, phase, x, y, files, count);
}

static GdkDragAction on_drag(GtkDropTarget *target, double x, double y, gpointer data) {
  return drop(data, GTKVIEWS_DROP_MOVED, x, y, NULL, 0) ? GDK_ACTION_COPY : 0;
}

static void on_drag_leave(GtkDropTarget *target, gpointer data) { drop(data, GTKVIEWS_DROP_LEFT, 0, 0, NULL, 0); }

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, gpointer data) {
  if (!G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) return FALSE;
  GSList *files = g_value_get_boxed(value);
  size_t count = 0;
  char **addresses = g_new0(char *, g_slist_length(files) + 1);
  for (GSList *link = files; link; link = link->next) addresses[count++] = g_file_get_uri(link->data);
  bool is_taken = drop(data, GTKVIEWS_DROP_DROPPED, x, y, (const char *const *)addresses, count);
  g_strfreev(addresses);
  return is_taken;
}

void gtkviews_habits_install(gtkviews_window *window) {
  gtk_widget_set_has_tooltip(window->host, TRUE);
  g_signal_connect(window->host, "query-tooltip", G_CALLBACK(on_tool_tip), window);
  GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect(target, "enter", G_CALLBACK(on_drag), window);
  g_signal_connect(target, "motion", G_CALLBACK(on_drag), window);
  g_signal_connect(target, "leave", G_CALLBACK(on_drag_leave), window);
  g_signal_connect(target, "drop", G_CALLBACK(on_drop), window);
  gtk_widget_add_controller(window->host, GTK_EVENT_CONTROLLER(target));
}
#endif
