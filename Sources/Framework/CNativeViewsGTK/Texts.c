// Texts that the user edits: input methods, the clipboard, and what assistive technology is told of them.
//
// Until 4.14, GTK tells AT-SPI of texts only if they are in widgets of its own. So the widget of a text field is a GtkEditable whose
// delegate is a GtkText that is never shown: it holds the text and the selection, and what assistive technology changes in it is reported.
#include "Widgets.h"

#ifdef GTKVIEWS_HAS_GTK
#include <string.h>

struct gtkviews_texts {
  gtkviews_text_callbacks callbacks;
  GtkIMContext *method;
  // Cancels what is being read from the clipboard when the window is closed.
  GCancellable *reading;
  bool is_used, is_composing;
  char *line;
  int cursor, anchor;
};

// MARK: Assistive technology

static GtkEditable *delegate_of(GtkEditable *editable) { return GTK_EDITABLE(VIEW(editable)->text); }

static void implement_editable(gpointer interface, gpointer data) {
  ((GtkEditableInterface *)interface)->get_delegate = delegate_of;
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *parameter) {
  gtk_editable_delegate_get_property(object, property, value, parameter);
}

static void set_property(GObject *object, guint property, const GValue *value, GParamSpec *parameter) {
  gtk_editable_delegate_set_property(object, property, value, parameter);
}

void gtkviews_text_type_init(GType type) {
  GInterfaceInfo info = {.interface_init = implement_editable};
  g_type_add_interface_static(type, GTK_TYPE_EDITABLE, &info);
}

void gtkviews_text_class_init(GObjectClass *class) {
  class->get_property = get_property;
  class->set_property = set_property;
  gtk_editable_install_properties(class, 1);
}

const char *gtkviews_view_text(gtkviews_view *view, int *anchor, int *caret) {
  GtkEditable *editable = (GtkEditable *)VIEW(view)->text;
  if (!editable) return NULL;
  int start, end;
  *caret = gtk_editable_get_position(editable);
  gtk_editable_get_selection_bounds(editable, &start, &end);
  *anchor = *caret == start ? end : start;
  return gtk_editable_get_text(editable);
}

// Reports what others than the view itself have changed.
static void on_edited(GtkViewsView *view) {
  gtkviews_texts *texts = view->window ? view->window->texts : NULL;
  if (view->is_telling || !view->view || !texts) return;
  int anchor, caret;
  const char *text = gtkviews_view_text((gtkviews_view *)view, &anchor, &caret);
  texts->callbacks.edited(view->window->owner, view->view, text, anchor, caret);
}

static void on_changed(GtkEditable *editable, gpointer data) { on_edited(data); }
static void on_moved(GObject *object, GParamSpec *property, gpointer data) { on_edited(data); }

void gtkviews_text_init(GtkViewsView *view) {
  view->text = g_object_ref_sink(GTK_TEXT(gtk_text_new()));
  g_signal_connect(view->text, "changed", G_CALLBACK(on_changed), view);
  g_signal_connect(view->text, "notify::cursor-position", G_CALLBACK(on_moved), view);
  g_signal_connect(view->text, "notify::selection-bound", G_CALLBACK(on_moved), view);
}

void gtkviews_text_finalize(GtkViewsView *view) {
  if (!view->text) return;
  g_signal_handlers_disconnect_by_data(view->text, view);
  g_clear_object(&view->text);
}

// Changes only the part of the text that differs, so that others are told of that part.
static void replace_text(GtkEditable *editable, const char *text) {
  const char *old = gtk_editable_get_text(editable);
  size_t length = strlen(text), old_length = strlen(old), start = 0, end = 0;
  size_t shorter = MIN(length, old_length);
  while (start < shorter && text[start] == old[start]) start++;
  while (start && ((unsigned char)old[start] & 0xc0) == 0x80) start--;
  while (end < shorter - start && text[length - end - 1] == old[old_length - end - 1]) end++;
  // Both begin at the same place, so that a byte that continues a character does so in both.
  while (end && ((unsigned char)old[old_length - end] & 0xc0) == 0x80) end--;
  if (start + end == length && length == old_length) return;
  int first = (int)g_utf8_strlen(old, (gssize)start);
  int last = first + (int)g_utf8_strlen(old + start, (gssize)(old_length - start - end));
  if (last > first) gtk_editable_delete_text(editable, first, last);
  if (length > start + end) gtk_editable_insert_text(editable, text + start, (int)(length - start - end), &first);
}

void gtkviews_view_set_text(
  gtkviews_view *pointer, const char *text, int anchor, int caret, bool is_multiline, bool is_editable
) {
  GtkViewsView *view = VIEW(pointer);
  if (!view->text) return;
  GtkEditable *editable = GTK_EDITABLE(view->text);
  view->is_telling = true;
  replace_text(editable, text);
  if (gtk_editable_get_position(editable) != caret || anchor != caret || gtk_editable_get_selection_bounds(editable, NULL, NULL))
    gtk_editable_select_region(editable, anchor, caret);
  view->is_telling = false;
  gtk_accessible_update_property(
    GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, is_multiline, GTK_ACCESSIBLE_PROPERTY_READ_ONLY, !is_editable, -1
  );
}

// MARK: Input methods

static void tell(gtkviews_window *window, gtkviews_text_event_kind kind, const char *text, int first, int second) {
  window->texts->callbacks.input(window->owner, kind, text, first, second);
}

static void on_commit(GtkIMContext *method, const char *text, gpointer data) {
  tell(data, GTKVIEWS_TEXT_COMMITTED, text, 0, 0);
}

static void on_preedit(GtkIMContext *method, gpointer data) {
  gtkviews_window *window = data;
  char *text;
  int caret;
  gtk_im_context_get_preedit_string(method, &text, NULL, &caret);
  window->texts->is_composing = *text;
  tell(window, GTKVIEWS_TEXT_COMPOSED, text, (int)(g_utf8_offset_to_pointer(text, caret) - text), 0);
  g_free(text);
}

static gboolean on_retrieve(GtkIMContext *method, gpointer data) {
  gtkviews_texts *texts = ((gtkviews_window *)data)->texts;
  if (!texts->line) return FALSE;
  gtk_im_context_set_surrounding_with_selection(method, texts->line, -1, texts->cursor, texts->anchor);
  return TRUE;
}

static gboolean on_delete(GtkIMContext *method, int offset, int count, gpointer data) {
  tell(data, GTKVIEWS_TEXT_DELETED, "", -offset, offset + count);
  return TRUE;
}

void gtkviews_window_set_text_callbacks(gtkviews_window *window, gtkviews_text_callbacks callbacks) {
  gtkviews_texts *texts = window->texts = g_new0(gtkviews_texts, 1);
  texts->callbacks = callbacks;
  texts->reading = g_cancellable_new();
  texts->method = gtk_im_multicontext_new();
  g_signal_connect(texts->method, "commit", G_CALLBACK(on_commit), window);
  g_signal_connect(texts->method, "preedit-changed", G_CALLBACK(on_preedit), window);
  g_signal_connect(texts->method, "retrieve-surrounding", G_CALLBACK(on_retrieve), window);
  g_signal_connect(texts->method, "delete-surrounding", G_CALLBACK(on_delete), window);
}

void gtkviews_texts_free(gtkviews_window *window) {
  gtkviews_texts *texts = window->texts;
  if (!texts) return;
  gtkviews_window_set_text_state(window, NULL, false);
  g_signal_handlers_disconnect_by_data(texts->method, window);
  gtk_im_context_set_client_widget(texts->method, NULL);
  g_object_unref(texts->method);
  g_cancellable_cancel(texts->reading);
  g_object_unref(texts->reading);
  g_free(texts->line);
  g_free(texts);
  window->texts = NULL;
}

static const GtkInputPurpose purposes[] = {
  [GTKVIEWS_PURPOSE_TEXT] = GTK_INPUT_PURPOSE_FREE_FORM,
  [GTKVIEWS_PURPOSE_DIGITS] = GTK_INPUT_PURPOSE_DIGITS,
  [GTKVIEWS_PURPOSE_NUMBER] = GTK_INPUT_PURPOSE_NUMBER,
  [GTKVIEWS_PURPOSE_PASSWORD] = GTK_INPUT_PURPOSE_PASSWORD,
};

// Drops what is being composed, without telling the view.
static void reset(gtkviews_window *window) {
  gtkviews_texts *texts = window->texts;
  g_signal_handlers_block_matched(texts->method, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, window);
  gtk_im_context_reset(texts->method);
  g_signal_handlers_unblock_matched(texts->method, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, window);
  texts->is_composing = false;
}

void gtkviews_window_set_text_state(gtkviews_window *window, const gtkviews_text_state *state, bool is_other) {
  gtkviews_texts *texts = window->texts;
  if (!texts) return;
  GtkEventControllerKey *keys = GTK_EVENT_CONTROLLER_KEY(window->keys);
  bool begins = state && (is_other || !texts->is_used);
  if (texts->is_used && (!state || begins)) {
    reset(window);
    gtk_im_context_focus_out(texts->method);
    if (!state) gtk_event_controller_key_set_im_context(keys, NULL);
  }
  texts->is_used = state;
  if (!state) return;
  g_free(texts->line);
  texts->line = g_strdup(state->line);
  texts->cursor = state->cursor;
  texts->anchor = state->anchor;
  g_object_set(texts->method, "input-purpose", purposes[state->purpose], NULL);
  if (begins) {
    gtk_im_context_set_client_widget(texts->method, window->host);
    gtk_event_controller_key_set_im_context(keys, texts->method);
    gtk_im_context_focus_in(texts->method);
  } else if (texts->is_composing && !state->is_composing) {
    // A click, for example, has ended it.
    reset(window);
  }
  gtkviews_rect caret = state->caret;
  GdkRectangle area = {(int)caret.x, (int)caret.y, (int)caret.width, (int)caret.height};
  gtk_im_context_set_cursor_location(texts->method, &area);
}

// MARK: Clipboard

typedef struct {
  gtkviews_window *window;
  unsigned long request;
} reading;

void gtkviews_clipboard_write(gtkviews_window *window, const char *text) {
  gdk_clipboard_set_text(gtk_widget_get_clipboard(window->host), text);
}

static void on_read(GObject *object, GAsyncResult *result, gpointer data) {
  reading *request = data;
  GError *error = NULL;
  char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(object), result, &error);
  // Cancelled, the window has gone.
  if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    request->window->texts->callbacks.read(request->window->owner, request->request, text);
  g_clear_error(&error);
  g_free(text);
  g_free(request);
}

void gtkviews_clipboard_read(gtkviews_window *window, unsigned long number) {
  reading *request = g_new(reading, 1);
  *request = (reading) {window, number};
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(window->host), window->texts->reading, on_read, request);
}
#endif
