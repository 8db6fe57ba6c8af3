// GLib's main loop, in which libdispatch's main queue is one source among others: a job of the main actor wakes it at once,
// and nothing is asked for again and again.
#include "Widgets.h"

#include <unistd.h>
#include <sys/syscall.h>

bool gtkviews_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

#ifdef GTKVIEWS_HAS_GTK
#include <glib-unix.h>

// libdispatch offers these two to run loops of others, as CoreFoundation's.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

bool gtkviews_has_headers(void) { return true; }
bool gtkviews_initialize(void) { return gtk_init_check(); }

static gboolean run_main_queue(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t count;
  // Empties the counter, which would wake the loop again. Reading fails where somebody else has emptied it.
  if (read(descriptor, &count, sizeof count) < 0) count = 0;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

static void attach_main_queue(void) {
  static bool is_attached;
  if (is_attached) return;
  is_attached = true;
  GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
  // The priority of drawing: input comes before; jobs that make more jobs don't keep frames from being drawn, nor do frames
  // that take longer than there is time for keep jobs from running.
  g_source_set_priority(source, GDK_PRIORITY_REDRAW);
  // A source that can't recurse is taken out of the loop while it runs and put back after, for which GLib wakes the loop once
  // more. In a loop that a job runs, libdispatch sees that its queue is being drained and does nothing.
  g_source_set_can_recurse(source, TRUE);
  // GLib calls the function with the arguments of the kind of the source, whatever the type that it is passed as.
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
  // One that doesn't wait only looks.
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
