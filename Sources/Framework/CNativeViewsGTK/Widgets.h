// What the files of this module share.
#ifndef C_NATIVE_VIEWS_GTK_INTERNAL_H
#define C_NATIVE_VIEWS_GTK_INTERNAL_H

#include "CNativeViewsGTK.h"

#if __has_include(<gtk/gtk.h>)
#define GTKVIEWS_HAS_GTK 1
// Newer GTKs deprecate calls for which 4.8 has no other.
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <gtk/gtk.h>

struct gtkviews_window {
  GtkWindow *window;
  // The window's child, which holds the root view and takes all input.
  GtkWidget *host;
  gtkviews_callbacks callbacks;
  void *owner;
  GdkFrameClock *clock;
  gulong update_handler;
  bool wants_frame;
  struct {
    gtkviews_window *window;
    unsigned source;
  } timers[GTKVIEWS_TIMER_COUNT];
  // Where the mouse was last, in the coordinates of the host.
  double mouse_x, mouse_y;
  // The view that has the keyboard among the views, or NULL; a weak pointer.
  GtkWidget *focused;
  // Gives the keyboard to the views when nothing has it any more.
  unsigned lost_source;
  // Whether the last press went to a widget of the application.
  bool press_is_foreign;
  GdkRGBA background;
};

typedef struct _GtkViewsView GtkViewsView;

// A view. Children of its type are placed by their frames; one of another type is a foreign widget, which fills it.
struct _GtkViewsView {
  GtkWidget parent_instance;
  gtkviews_window *window;
  // Swift's view, or NULL when it has gone.
  void *view;
  gtkviews_role role;
  // The view that this one is in; NULL for the root, and for one that isn't in any. GTK knows these links as well, but checks
  // types at each step, which is most of what ten thousand children out of sight cost in a frame.
  GtkViewsView *parent, *first, *next, *previous;
  bool is_hidden;
  // Whether a child isn't a view.
  bool holds_widget;

  gtkviews_rect frame;
  // From the view's coordinates to those of its parent.
  gtkviews_transform place;
  // What turns and stretches in `place`, or NULL.
  GskTransform *turn;
  // The point of the view's coordinates at which its widget begins. GTK's numbers have 24 bits: in a view that is larger than these can
  // tell exactly, the widget begins near to what is seen.
  double origin_x, origin_y;
  float alpha;
  float radius;
  bool clips;
  // Foreign widgets in the view and in what is in it.
  unsigned foreign;
  // Whether neither the mouse nor keys reach foreign widgets in the view.
  bool takes_no_input;

  // Children that have to be allocated, in a list through them.
  GtkViewsView *first_dirty;
  GtkViewsView *next_dirty, **dirty_link;

  // What the view draws without its children; NULL with `is_drawn` for nothing.
  GskRenderNode *content;
  bool is_drawn;
  // The area of `content`.
  gtkviews_rect ink;

  // The area that the view and what is in it reaches, in its coordinates.
  gtkviews_rect extent;
  bool is_extent_known;
  // The area that was visible when GTK has kept the view's render node: what lies beyond it may be missing in the node.
  gtkviews_rect kept;
};

// What a view draws on.
struct gtkviews_drawing {
  GtkSnapshot *snapshot;
  // The point of the view's coordinates at which its widget begins.
  double origin_x, origin_y;
};

// A rectangle in the coordinates of a widget that begins at a point, as far as GTK can tell it: what is cut off is far out of sight.
graphene_rect_t gtkviews_rect_from(gtkviews_rect rect, double origin_x, double origin_y);

GType gtkviews_view_type(gtkviews_role role);
bool gtkviews_is_view(GtkWidget *widget);
// Lets GTK give the keyboard to a view, or not.
void gtkviews_view_set_focusable(GtkWidget *widget, bool is_focusable);
// Makes a host, which has one child and tells its size.
GtkWidget *gtkviews_host_new(gtkviews_window *window);
// Draws what the host shows, with changes that GTK would allocate and draw in its next frame. GTK's own paintable of a widget
// shows the frame before, or nothing where something has changed since.
void gtkviews_host_draw(GtkWidget *host, GtkSnapshot *snapshot);
// The widget of the application's in a view; NULL where there is none.
GtkWidget *gtkviews_view_foreign(GtkViewsView *view);
// Moves the keyboard where GTK wants it to: within the foreign widget that has it, or to the views where nothing has it.
void gtkviews_window_move_focus(gtkviews_window *window, GtkDirectionType direction);
// Gives the keyboard to the host while a view is taken away that has it, or that contains the widget that does: GTK would give it
// to whatever it finds.
void gtkviews_window_keep_keyboard(gtkviews_window *window, GtkWidget *view);
// Adds a controller for all input of the window.
void gtkviews_input_install(gtkviews_window *window);

#define VIEW(pointer) ((GtkViewsView *)(pointer))
#define WIDGET(pointer) ((GtkWidget *)(pointer))

#endif
#endif
