// GLib's main loop with libdispatch's main queue as one of its sources: a job of the main actor wakes it at once, without polling.
#include "Widgets.h"

#include <unistd.h>
#include <sys/syscall.h>

bool gtkviews_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

#ifdef GTKVIEWS_HAS_GTK
#include <glib-unix.h>

// libdispatch offers these two to foreign run loops, such as CoreFoundation's.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

bool gtkviews_has_headers(void) { return true; }
bool gtkviews_initialize(void) { return gtk_init_check(); }

static gboolean run_main_queue(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t count;
  // Empties the counter, which would wake the loop again. Reading fails if the counter is empty already.
  if (read(descriptor, &count, sizeof count) < 0) count = 0;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

static void attach_main_queue(void) {
  static bool is_attached;
  if (is_attached) return;
  is_attached = true;
  GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
  // The priority of drawing: input comes first. Jobs that make more jobs can't block frames, nor can slow frames block jobs.
  g_source_set_priority(source, GDK_PRIORITY_REDRAW);
  // A non-recursive source is removed from the loop while it runs and added back afterwards, which makes GLib wake the loop once more. In a
  // nested loop, libdispatch sees that its queue is being drained and does nothing.
  g_source_set_can_recurse(source, TRUE);
  // GLib calls the function with the arguments of the source's kind, whatever type it is passed as.
  g_source_set_callback(source, (GSourceFunc)(void (*)(void))run_main_queue, NULL, NULL);
  g_source_attach(source, NULL);
  g_source_unref(source);
}

static GMainLoop *loop;

void gtkviews_loop_run(void) {
  attach_main_queue();
  GMainLoop *outer = loop;
  loop = g_main_loop_new(NULL, FALSE);
  g_main_loop_run(loop);
  g_main_loop_unref(loop);
  loop = outer;
}

void gtkviews_loop_quit(void) {
  if (loop) g_main_loop_quit(loop);
}

void gtkviews_loop_run_pending(void) {
  attach_main_queue();
  while (g_main_context_iteration(NULL, FALSE));
}

int64_t gtkviews_monotonic_time(void) { return g_get_monotonic_time(); }

static unsigned long wakeups;
static GPollFunc poll_of_glib;

static gint counting_poll(GPollFD *descriptors, guint count, gint timeout) {
  // A poll that doesn't wait only looks.
  if (timeout != 0) wakeups++;
  return poll_of_glib(descriptors, count, timeout);
}

unsigned long gtkviews_loop_wakeups(void) {
  if (!poll_of_glib) {
    poll_of_glib = g_main_context_get_poll_func(NULL);
    g_main_context_set_poll_func(NULL, counting_poll);
  }
  return wakeups;
}
#endif
