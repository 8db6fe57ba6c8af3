// A widget for each view: places its children by their frames, keeps its drawing, and skips what isn't visible.
//
// When something is inserted or placed, GTK marks the widget and its ancestors, and calls `size_allocate` of each; a container then
// allocates all of its children. Here each widget instead keeps a list of the children that need it. Code that puts a child into that list
// also does so for the parent. So each `size_allocate` finds the widgets that GTK waits for: one that misses its allocation isn't drawn.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <math.h>

typedef GtkWidgetClass GtkViewsViewClass;
G_DEFINE_TYPE(GtkViewsView, gtkviews_view, GTK_TYPE_WIDGET)

static size_t view_count;

bool gtkviews_is_view(GtkWidget *widget) {
  return G_TYPE_CHECK_INSTANCE_TYPE(widget, gtkviews_view_get_type());
}

static void unlink_view(GtkViewsView *view) {
  if (!view->parent) return;
  if (view->previous) view->previous->next = view->next;
  else view->parent->first = view->next;
  if (view->next) view->next->previous = view->previous;
  view->parent = view->next = view->previous = NULL;
}

static void link_view(GtkViewsView *view, GtkViewsView *parent, GtkViewsView *previous) {
  view->parent = parent;
  view->previous = previous;
  view->next = previous ? previous->next : parent->first;
  if (view->next) view->next->previous = view;
  if (previous) previous->next = view;
  else parent->first = view;
}

// MARK: Allocation

static void unmark(GtkViewsView *view) {
  if (!view->dirty_link) return;
  *view->dirty_link = view->next_dirty;
  if (view->next_dirty) view->next_dirty->dirty_link = view->dirty_link;
  view->next_dirty = NULL;
  view->dirty_link = NULL;
}

// Puts the view into its parent's list. Returns whether the list was empty.
static bool enlist(GtkViewsView *view) {
  GtkViewsView *parent = view->parent, *next = parent->first_dirty;
  view->next_dirty = next;
  view->dirty_link = &parent->first_dirty;
  parent->first_dirty = view;
  if (next) next->dirty_link = &view->next_dirty;
  return !next;
}

// Makes GTK allocate the view and its ancestors before it draws the next frame.
static void mark(GtkViewsView *view) {
  while (!view->dirty_link) {
    if (!view->parent) {
      GtkWidget *host = gtk_widget_get_parent(WIDGET(view));
      if (host) gtk_widget_queue_allocate(host);
      return;
    }
    // If the list wasn't empty, the parent and its ancestors are marked already.
    if (!enlist(view)) return;
    view = view->parent;
    // Otherwise GTK would see an unchanged size, and not ask the parent to allocate its children.
    gtk_widget_queue_allocate(WIDGET(view));
  }
}

static void forget_extent(GtkViewsView *view);
static void know_extent(GtkViewsView *view);

// Converts a point from the parent's coordinates to the view's. Returns false if the view is scaled to nothing.
static bool unmap(GtkViewsView *view, double *x, double *y) {
  const gtkviews_transform *m = &view->place;
  double dx = *x - m->x0, dy = *y - m->y0, area = m->xx * m->yy - m->xy * m->yx;
  if (area == 0) return false;
  *x = view->turn ? (m->yy * dx - m->xy * dy) / area : dx;
  *y = view->turn ? (m->xx * dy - m->yx * dx) / area : dy;
  return true;
}

static bool map(GtkViewsView *view, double *x, double *y) {
  const gtkviews_transform *m = &view->place;
  double px = *x, py = *y;
  *x = view->turn ? m->xx * px + m->xy * py + m->x0 : px + m->x0;
  *y = view->turn ? m->yx * px + m->yy * py + m->y0 : py + m->y0;
  return true;
}

// The point of a view's coordinates at which its widget begins: where the parent's does, as far as the view reaches there.
static double near_origin(double wanted, double low, double length) {
  // It stays during scrolls of less than a step, and visible parts are within 1/512 of a point of their place.
  const double step = 1 << 15;
  return trunc(fmin(fmax(wanted, low), low + length) / step) * step;
}

static void settle_origin(GtkViewsView *view) {
  double x = 0, y = 0;
  if (view->parent) {
    x = view->parent->origin_x;
    y = view->parent->origin_y;
  }
  if (view->holds_widget || !unmap(view, &x, &y)) x = y = 0;
  if (near_origin(x, x, 0) != 0 || near_origin(y, y, 0) != 0) {
    know_extent(view);
    x = near_origin(x, view->extent.x, view->extent.width);
    y = near_origin(y, view->extent.y, view->extent.height);
  } else {
    x = y = 0;
  }
  if (x == view->origin_x && y == view->origin_y) return;
  view->origin_x = x;
  view->origin_y = y;
  for (GtkViewsView *child = view->first; child; child = child->next) {
    if (!child->dirty_link) enlist(child);
  }
  gtkviews_view_redraw((gtkviews_view *)view);
}

static GskTransform *transform_of(GtkViewsView *view) {
  double x = view->origin_x, y = view->origin_y;
  map(view, &x, &y);
  if (view->parent) {
    x -= view->parent->origin_x;
    y -= view->parent->origin_y;
  }
  GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y));
  return view->turn ? gsk_transform_transform(transform, view->turn) : transform;
}

static const int longest = 1 << 24;
static int pixels(double length) { return (int)ceil(fmin(fmax(length, 0), longest)); }

static void place_children(GtkViewsView *view);

static void allocate(GtkViewsView *view) {
  settle_origin(view);
  // GTK requires a measurement first; the answer is constant.
  gtk_widget_measure(WIDGET(view), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  // Sizes of widgets are whole pixels; the frame's own size is drawn.
  gtk_widget_allocate(
    WIDGET(view), pixels(view->frame.width - view->origin_x), pixels(view->frame.height - view->origin_y), -1, transform_of(view)
  );
  // GTK doesn't do this if only the origin has changed.
  place_children(view);
}

static void place_children(GtkViewsView *view) {
  while (view->first_dirty) {
    GtkViewsView *child = view->first_dirty;
    unmark(child);
    if (!child->is_hidden) allocate(child);
  }
}

static void view_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  GtkViewsView *view = VIEW(widget);
  place_children(view);
  if (!view->foreign) return;
  // The extent may change with another size of a foreign widget.
  forget_extent(view);
  // A foreign widget marks itself when its content changes, and must be reached then.
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    if (!gtk_widget_get_visible(child)) continue;
    if (gtkviews_is_view(child)) {
      if (VIEW(child)->foreign) allocate(VIEW(child));
    } else {
      int least_width, least_height;
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, MAX(width, least_width), &least_height, NULL, NULL, NULL);
      gtk_widget_allocate(child, MAX(width, least_width), MAX(height, least_height), -1, NULL);
    }
  }
}

static void view_measure(
  GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
  int *natural_baseline
) {
  *minimum = *natural = 0;
}

void gtkviews_view_set_focusable(GtkWidget *widget, bool is_focusable) {
  // GTK requests another allocation itself, but only of the widget.
  gtk_widget_set_focusable(widget, is_focusable);
  mark(VIEW(widget));
}

// MARK: Areas

static gtkviews_rect rect_between(double left, double top, double right, double bottom) {
  return (gtkviews_rect) {left, top, right - left, bottom - top};
}

static gtkviews_rect widened(gtkviews_rect rect, double distance) {
  return (gtkviews_rect) {rect.x - distance, rect.y - distance, rect.width + 2 * distance, rect.height + 2 * distance};
}

static gtkviews_rect united(gtkviews_rect a, gtkviews_rect b) {
  return rect_between(
    fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x + a.width, b.x + b.width), fmax(a.y + a.height, b.y + b.height)
  );
}

// Intersects two areas. Returns whether they have an area in common.
static bool intersects(gtkviews_rect a, gtkviews_rect b, gtkviews_rect *common) {
  *common = rect_between(
    fmax(a.x, b.x), fmax(a.y, b.y), fmin(a.x + a.width, b.x + b.width), fmin(a.y + a.height, b.y + b.height)
  );
  return common->width > 0 && common->height > 0;
}

static bool contains(gtkviews_rect outer, gtkviews_rect inner) {
  return outer.x <= inner.x && outer.y <= inner.y && inner.x + inner.width <= outer.x + outer.width
    && inner.y + inner.height <= outer.y + outer.height;
}

// The bounding box of a rectangle's corners, converted to other coordinates.
static bool take(GtkViewsView *view, bool (*to)(GtkViewsView *, double *, double *), gtkviews_rect *rect) {
  gtkviews_rect result = {0};
  for (int corner = 0; corner < 4; corner++) {
    double x = rect->x + (corner & 1 ? rect->width : 0), y = rect->y + (corner & 2 ? rect->height : 0);
    if (!to(view, &x, &y)) return false;
    gtkviews_rect point = {x, y, 0, 0};
    result = corner ? united(result, point) : point;
  }
  *rect = result;
  return true;
}

// The visible part of the widget being snapshot, in the coordinates of its view, with a margin: a view not drawn yet may draw beyond its
// bounds, as letters do.
static gtkviews_rect visible_area;
static const double letters = 32;

// Marks the extents of the view and its ancestors as unknown.
static void forget_extent(GtkViewsView *view) {
  while (view && view->is_extent_known) {
    view->is_extent_known = false;
    view = view->parent;
  }
}

// Converts a known extent to the coordinates of the parent.
static void place_extent(GtkViewsView *view) {
  view->placed = view->extent;
  if (view->turn) {
    take(view, map, &view->placed);
  } else {
    view->placed.x += view->place.x0;
    view->placed.y += view->place.y0;
  }
}

static bool has_no_area(GtkViewsView *view) { return view->frame.width <= 0 || view->frame.height <= 0; }

static void know_extent(GtkViewsView *view) {
  if (view->is_extent_known) return;
  gtkviews_rect extent = {0, 0, view->frame.width, view->frame.height};
  view->is_extent_known = true;
  if (view->foreign) {
    // A foreign widget can be larger than its frame.
    extent.width = fmax(extent.width, gtk_widget_get_width(WIDGET(view)));
    extent.height = fmax(extent.height, gtk_widget_get_height(WIDGET(view)));
  }
  if (view->is_drawn) extent = united(extent, view->ink);
  // A view without area would never be visible, whatever it draws beyond its bounds.
  else if (has_no_area(view)) extent = widened(extent, letters);
  for (GtkViewsView *child = view->clips ? NULL : view->first; child; child = child->next) {
    if (child->is_hidden) continue;
    know_extent(child);
    extent = united(extent, child->placed);
  }
  view->extent = extent;
  place_extent(view);
}

// Whether a rectangle reaches no edge of an area, which is as large without it.
static bool is_inside(gtkviews_rect area, gtkviews_rect rect) {
  return area.x < rect.x && area.y < rect.y && rect.x + rect.width < area.x + area.width
    && rect.y + rect.height < area.y + area.height;
}

// Sets the area of the view's own drawing. The parent's extent is kept if it is the same without the view: it would look at ten thousand
// siblings.
static void set_ink(GtkViewsView *view, gtkviews_rect ink) {
  bool is_same = contains(ink, view->ink) && contains(view->ink, ink);
  view->ink = ink;
  // An extent that became known before the view was drawn anew lacks it.
  if (!view->is_extent_known || (is_same && contains(view->extent, ink))) return;
  gtkviews_rect old = view->placed;
  view->is_extent_known = false;
  know_extent(view);
  GtkViewsView *parent = view->parent;
  if (parent && !(is_inside(parent->extent, old) && contains(parent->extent, view->placed))) forget_extent(parent);
}

// MARK: Drawing

// Draws a child if a part of it is visible.
static void snapshot_child(GtkWidget *parent, GtkViewsView *child, GtkSnapshot *snapshot) {
  if (child->is_hidden || child->alpha <= 0) return;
  know_extent(child);
  gtkviews_rect visible;
  if (!intersects(child->placed, visible_area, &visible)) return;
  // The child is scaled to nothing.
  if (!take(child, unmap, &visible)) return;
  // Rounding must not cut off a line.
  if (child->turn) visible = widened(visible, 1);
  gtkviews_rect outer = visible_area;
  visible_area = visible;
  // GTK's node lacks what has just come into sight. The parent is being drawn, so this requests no frame.
  if (!contains(child->kept, visible)) gtk_widget_queue_draw(WIDGET(child));
  gtk_widget_snapshot_child(parent, WIDGET(child), snapshot);
  visible_area = outer;
}

// Draws the view's own content without its children, and keeps it.
static void draw_content(GtkViewsView *view) {
  view->is_drawn = true;
  g_clear_pointer(&view->content, gsk_render_node_unref);
  if (!view->view || !view->window || !view->window->callbacks.draw) return;
  gtkviews_drawing drawing = {gtk_snapshot_new(), view->origin_x, view->origin_y};
  view->window->callbacks.draw(view->window->owner, view->view, &drawing);
  view->content = gtk_snapshot_free_to_node(drawing.snapshot);
  gtkviews_rect ink = {0};
  if (view->content) {
    graphene_rect_t bounds;
    gsk_render_node_get_bounds(view->content, &bounds);
    ink = (gtkviews_rect) {
      bounds.origin.x + view->origin_x, bounds.origin.y + view->origin_y, bounds.size.width, bounds.size.height,
    };
  }
  set_ink(view, ink);
}

static void view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  GtkViewsView *view = VIEW(widget);
  view->kept = visible_area;
  if (view->alpha < 1) gtk_snapshot_push_opacity(snapshot, view->alpha);
  if (!view->is_drawn) draw_content(view);
  if (view->content) gtk_snapshot_append_node(snapshot, view->content);
  GtkWidget *child = gtk_widget_get_first_child(widget);
  if (child) {
    if (view->clips) {
      gtkviews_rect area = {0, 0, view->frame.width, view->frame.height};
      gtkviews_drawing drawing = {snapshot, view->origin_x, view->origin_y};
      gtkviews_draw_push_clip(&drawing, area, view->radius);
      if (!intersects(visible_area, widened(area, letters), &visible_area)) child = NULL;
    }
    // A foreign widget is below the views.
    if (child && !gtkviews_is_view(child)) gtk_widget_snapshot_child(widget, child, snapshot);
    for (GtkViewsView *inner = child ? view->first : NULL; inner; inner = inner->next) {
      snapshot_child(widget, inner, snapshot);
    }
    if (view->clips) gtk_snapshot_pop(snapshot);
  }
  if (view->alpha < 1) gtk_snapshot_pop(snapshot);
}

// Makes the parent draw again after the view moved in it; the view's own drawing is kept.
static void redraw_around(GtkViewsView *view) {
  GtkWidget *parent = gtk_widget_get_parent(WIDGET(view));
  if (parent) gtk_widget_queue_draw(parent);
}

// MARK: Class

static void view_dispose(GObject *object) {
  GtkViewsView *view = VIEW(object);
  view->view = NULL;
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(WIDGET(object)))) {
    if (gtkviews_is_view(child)) {
      unmark(VIEW(child));
      unlink_view(VIEW(child));
    }
    gtk_widget_unparent(child);
  }
  G_OBJECT_CLASS(gtkviews_view_parent_class)->dispose(object);
}

static void view_finalize(GObject *object) {
  GtkViewsView *view = VIEW(object);
  g_clear_pointer(&view->content, gsk_render_node_unref);
  g_clear_pointer(&view->turn, gsk_transform_unref);
  view_count--;
  gtkviews_text_finalize(view);
  G_OBJECT_CLASS(gtkviews_view_parent_class)->finalize(object);
}

// Views use nothing of a theme. If the focus changed a style, GTK would request another allocation, and wouldn't get it:
// `view_size_allocate` allocates only marked widgets.
static void view_css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
  if (!change) GTK_WIDGET_CLASS(gtkviews_view_parent_class)->css_changed(widget, change);
}

static void gtkviews_view_class_init(GtkViewsViewClass *class) {
  G_OBJECT_CLASS(class)->dispose = view_dispose;
  G_OBJECT_CLASS(class)->finalize = view_finalize;
  class->css_changed = view_css_changed;
  class->measure = view_measure;
  class->size_allocate = view_size_allocate;
  class->snapshot = view_snapshot;
  gtk_widget_class_set_css_name(class, "view");
}

static void gtkviews_view_init(GtkViewsView *view) {
  view->alpha = 1;
  view->place.xx = view->place.yy = 1;
  // Swift finds the target of input: GTK's search for the widget under the mouse would ask all widgets at each motion.
  gtk_widget_set_can_target(WIDGET(view), FALSE);
  view_count++;
}

static const GtkAccessibleRole accessible_roles[GTKVIEWS_ROLE_COUNT] = {
  [GTKVIEWS_ROLE_NONE] = GTK_ACCESSIBLE_ROLE_GROUP,
  [GTKVIEWS_ROLE_BUTTON] = GTK_ACCESSIBLE_ROLE_BUTTON,
  [GTKVIEWS_ROLE_LABEL] = GTK_ACCESSIBLE_ROLE_LABEL,
  [GTKVIEWS_ROLE_IMAGE] = GTK_ACCESSIBLE_ROLE_IMG,
  [GTKVIEWS_ROLE_LINK] = GTK_ACCESSIBLE_ROLE_LINK,
  [GTKVIEWS_ROLE_LIST] = GTK_ACCESSIBLE_ROLE_LIST,
  [GTKVIEWS_ROLE_LIST_ITEM] = GTK_ACCESSIBLE_ROLE_LIST_ITEM,
  [GTKVIEWS_ROLE_TABLE] = GTK_ACCESSIBLE_ROLE_TABLE,
  [GTKVIEWS_ROLE_ROW] = GTK_ACCESSIBLE_ROLE_ROW,
  [GTKVIEWS_ROLE_CELL] = GTK_ACCESSIBLE_ROLE_CELL,
  [GTKVIEWS_ROLE_GRID] = GTK_ACCESSIBLE_ROLE_GRID,
  [GTKVIEWS_ROLE_HEADING] = GTK_ACCESSIBLE_ROLE_HEADING,
  [GTKVIEWS_ROLE_CHECKBOX] = GTK_ACCESSIBLE_ROLE_CHECKBOX,
  [GTKVIEWS_ROLE_SLIDER] = GTK_ACCESSIBLE_ROLE_SLIDER,
  [GTKVIEWS_ROLE_TEXT_FIELD] = GTK_ACCESSIBLE_ROLE_TEXT_BOX,
  [GTKVIEWS_ROLE_DIALOG] = GTK_ACCESSIBLE_ROLE_DIALOG,
  [GTKVIEWS_ROLE_WINDOW] = GTK_ACCESSIBLE_ROLE_WINDOW,
  [GTKVIEWS_ROLE_TAB] = GTK_ACCESSIBLE_ROLE_TAB,
  [GTKVIEWS_ROLE_PROGRESS_BAR] = GTK_ACCESSIBLE_ROLE_PROGRESS_BAR,
  [GTKVIEWS_ROLE_SCROLL_VIEW] = GTK_ACCESSIBLE_ROLE_GROUP,
};

// Does what a click does; assistive technology lists the actions of a widget's class.
static void on_click(GtkWidget *widget, const char *action, GVariant *parameter) {
  GtkViewsView *view = VIEW(widget);
  if (view->view && view->window && view->window->callbacks.activate)
    view->window->callbacks.activate(view->window->owner, view->view);
}

static void role_class_init(gpointer class, gpointer data) {
  gtkviews_role role = GPOINTER_TO_UINT(data);
  gtk_widget_class_set_accessible_role(class, accessible_roles[role]);
  switch (role) {
    case GTKVIEWS_ROLE_BUTTON:
    case GTKVIEWS_ROLE_LINK:
    case GTKVIEWS_ROLE_LIST_ITEM:
    case GTKVIEWS_ROLE_ROW:
    case GTKVIEWS_ROLE_CELL:
    case GTKVIEWS_ROLE_CHECKBOX:
    case GTKVIEWS_ROLE_TAB:
      gtk_widget_class_install_action(class, "click", NULL, on_click);
      break;
    case GTKVIEWS_ROLE_TEXT_FIELD:
      gtkviews_text_class_init(class);
      break;
    default:
      break;
  }
}

// A type for each role: a widget's role is fixed at its creation, and its class sets it without a property.
GType gtkviews_view_type(gtkviews_role role) {
  static GType types[GTKVIEWS_ROLE_COUNT];
  if (!types[role]) {
    char name[32];
    g_snprintf(name, sizeof name, "GtkViewsView%d", role);
    GTypeInfo info = {
      .class_size = sizeof(GtkViewsViewClass),
      .class_init = role_class_init,
      .class_data = GUINT_TO_POINTER(role),
      .instance_size = sizeof(GtkViewsView),
    };
    types[role] = g_type_register_static(gtkviews_view_get_type(), name, &info, 0);
    if (role == GTKVIEWS_ROLE_TEXT_FIELD) gtkviews_text_type_init(types[role]);
  }
  return types[role];
}

// MARK: Calls

gtkviews_view *gtkviews_view_new(gtkviews_window *window, void *swift, gtkviews_role role) {
  GtkViewsView *view = g_object_new(gtkviews_view_type(role), NULL);
  view->window = window;
  view->view = swift;
  view->role = role;
  if (role == GTKVIEWS_ROLE_TEXT_FIELD) gtkviews_text_init(view);
  return (gtkviews_view *)view;
}

void gtkviews_view_retain(gtkviews_view *view) { g_object_ref_sink(view); }
void gtkviews_view_release(gtkviews_view *view) { g_object_unref(view); }
gtkviews_role gtkviews_view_role(gtkviews_view *view) { return VIEW(view)->role; }
size_t gtkviews_view_count(void) { return view_count; }

static void update_target(GtkViewsView *view) {
  gtk_widget_set_can_target(WIDGET(view), view->foreign > 0 && !view->takes_no_input);
}

void gtkviews_view_set_takes_no_input(gtkviews_view *pointer, bool takes_no_input) {
  VIEW(pointer)->takes_no_input = takes_no_input;
  update_target(VIEW(pointer));
}

// Counts foreign widgets that enter or leave a view. The search for the mouse's target visits only views with some.
static void count_foreign(GtkViewsView *view, int difference) {
  for (; view; view = view->parent) {
    view->foreign += difference;
    update_target(view);
    view->is_extent_known = false;
  }
}

static void detach(GtkViewsView *view) {
  GtkViewsView *parent = view->parent;
  unmark(view);
  unlink_view(view);
  forget_extent(parent);
  if (view->foreign) count_foreign(parent, -(int)view->foreign);
}

void gtkviews_view_insert(gtkviews_view *pointer, gtkviews_view *parent, gtkviews_view *sibling) {
  GtkViewsView *view = VIEW(pointer);
  GtkWidget *old = gtk_widget_get_parent(WIDGET(view)), *before = WIDGET(sibling);
  if (!before) before = gtkviews_view_foreign(VIEW(parent));
  if (old && old != WIDGET(parent)) {
    gtkviews_window_keep_keyboard(view->window, WIDGET(view));
    detach(view);
    g_object_ref(view);
    gtk_widget_unparent(WIDGET(view));
    gtk_widget_insert_after(WIDGET(view), WIDGET(parent), before);
    g_object_unref(view);
    if (gtkviews_is_view(old)) mark(VIEW(old));
  } else {
    gtk_widget_insert_after(WIDGET(view), WIDGET(parent), before);
    unlink_view(view);
  }
  link_view(view, VIEW(parent), VIEW(sibling));
  if (old != WIDGET(parent)) {
    forget_extent(VIEW(parent));
    if (view->foreign) count_foreign(VIEW(parent), (int)view->foreign);
  }
  mark(view);
  gtk_widget_queue_draw(WIDGET(parent));
}

void gtkviews_view_remove(gtkviews_view *pointer) {
  GtkViewsView *view = VIEW(pointer);
  GtkWidget *parent = gtk_widget_get_parent(WIDGET(view));
  if (!parent) return;
  gtkviews_window_keep_keyboard(view->window, WIDGET(view));
  detach(view);
  gtk_widget_unparent(WIDGET(view));
  // GTK has marked the parent and its ancestors for the next allocation.
  if (gtkviews_is_view(parent)) mark(VIEW(parent));
}

void gtkviews_view_forget(gtkviews_view *pointer) { VIEW(pointer)->view = NULL; }

// Every linear map consists of a rotation, a stretch along the axes and another rotation. GTK knows that these stay in the plane, but
// doesn't know it of a matrix.
static GskTransform *turn_of(const gtkviews_transform *m) {
  if (m->yx == 0 && m->xy == 0) return gsk_transform_scale(NULL, m->xx, m->yy);
  double e = (m->xx + m->yy) / 2, f = (m->xx - m->yy) / 2, g = (m->yx + m->xy) / 2, h = (m->yx - m->xy) / 2;
  double q = hypot(e, h), r = hypot(f, g), a1 = atan2(g, f), a2 = atan2(h, e);
  GskTransform *transform = gsk_transform_rotate(NULL, (a2 + a1) / 2 * 180 / G_PI);
  transform = gsk_transform_scale(transform, q + r, q - r);
  return gsk_transform_rotate(transform, (a2 - a1) / 2 * 180 / G_PI);
}

void gtkviews_view_set_frame(gtkviews_view *pointer, gtkviews_rect frame, const gtkviews_transform *transform) {
  GtkViewsView *view = VIEW(pointer);
  // A widget has no negative size: it ends where it begins.
  frame.width = fmax(frame.width, 0);
  frame.height = fmax(frame.height, 0);
  bool is_resized = frame.width != view->frame.width || frame.height != view->frame.height;
  view->frame = frame;
  view->place = (gtkviews_transform) {1, 0, 0, 1, frame.x, frame.y};
  if (transform || view->turn) {
    g_clear_pointer(&view->turn, gsk_transform_unref);
    redraw_around(view);
  }
  if (transform) {
    const gtkviews_transform *m = transform;
    double x = frame.width / 2, y = frame.height / 2;
    view->place = (gtkviews_transform) {
      m->xx, m->yx, m->xy, m->yy, frame.x + x + m->x0 - m->xx * x - m->xy * y, frame.y + y + m->y0 - m->yx * x - m->yy * y,
    };
    view->turn = turn_of(m);
  }
  if (is_resized) {
    forget_extent(view);
    // GTK does this itself only if whole pixels have changed.
    gtkviews_view_redraw(pointer);
  }
  if (view->is_extent_known) place_extent(view);
  forget_extent(view->parent);
  mark(view);
}

void gtkviews_view_set_alpha(gtkviews_view *pointer, double alpha) {
  GtkViewsView *view = VIEW(pointer);
  bool was_skipped = view->alpha <= 0;
  view->alpha = (float)fmin(fmax(alpha, 0), 1);
  gtk_widget_queue_draw(WIDGET(view));
  // A skipped view may have been waiting for its drawing, and doesn't ask twice.
  if (was_skipped) redraw_around(view);
}

void gtkviews_view_set_clip(gtkviews_view *pointer, bool clips, double radius) {
  GtkViewsView *view = VIEW(pointer);
  if (clips != view->clips) forget_extent(view);
  view->clips = clips;
  view->radius = (float)fmax(radius, 0);
  gtk_widget_queue_draw(WIDGET(view));
  redraw_around(view);
}

void gtkviews_view_set_hidden(gtkviews_view *pointer, bool is_hidden) {
  GtkViewsView *view = VIEW(pointer);
  view->is_hidden = is_hidden;
  if (is_hidden) gtkviews_window_keep_keyboard(view->window, WIDGET(view));
  gtk_widget_set_visible(WIDGET(view), !is_hidden);
  forget_extent(view->parent);
  GtkViewsView *parent = view->parent;
  if (!is_hidden) mark(view);
  else if (parent) mark(parent);
  redraw_around(view);
}

void gtkviews_view_redraw(gtkviews_view *pointer) {
  VIEW(pointer)->is_drawn = false;
  if (has_no_area(VIEW(pointer))) forget_extent(VIEW(pointer));
  gtk_widget_queue_draw(WIDGET(pointer));
}

void gtkviews_view_set_accessible(
  gtkviews_view *pointer, const char *label, const char *value, bool is_enabled, bool is_selected, bool is_hidden
) {
  GtkViewsView *view = VIEW(pointer);
  GtkAccessible *accessible = GTK_ACCESSIBLE(view);
  if (label) gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  else gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL);
  if (value) gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
  else gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT);
  gtk_accessible_update_state(accessible, GTK_ACCESSIBLE_STATE_DISABLED, !is_enabled, GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
  switch (view->role) {
    case GTKVIEWS_ROLE_CHECKBOX:
      gtk_accessible_update_state(
        accessible, GTK_ACCESSIBLE_STATE_CHECKED,
        is_selected ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1
      );
      break;
    case GTKVIEWS_ROLE_TAB:
    case GTKVIEWS_ROLE_ROW:
    case GTKVIEWS_ROLE_CELL:
    case GTKVIEWS_ROLE_LIST_ITEM:
      gtk_accessible_update_state(accessible, GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
      break;
    default:
      break;
  }
}

void gtkviews_view_replace(gtkviews_view *pointer, gtkviews_view *replacement) {
  GtkViewsView *view = VIEW(pointer);
  GtkWidget *parent = gtk_widget_get_parent(WIDGET(view)), *child;
  // Siblings are views: GTK's links include foreign widgets.
  GtkViewsView *previous = view->previous, *last = NULL;
  while ((child = gtk_widget_get_first_child(WIDGET(view)))) {
    if (gtkviews_is_view(child)) {
      gtkviews_view_insert((gtkviews_view *)child, replacement, (gtkviews_view *)last);
      last = VIEW(child);
    } else {
      g_object_ref(child);
      gtkviews_view_set_foreign(pointer, NULL);
      gtkviews_view_set_foreign(replacement, child);
      g_object_unref(child);
    }
  }
  if (!parent) return;
  if (gtkviews_is_view(parent)) {
    gtkviews_view_remove(pointer);
    gtkviews_view_insert(replacement, (gtkviews_view *)parent, (gtkviews_view *)previous);
  } else {
    gtkviews_window_set_root(view->window, replacement);
  }
}

void gtkviews_view_set_foreign(gtkviews_view *pointer, void *widget) {
  GtkViewsView *view = VIEW(pointer);
  GtkWidget *old = gtkviews_view_foreign(view);
  if (old) {
    gtkviews_window_keep_keyboard(view->window, WIDGET(view));
    gtk_widget_unparent(old);
    count_foreign(view, -1);
  }
  if (widget) {
    // Below the child views.
    gtk_widget_insert_after(WIDGET(widget), WIDGET(view), NULL);
    view->holds_widget = true;
    count_foreign(view, 1);
  }
  mark(view);
}

GtkWidget *gtkviews_view_foreign(GtkViewsView *view) {
  GtkWidget *child = view->holds_widget ? gtk_widget_get_first_child(WIDGET(view)) : NULL;
  return child && !gtkviews_is_view(child) ? child : NULL;
}

bool gtkviews_foreign_is_widget(void *widget) { return widget && GTK_IS_WIDGET(widget); }
void gtkviews_foreign_retain(void *widget) { g_object_ref_sink(widget); }
void gtkviews_foreign_release(void *widget) { g_object_unref(widget); }

gtkviews_view *gtkviews_view_parent(gtkviews_view *view) { return (gtkviews_view *)VIEW(view)->parent; }

gtkviews_view *gtkviews_view_first_child(gtkviews_view *view) {
  GtkWidget *child = gtk_widget_get_first_child(WIDGET(view));
  while (child && !gtkviews_is_view(child)) child = gtk_widget_get_next_sibling(child);
  // GTK's link and ours must agree; if not, a test sees one view less or more.
  return VIEW(view)->first == VIEW(child) ? (gtkviews_view *)child : NULL;
}

gtkviews_view *gtkviews_view_next_sibling(gtkviews_view *view) {
  GtkWidget *next = gtk_widget_get_next_sibling(WIDGET(view));
  while (next && !gtkviews_is_view(next)) next = gtk_widget_get_next_sibling(next);
  return VIEW(view)->next == VIEW(next) ? (gtkviews_view *)next : NULL;
}

// The length of a widget including what was left out: the part before its origin, and the part too far behind it to be visible.
static double whole(int allocated, double length, double origin) {
  return allocated == longest && length - origin > longest ? length : allocated + origin;
}

bool gtkviews_view_allocation(gtkviews_view *view, gtkviews_rect *frame) {
  GtkWidget *parent = gtk_widget_get_parent(WIDGET(view));
  graphene_matrix_t matrix;
  if (!parent || !gtk_widget_compute_transform(WIDGET(view), parent, &matrix)) return false;
  double x = VIEW(view)->origin_x, y = VIEW(view)->origin_y;
  *frame = (gtkviews_rect) {
    graphene_matrix_get_x_translation(&matrix) - x, graphene_matrix_get_y_translation(&matrix) - y,
    whole(gtk_widget_get_width(WIDGET(view)), VIEW(view)->frame.width, x),
    whole(gtk_widget_get_height(WIDGET(view)), VIEW(view)->frame.height, y),
  };
  if (!VIEW(view)->parent) return true;
  frame->x += VIEW(view)->parent->origin_x;
  frame->y += VIEW(view)->parent->origin_y;
  return true;
}

gtkviews_view_values gtkviews_view_values_of(gtkviews_view *pointer) {
  GtkViewsView *view = VIEW(pointer);
  float xx = 1, yx = 0, xy = 0, yy = 1, x0 = 0, y0 = 0;
  if (view->turn) gsk_transform_to_2d(view->turn, &xx, &yx, &xy, &yy, &x0, &y0);
  return (gtkviews_view_values) {
    .frame = view->frame,
    .transform = {xx, yx, xy, yy, view->place.x0 - view->frame.x, view->place.y0 - view->frame.y},
    .alpha = view->alpha,
    .radius = view->radius,
    .clips = view->clips,
    // GTK's own value.
    .is_hidden = !gtk_widget_get_visible(WIDGET(view)),
  };
}

// MARK: Host

typedef struct {
  GtkWidget parent_instance;
  gtkviews_window *window;
  int width, height;
} GtkViewsHost;
typedef GtkWidgetClass GtkViewsHostClass;
G_DEFINE_TYPE(GtkViewsHost, gtkviews_host, GTK_TYPE_WIDGET)

static void host_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  GtkViewsHost *host = (GtkViewsHost *)widget;
  GtkWidget *root = gtk_widget_get_first_child(widget);
  if (root && !VIEW(root)->is_hidden) allocate(VIEW(root));
  if (host->window && host->window->menu) gtk_popover_present(GTK_POPOVER(host->window->menu));
  if (width == host->width && height == host->height) return;
  host->width = width;
  host->height = height;
  if (host->window && host->window->callbacks.resized) host->window->callbacks.resized(host->window->owner, width, height);
}

static void host_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  gtkviews_rect bounds = {0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget)};
  gtkviews_window *window = ((GtkViewsHost *)widget)->window;
  if (window && window->background.alpha > 0) {
    graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, bounds.width, bounds.height);
    gtk_snapshot_append_color(snapshot, &window->background, &area);
  }
  visible_area = widened(bounds, letters);
  GtkWidget *root = gtk_widget_get_first_child(widget);
  if (root) snapshot_child(widget, VIEW(root), snapshot);
}

void gtkviews_host_draw(GtkWidget *host, GtkSnapshot *snapshot) {
  GtkWidget *root = gtk_widget_get_first_child(host);
  if (root && !VIEW(root)->is_hidden) allocate(VIEW(root));
  graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(host), gtk_widget_get_height(host));
  gtk_snapshot_push_clip(snapshot, &bounds);
  host_snapshot(host, snapshot);
  gtk_snapshot_pop(snapshot);
}

// GTK moves the focus for a key that no view uses, or away from a removed widget. Swift moves the views' focus.
static gboolean host_focus(GtkWidget *widget, GtkDirectionType direction) {
  gtkviews_window *window = ((GtkViewsHost *)widget)->window;
  if (window) gtkviews_window_move_focus(window, direction);
  return TRUE;
}

static void host_dispose(GObject *object) {
  ((GtkViewsHost *)object)->window = NULL;
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(WIDGET(object)))) gtk_widget_unparent(child);
  G_OBJECT_CLASS(gtkviews_host_parent_class)->dispose(object);
}

static void gtkviews_host_class_init(GtkViewsHostClass *class) {
  G_OBJECT_CLASS(class)->dispose = host_dispose;
  class->focus = host_focus;
  class->measure = view_measure;
  class->size_allocate = host_size_allocate;
  class->snapshot = host_snapshot;
  gtk_widget_class_set_css_name(class, "views");
  gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void gtkviews_host_init(GtkViewsHost *host) {
  gtk_widget_set_focusable(WIDGET(host), TRUE);
  gtk_widget_set_overflow(WIDGET(host), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *gtkviews_host_new(gtkviews_window *window) {
  GtkViewsHost *host = g_object_new(gtkviews_host_get_type(), NULL);
  host->window = window;
  return WIDGET(host);
}
#endif
