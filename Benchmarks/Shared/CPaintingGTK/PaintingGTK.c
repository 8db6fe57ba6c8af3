#include "CPaintingGTK.h"

#if __has_include(<gtk/gtk.h>)
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <gtk/gtk.h>
#include <math.h>

// A widget that draws a text, placed by its own numbers.
typedef struct {
  GtkWidget parent_instance;
  double x, y, width, height;
  char *text;
  PangoLayout *layout;
  bool is_dirty;
} Item;
typedef GtkWidgetClass ItemClass;
G_DEFINE_TYPE(Item, cpaintinggtk_item, GTK_TYPE_WIDGET)

static void measure(
  GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
  int *natural_baseline
) {
  *minimum = *natural = 0;
}

static void item_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  Item *item = (Item *)widget;
  if (!item->layout) item->layout = gtk_widget_create_pango_layout(widget, item->text);
  gtk_snapshot_append_layout(snapshot, item->layout, &(GdkRGBA) {0, 0, 0, 1});
}

static void item_finalize(GObject *object) {
  g_free(((Item *)object)->text);
  g_clear_object(&((Item *)object)->layout);
  G_OBJECT_CLASS(cpaintinggtk_item_parent_class)->finalize(object);
}

static void cpaintinggtk_item_class_init(ItemClass *class) {
  G_OBJECT_CLASS(class)->finalize = item_finalize;
  class->measure = measure;
  class->snapshot = item_snapshot;
  gtk_widget_class_set_css_name(class, "item");
}

static void cpaintinggtk_item_init(Item *item) { gtk_widget_set_can_target((GtkWidget *)item, FALSE); }

// The container: allocates those that have changed, and draws those in sight.
typedef struct {
  GtkWidget parent_instance;
  GPtrArray *dirty;
  size_t count;
} Container;
typedef GtkWidgetClass ContainerClass;
G_DEFINE_TYPE(Container, cpaintinggtk_container, GTK_TYPE_WIDGET)

static void container_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  GPtrArray *dirty = ((Container *)widget)->dirty;
  for (guint index = 0; index < dirty->len; index++) {
    Item *item = dirty->pdata[index];
    item->is_dirty = false;
    graphene_point_t origin = GRAPHENE_POINT_INIT(item->x, item->y);
    gtk_widget_measure((GtkWidget *)item, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    gtk_widget_allocate(
      (GtkWidget *)item, ceil(item->width), ceil(item->height), -1, gsk_transform_translate(NULL, &origin)
    );
  }
  g_ptr_array_set_size(dirty, 0);
}

static void container_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    Item *item = (Item *)child;
    if (item->x < width && item->y < height && item->x + item->width > 0 && item->y + item->height > 0)
      gtk_widget_snapshot_child(widget, child, snapshot);
  }
}

static void container_dispose(GObject *object) {
  cpaintinggtk_remove_all(object);
  G_OBJECT_CLASS(cpaintinggtk_container_parent_class)->dispose(object);
}

static void cpaintinggtk_container_class_init(ContainerClass *class) {
  G_OBJECT_CLASS(class)->dispose = container_dispose;
  class->measure = measure;
  class->size_allocate = container_size_allocate;
  class->snapshot = container_snapshot;
}

static void cpaintinggtk_container_init(Container *container) { container->dirty = g_ptr_array_new(); }

static void mark(Item *item) {
  GtkWidget *parent = gtk_widget_get_parent((GtkWidget *)item);
  gtk_widget_queue_allocate(parent);
  if (item->is_dirty) return;
  item->is_dirty = true;
  g_ptr_array_add(((Container *)parent)->dirty, item);
}

void *cpaintinggtk_open(int width, int height) {
  if (!gtk_init_check()) return NULL;
  GtkWidget *window = gtk_window_new(), *container = g_object_new(cpaintinggtk_container_get_type(), NULL);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_child(GTK_WINDOW(window), container);
  gtk_window_present(GTK_WINDOW(window));
  return container;
}

void cpaintinggtk_create(void *container, size_t count, int columns, int width, int height) {
  GtkWidget *previous = gtk_widget_get_last_child(container);
  for (size_t index = 0; index < count; index++) {
    Item *item = g_object_new(cpaintinggtk_item_get_type(), NULL);
    item->x = (double)(index % columns) * width;
    item->y = (double)(index / columns) * height;
    item->width = width;
    item->height = height;
    item->text = g_strdup_printf("item %zu", index);
    gtk_widget_insert_after((GtkWidget *)item, container, previous);
    previous = (GtkWidget *)item;
    mark(item);
  }
  ((Container *)container)->count += count;
}

void cpaintinggtk_remove_all(void *container) {
  GtkWidget *child;
  g_ptr_array_set_size(((Container *)container)->dirty, 0);
  while ((child = gtk_widget_get_last_child(container))) gtk_widget_unparent(child);
  ((Container *)container)->count = 0;
}

size_t cpaintinggtk_count(void *container) { return ((Container *)container)->count; }

void *cpaintinggtk_child(void *container, size_t index) {
  GtkWidget *child = gtk_widget_get_first_child(container);
  while (index-- > 0) child = gtk_widget_get_next_sibling(child);
  return child;
}

void cpaintinggtk_set_text(void *widget, const char *text) {
  Item *item = widget;
  g_free(item->text);
  item->text = g_strdup(text);
  g_clear_object(&item->layout);
  gtk_widget_queue_draw(widget);
}

void cpaintinggtk_set_x(void *widget, double x) {
  ((Item *)widget)->x = x;
  mark(widget);
}

void *cpaintinggtk_entry(int width, int height) {
  if (!gtk_init_check()) return NULL;
  GtkWidget *window = gtk_window_new(), *entry = gtk_entry_new();
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_child(GTK_WINDOW(window), entry);
  gtk_window_present(GTK_WINDOW(window));
  gtk_widget_grab_focus(entry);
  return entry;
}

void cpaintinggtk_clear(void *entry) { gtk_editable_set_text(entry, ""); }
size_t cpaintinggtk_length(void *entry) { return gtk_entry_get_text_length(entry); }

void cpaintinggtk_type(void *entry, const char *text) {
  int place = gtk_editable_get_position(entry);
  gtk_editable_insert_text(entry, text, -1, &place);
  gtk_editable_set_position(entry, place);
}

void *cpaintinggtk_text(int width, int height, size_t lines) {
  if (!gtk_init_check()) return NULL;
  GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new(), *view = gtk_text_view_new();
  GString *text = g_string_new(NULL);
  for (size_t line = 0; line < lines; line++) g_string_append_printf(text, line == 0 ? "line %zu" : "\nline %zu", line);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), text->str, (int)text->len);
  g_string_free(text, TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_present(GTK_WINDOW(window));
  return scrolled;
}

void cpaintinggtk_settle(void) {
  while (g_main_context_iteration(NULL, FALSE)) {}
}

bool cpaintinggtk_scroll(void *scrolled, double distance) {
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
  const double end = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place);
  const double next = gtk_adjustment_get_value(place) + distance;
  gtk_adjustment_set_value(place, next < end ? next : 0);
  return end > 0 && next < end;
}

int cpaintinggtk_first_line(void *scrolled) {
  GtkTextView *view = GTK_TEXT_VIEW(gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled)));
  GdkRectangle seen;
  GtkTextIter first;
  gtk_text_view_get_visible_rect(view, &seen);
  gtk_text_view_get_line_at_y(view, &first, seen.y, NULL);
  return gtk_text_iter_get_line(&first);
}

static GskRenderNode *scene(GtkWidget *widget) {
  // With its border and padding, which its width doesn't have, and an allocation does.
  graphene_rect_t bounds;
  if (!gtk_widget_compute_bounds(widget, widget, &bounds)) return NULL;
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(widget, (int)bounds.size.width, (int)bounds.size.height, -1, NULL);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_widget_snapshot_child(gtk_widget_get_parent(widget), widget, snapshot);
  return gtk_snapshot_free_to_node(snapshot);
}

void cpaintinggtk_frame(void *widget) {
  GskRenderNode *node = scene(widget);
  if (node) gsk_render_node_unref(node);
}

void cpaintinggtk_render(void *widget) {
  GskRenderNode *node = scene(widget);
  if (!node) return;
  GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(widget));
  GdkTexture *texture = gsk_renderer_render_texture(renderer, node, NULL);
  g_object_unref(texture);
  gsk_render_node_unref(node);
}

void cpaintinggtk_wait(void *widget) {
  while (!gtk_widget_get_mapped(widget) || gtk_widget_get_width(widget) == 0) g_main_context_iteration(NULL, TRUE);
}
#else
void *cpaintinggtk_open(int width, int height) { return NULL; }
void cpaintinggtk_create(void *container, size_t count, int columns, int width, int height) {}
void cpaintinggtk_remove_all(void *container) {}
size_t cpaintinggtk_count(void *container) { return 0; }
void *cpaintinggtk_child(void *container, size_t index) { return NULL; }
void cpaintinggtk_set_text(void *widget, const char *text) {}
void cpaintinggtk_set_x(void *widget, double x) {}
void *cpaintinggtk_entry(int width, int height) { return NULL; }
void cpaintinggtk_clear(void *entry) {}
size_t cpaintinggtk_length(void *entry) { return 0; }
void cpaintinggtk_type(void *entry, const char *text) {}
void *cpaintinggtk_text(int width, int height, size_t lines) { return NULL; }
void cpaintinggtk_settle(void) {}
bool cpaintinggtk_scroll(void *scrolled, double distance) { return false; }
int cpaintinggtk_first_line(void *scrolled) { return -1; }
void cpaintinggtk_frame(void *widget) {}
void cpaintinggtk_render(void *widget) {}
void cpaintinggtk_wait(void *widget) {}
#endif
