// Context menus as GTK's own, and the desktop's dialogs for files.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <stdlib.h>

struct gtkviews_menu {
  GMenu *model;
  // An action for each item, in the menu and its submenus.
  GSimpleActionGroup *actions;
};

gtkviews_menu *gtkviews_menu_new(gtkviews_menu *outer) {
  gtkviews_menu *menu = g_new0(gtkviews_menu, 1);
  menu->model = g_menu_new();
  menu->actions = outer ? g_object_ref(outer->actions) : g_simple_action_group_new();
  return menu;
}

void gtkviews_menu_free(gtkviews_menu *menu) {
  g_object_unref(menu->model);
  g_object_unref(menu->actions);
  g_free(menu);
}

void gtkviews_menu_add_item(
  gtkviews_menu *menu, unsigned number, const char *title, const char *shortcut, bool is_enabled, int check
) {
  char name[32], detailed[40];
  g_snprintf(name, sizeof name, "i%u", number);
  g_snprintf(detailed, sizeof detailed, "menu.%s", name);
  GSimpleAction *action
    = check < 0 ? g_simple_action_new(name, NULL) : g_simple_action_new_stateful(name, NULL, g_variant_new_boolean(check > 0));
  g_simple_action_set_enabled(action, is_enabled);
  g_object_set_data(G_OBJECT(action), "number", GUINT_TO_POINTER(number));
  g_action_map_add_action(G_ACTION_MAP(menu->actions), G_ACTION(action));
  g_object_unref(action);
  GMenuItem *item = g_menu_item_new(NULL, detailed);
  // An underscore would mark a letter.
  char **parts = g_strsplit(title, "_", -1), *label = g_strjoinv("__", parts);
  g_menu_item_set_label(item, label);
  if (shortcut) g_menu_item_set_attribute(item, "accel", "s", shortcut);
  g_menu_append_item(menu->model, item);
  g_object_unref(item);
  g_strfreev(parts);
  g_free(label);
}

void gtkviews_menu_add_section(gtkviews_menu *menu, gtkviews_menu *section) {
  g_menu_append_section(menu->model, NULL, G_MENU_MODEL(section->model));
}

void gtkviews_menu_add_submenu(gtkviews_menu *menu, const char *title, gtkviews_menu *submenu) {
  g_menu_append_submenu(menu->model, title, G_MENU_MODEL(submenu->model));
}

static void on_chosen(GSimpleAction *action, GVariant *parameter, gpointer data) {
  gtkviews_window *window = data;
  unsigned number = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(action), "number"));
  if (window->menu && window->callbacks.menu_ended) window->callbacks.menu_ended(window->owner, (int)number);
}

// A menu closes before GTK activates what was chosen in it: only afterwards it is known that nothing was.
static gboolean on_closed_later(gpointer data) {
  gtkviews_window *window = data;
  window->menu_source = 0;
  if (window->menu && window->callbacks.menu_ended) window->callbacks.menu_ended(window->owner, -1);
  return G_SOURCE_REMOVE;
}

static void on_closed(GtkPopover *popover, gpointer data) {
  gtkviews_window *window = data;
  if (!window->menu_source) window->menu_source = g_timeout_add(50, on_closed_later, window);
}

static gboolean unparent(gpointer popover) {
  gtk_widget_unparent(popover);
  g_object_unref(popover);
  return G_SOURCE_REMOVE;
}

void gtkviews_window_close_menu(gtkviews_window *window) {
  if (window->menu_source) g_source_remove(window->menu_source);
  window->menu_source = 0;
  GtkWidget *popover = window->menu;
  if (!popover) return;
  window->menu = NULL;
  g_signal_handlers_disconnect_by_data(popover, window);
  gtk_popover_popdown(GTK_POPOVER(popover));
  // It may be the one that calls this.
  g_idle_add(unparent, g_object_ref(popover));
  gtkviews_window_take_keyboard(window);
}

void gtkviews_window_show_menu(gtkviews_window *window, gtkviews_menu *menu, double x, double y) {
  gtkviews_window_close_menu(window);
  char **names = g_action_group_list_actions(G_ACTION_GROUP(menu->actions));
  for (char **name = names; *name; name++)
    g_signal_connect(
      g_action_map_lookup_action(G_ACTION_MAP(menu->actions), *name), "activate", G_CALLBACK(on_chosen), window
    );
  g_strfreev(names);
  GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu->model));
  gtk_widget_insert_action_group(popover, "menu", G_ACTION_GROUP(menu->actions));
  gtk_widget_set_parent(popover, window->host);
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  gtk_popover_set_position(GTK_POPOVER(popover), GTK_POS_BOTTOM);
  gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle) {(int)x, (int)y, 1, 1});
  window->menu = popover;
  g_signal_connect(popover, "closed", G_CALLBACK(on_closed), window);
  gtk_popover_popup(GTK_POPOVER(popover));
}

// MARK: Dialogs

static void end_dialog(gtkviews_window *window) {
  GtkNativeDialog *dialog = window->dialog;
  window->dialog = NULL;
  window->filter = NULL;
  if (!dialog) return;
  g_signal_handlers_disconnect_by_data(dialog, window);
  gtk_native_dialog_destroy(dialog);
  g_object_unref(dialog);
}

static void on_response(GtkNativeDialog *dialog, int response, gpointer data) {
  gtkviews_window *window = data;
  GListModel *files = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog)) : NULL;
  unsigned count = files ? g_list_model_get_n_items(files) : 0;
  char **addresses = g_new0(char *, count + 1);
  for (unsigned index = 0; index < count; index++) {
    GFile *file = g_list_model_get_item(files, index);
    addresses[index] = g_file_get_uri(file);
    g_object_unref(file);
  }
  if (files) g_object_unref(files);
  end_dialog(window);
  if (window->callbacks.files_chosen) window->callbacks.files_chosen(window->owner, (const char *const *)addresses, count);
  g_strfreev(addresses);
}

void gtkviews_window_make_dialog(
  gtkviews_window *window, gtkviews_dialog kind, const char *title, const char *name, const char *folder
) {
  static const GtkFileChooserAction actions[] = {
    GTK_FILE_CHOOSER_ACTION_OPEN, GTK_FILE_CHOOSER_ACTION_OPEN, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
    GTK_FILE_CHOOSER_ACTION_SAVE,
  };
  end_dialog(window);
  // The buttons have the names that the desktop gives them.
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(title, window->window, actions[kind], NULL, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(dialog);
  gtk_file_chooser_set_select_multiple(chooser, kind == GTKVIEWS_DIALOG_OPEN_SEVERAL);
  if (name && kind == GTKVIEWS_DIALOG_SAVE) gtk_file_chooser_set_current_name(chooser, name);
  if (folder) {
    GFile *file = g_file_new_for_uri(folder);
    gtk_file_chooser_set_current_folder(chooser, file, NULL);
    g_object_unref(file);
  }
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect(dialog, "response", G_CALLBACK(on_response), window);
  window->dialog = GTK_NATIVE_DIALOG(dialog);
}

void gtkviews_window_add_dialog_filter(gtkviews_window *window, const char *name) {
  if (!window->dialog) return;
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, name);
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(window->dialog), filter);
  // The dialog keeps it.
  window->filter = filter;
  g_object_unref(filter);
}

void gtkviews_window_add_dialog_suffix(gtkviews_window *window, const char *suffix) {
  if (!window->filter) return;
  if (suffix) gtk_file_filter_add_suffix(window->filter, suffix);
  else gtk_file_filter_add_pattern(window->filter, "*");
}

void gtkviews_window_present_dialog(gtkviews_window *window) {
  if (window->dialog) gtk_native_dialog_show(window->dialog);
}

void gtkviews_window_close_dialog(gtkviews_window *window) { end_dialog(window); }
#endif
