// The look that the user has chosen: GTK's settings, and the settings portal for what GTK 4.8 doesn't read.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <string.h>

static const char *appearance = "org.freedesktop.appearance", *accessibility = "org.gnome.desktop.a11y.interface";

static void (*changed)(void);
// The portal's answers: 0 for no preference.
static unsigned scheme, contrast, reduced_motion;
static bool is_contrast_high_in_gnome;
// Whether GTK's own widgets are dark because the portal says so.
static bool is_dark_by_portal;

static void notify(void) {
  if (changed) changed();
}

static void on_setting(GObject *settings, GParamSpec *property, gpointer data) { notify(); }

// Menus and dialogs of GTK follow the portal, too; without libadwaita they don't by themselves.
static void follow_scheme(void) {
  GtkSettings *settings = gtk_settings_get_default();
  bool is_dark = scheme == 1;
  if (!settings || is_dark == is_dark_by_portal) return;
  is_dark_by_portal = is_dark;
  if (is_dark) g_object_set(settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  else gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme");
}

// Takes a setting of the portal; returns whether it is one of ours.
static bool take(const char *namespace, const char *key, GVariant *value) {
  // Older portals pack a value twice.
  GVariant *inner = g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT) ? g_variant_get_variant(value) : g_variant_ref(value);
  bool is_number = g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32);
  bool is_ours = true;
  if (!strcmp(namespace, accessibility) && !strcmp(key, "high-contrast") && g_variant_is_of_type(inner, G_VARIANT_TYPE_BOOLEAN))
    is_contrast_high_in_gnome = g_variant_get_boolean(inner);
  else if (strcmp(namespace, appearance) || !is_number) is_ours = false;
  else if (!strcmp(key, "color-scheme")) scheme = g_variant_get_uint32(inner);
  else if (!strcmp(key, "contrast")) contrast = g_variant_get_uint32(inner);
  else if (!strcmp(key, "reduced-motion")) reduced_motion = g_variant_get_uint32(inner);
  else is_ours = false;
  g_variant_unref(inner);
  return is_ours;
}

static void take_all(GVariant *answer) {
  GVariantIter *namespaces, *keys;
  const char *namespace, *key;
  GVariant *value;
  g_variant_get(answer, "(a{sa{sv}})", &namespaces);
  while (g_variant_iter_next(namespaces, "{&sa{sv}}", &namespace, &keys)) {
    while (g_variant_iter_next(keys, "{&sv}", &key, &value)) {
      take(namespace, key, value);
      g_variant_unref(value);
    }
    g_variant_iter_free(keys);
  }
  g_variant_iter_free(namespaces);
  g_variant_unref(answer);
  follow_scheme();
}

static void on_late_answer(GObject *bus, GAsyncResult *result, gpointer data) {
  GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (!answer) return;
  take_all(answer);
  notify();
}

static void on_portal(
  GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal, GVariant *arguments,
  gpointer data
) {
  const char *namespace, *key;
  GVariant *value;
  if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(ssv)"))) return;
  g_variant_get(arguments, "(&s&sv)", &namespace, &key, &value);
  if (take(namespace, key, value)) {
    follow_scheme();
    notify();
  }
  g_variant_unref(value);
}

// Whether there is a session bus; asking GDBus for one that isn't there could start one.
static bool has_bus(void) {
  if (g_getenv("DBUS_SESSION_BUS_ADDRESS")) return true;
  char *path = g_build_filename(g_get_user_runtime_dir(), "bus", NULL);
  bool has = g_file_test(path, G_FILE_TEST_EXISTS);
  g_free(path);
  return has;
}

static void ask_portal(void) {
  GDBusConnection *bus = has_bus() ? g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL) : NULL;
  if (!bus) return;
  // Otherwise the end of the bus would end the program.
  g_dbus_connection_set_exit_on_close(bus, FALSE);
  const char *name = "org.freedesktop.portal.Desktop", *path = "/org/freedesktop/portal/desktop",
             *interface = "org.freedesktop.portal.Settings";
  g_dbus_connection_signal_subscribe(
    bus, name, interface, "SettingChanged", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_portal, NULL, NULL
  );
  GVariantType *type = g_variant_type_new("(a{sa{sv}})");
  const char *namespaces[] = {appearance, accessibility, NULL};
  GError *error = NULL;
  // A first window in the wrong colours would flash; one that opens late would be worse.
  GVariant *answer = g_dbus_connection_call_sync(
    bus, name, path, interface, "ReadAll", g_variant_new("(^as)", namespaces), type, G_DBUS_CALL_FLAGS_NONE, 200, NULL, &error
  );
  if (answer) take_all(answer);
  else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    g_dbus_connection_call(
      bus, name, path, interface, "ReadAll", g_variant_new("(^as)", namespaces), type, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
      on_late_answer, NULL
    );
  g_clear_error(&error);
  g_variant_type_free(type);
}

void gtkviews_desktop_follow(void (*callback)(void)) {
  if (changed) return;
  changed = callback;
  ask_portal();
  GtkSettings *settings = gtk_settings_get_default();
  const char *names[] = {
    "gtk-font-name", "gtk-xft-dpi", "gtk-theme-name", "gtk-application-prefer-dark-theme", "gtk-enable-animations",
    "gtk-overlay-scrolling",
  };
  for (size_t index = 0; settings && index < G_N_ELEMENTS(names); index++) {
    char signal[64];
    g_snprintf(signal, sizeof signal, "notify::%s", names[index]);
    g_signal_connect(settings, signal, G_CALLBACK(on_setting), NULL);
  }
}

// The family that Pango takes for a font, such as DejaVu Sans for Sans. Looked up once a name: it opens fonts.
static const char *family_of(PangoFontDescription *description, const char *name) {
  static char *known, *family;
  if (known && !strcmp(known, name)) return family;
  g_free(known);
  g_free(family);
  known = g_strdup(name);
  family = NULL;
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  PangoFont *font = pango_context_load_font(context, description);
  if (font) {
    PangoFontDescription *found = pango_font_describe(font);
    family = g_strdup(pango_font_description_get_family(found));
    pango_font_description_free(found);
    g_object_unref(font);
  }
  g_object_unref(context);
  return family;
}

// The theme with its variant; the environment's takes precedence in GTK, too.
static bool is_theme(const char *theme, const char *part) { return theme && strstr(theme, part); }

gtkviews_desktop gtkviews_desktop_read(void) {
  gtkviews_desktop desktop = {.font_size = 11 * 96 / 72.0};
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings) return desktop;
  char *font, *theme;
  gboolean prefers_dark, has_animations, has_overlays;
  int dpi;
  g_object_get(
    settings, "gtk-font-name", &font, "gtk-xft-dpi", &dpi, "gtk-theme-name", &theme, "gtk-application-prefer-dark-theme",
    &prefers_dark, "gtk-enable-animations", &has_animations, "gtk-overlay-scrolling", &has_overlays, NULL
  );
  const char *variant = g_getenv("GTK_THEME");
  if (!variant) variant = theme;
  bool is_dark = prefers_dark || is_theme(variant, "-dark") || is_theme(variant, ":dark") || is_theme(variant, "Inverse");
  desktop.is_dark = scheme == 1 || (scheme != 2 && is_dark);
  desktop.is_contrast_high
    = contrast == 1 || is_contrast_high_in_gnome || is_theme(variant, "HighContrast") || is_theme(variant, "Default-hc");
  desktop.is_motion_reduced = !has_animations || reduced_motion == 1;
  desktop.has_overlay_bars = has_overlays;
  PangoFontDescription *description = pango_font_description_from_string(font ? font : "");
  int size = pango_font_description_get_size(description);
  if (size > 0) {
    bool is_absolute = pango_font_description_get_size_is_absolute(description);
    desktop.font_size = (double)size / PANGO_SCALE * (is_absolute ? 1 : (dpi > 0 ? dpi / 1024.0 : 96) / 72);
  }
  const char *family = family_of(description, font ? font : "");
  if (family) g_strlcpy(desktop.font_family, family, sizeof desktop.font_family);
  pango_font_description_free(description);
  g_free(font);
  g_free(theme);
  return desktop;
}
#endif
