// Declarations shared by the files of this module.
#ifndef C_NATIVE_VIEWS_GTK_INTERNAL_H
#define C_NATIVE_VIEWS_GTK_INTERNAL_H

#include "CNativeViewsGTK.h"

#if __has_include(<gtk/gtk.h>)
#define GTKVIEWS_HAS_GTK 1
// Newer GTKs deprecate calls that 4.8 has no replacement for.
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <gtk/gtk.h>

struct gtkviews_window {
  GtkWindow *window;
  // The window's child, which contains the root view and takes all input.
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
  // The last place of the mouse, in the coordinates of the host.
  double mouse_x, mouse_y;
  // The view with the keyboard, or NULL; a weak pointer.
  GtkWidget *focused;
  // Gives the keyboard to the views when nothing has it any more.
  unsigned lost_source;
  // Whether the last press went to a widget of the application.
  bool press_is_foreign;
  GdkRGBA background;
  // The controller of keys, which hands them to the input method first if a text has the keyboard.
  GtkEventController *keys;
  struct gtkviews_texts *texts;
  // The open context menu, and what tells that it was closed.
  GtkWidget *menu;
  unsigned menu_source;
  // The open dialog, and its last filter.
  GtkNativeDialog *dialog;
  GtkFileFilter *filter;
};

typedef struct gtkviews_texts gtkviews_texts;
typedef struct _GtkViewsView GtkViewsView;

// A view. Children of its type are placed by their frames; a child of another type is a foreign widget, which fills it.
struct _GtkViewsView {
  GtkWidget parent_instance;

  // What a frame asks of each child, one cache line: ten thousand may be out of sight.
  GtkViewsView *next;
  // The area that the view and its descendants cover, in the parent's coordinates, if it is known.
  gtkviews_rect placed;
  float alpha;
  bool is_extent_known, is_hidden;

  gtkviews_window *window;
  // Swift's view, or NULL when it has gone.
  void *view;
  gtkviews_role role;
  // The parent; NULL for the root and for a view without one. GTK has these links, too, but checks types at each step, which is most of
  // what ten thousand children out of sight cost per frame.
  GtkViewsView *parent, *first, *previous;
  // Whether a child isn't a view.
  bool holds_widget;

  gtkviews_rect frame;
  // From the view's coordinates to its parent's.
  gtkviews_transform place;
  // The rotation and scaling in `place`, or NULL.
  GskTransform *turn;
  // The point of the view's coordinates at which its widget begins. GTK's numbers have 24 bits: in a view too large for these, the widget
  // begins near the visible part.
  double origin_x, origin_y;
  float radius;
  bool clips;
  // Foreign widgets in the view and its descendants.
  unsigned foreign;
  // Whether neither the mouse nor keys reach foreign widgets in the view.
  bool takes_no_input;

  // Children to allocate, as a list linked through them.
  GtkViewsView *first_dirty;
  GtkViewsView *next_dirty, **dirty_link;

  // The view's own drawing without its children; NULL with `is_drawn` for nothing.
  GskRenderNode *content;
  bool is_drawn;
  // The area of `content`.
  gtkviews_rect ink;

  // `placed` in the view's own coordinates.
  gtkviews_rect extent;
  // The area that was visible when GTK kept the view's render node: the node may lack what is beyond it.
  gtkviews_rect kept;

  // What assistive technology is told of the text of a text field; NULL for other views.
  GtkText *text;
  bool is_telling;
};

// The canvas of a view's drawing.
struct gtkviews_drawing {
  GtkSnapshot *snapshot;
  // The point of the view's coordinates at which its widget begins.
  double origin_x, origin_y;
};

GType gtkviews_view_type(gtkviews_role role);
bool gtkviews_is_view(GtkWidget *widget);
// Sets whether GTK can give the keyboard to a view.
void gtkviews_view_set_focusable(GtkWidget *widget, bool is_focusable);
// Makes a host, which has one child and reports its size.
GtkWidget *gtkviews_host_new(gtkviews_window *window);
// Draws the host's current content, including changes that GTK would allocate and draw in its next frame. GTK's own paintable of a widget
// shows the previous frame, or nothing if something has changed since.
void gtkviews_host_draw(GtkWidget *host, GtkSnapshot *snapshot);
// The application's widget in a view, or NULL.
GtkWidget *gtkviews_view_foreign(GtkViewsView *view);
// Moves the keyboard where GTK wants it: within the foreign widget that has it, or to the views if nothing has it.
void gtkviews_window_move_focus(gtkviews_window *window, GtkDirectionType direction);
// Gives the keyboard to the host while a view is removed that has it, or that contains the widget with it: GTK would give it to any other
// widget.
void gtkviews_window_keep_keyboard(gtkviews_window *window, GtkWidget *view);
// Makes the type of a text field's widget a GtkEditable, its class that has the properties of one, and its text.
void gtkviews_text_type_init(GType type);
void gtkviews_text_class_init(GObjectClass *class);
void gtkviews_text_init(GtkViewsView *view);
void gtkviews_text_finalize(GtkViewsView *view);
// Ends the input method, and what is being read from the clipboard.
void gtkviews_texts_free(gtkviews_window *window);
// Adds a controller for all of the window's input.
void gtkviews_input_install(gtkviews_window *window);
// Adds tool tips and a target of dropped files.
void gtkviews_habits_install(gtkviews_window *window);

#define VIEW(pointer) ((GtkViewsView *)(pointer))
#define WIDGET(pointer) ((GtkWidget *)(pointer))

#endif
#endif
