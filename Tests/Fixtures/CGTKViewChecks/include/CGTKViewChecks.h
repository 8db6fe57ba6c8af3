// What the checks of NativeViewsGTK need of X11, GTK and AT-SPI beside the module itself.
#ifndef C_GTK_VIEW_CHECKS_H
#define C_GTK_VIEW_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

// Opens the display for events of the XTEST extension. Returns NULL, or what is missing.
const char *xtest_open(void);
// Places of the upper left corner of a GtkWindow's surface on the screen; with no window manager it is where it was put.
bool xtest_origin(void *gtk_window, int *x, int *y);
void xtest_move(int x, int y);
void xtest_button(unsigned button, bool is_down);
void xtest_key(unsigned long symbol, bool is_down);
// Makes a key that the keyboard lacks, such as a dead one, of one that types nothing.
void xtest_map(unsigned long symbol);
// Gives the keyboard to a window, which a window manager would do.
void xtest_focus(void *gtk_window);
// Asks a window to close, as a window manager does when its cross is clicked.
void xtest_close(void *gtk_window);

void *checks_entry_new(void);
// A box with two entries, which are kept.
void *checks_entries_new(void *entries[2]);
void checks_set_sensitive(void *widget, bool is_sensitive);
void checks_focus(void *widget);
// A widget that draws nothing.
void *checks_area_new(void);
const char *checks_entry_text(void *entry);
// The place of a widget in a window, as GTK has allocated it.
bool checks_place(void *widget, void *window, double *x, double *y, double *width, double *height);
// Calls a function when the widget is freed.
void checks_when_freed(void *widget, void (*freed)(void));

// Sets a setting of GTK's, as the desktop does.
void checks_set_text(const char *setting, const char *value);
void checks_set_flag(const char *setting, bool value);
// The mouse pointer's name in CSS over a widget; NULL for GTK's own.
const char *checks_pointer(void *widget);
// Ends the dialog that is open, as its buttons do. Returns whether there is one.
bool checks_answer_dialog(bool accepts);
// The tool tip that is shown in a window, or NULL.
const char *checks_tool_tip(void);
// Opens a window of 200x200 at a place of the screen, from which a file can be dragged.
void checks_file_window(const char *path, int x, int y);

// Is the settings portal of the session, until the standard input ends. Prints `ready`, and takes lines such as `color-scheme 1`.
// Returns NULL, or what is wrong.
const char *portal_run(void);

// Prints what AT-SPI tells of the program with a process number, a line for each object: depth, role, name, whether it has the
// focus, actions, place in the window, text with caret and selection. Does the first action of objects with a name, or types a text into
// them, unless these are empty. Returns NULL, or what is wrong.
const char *atspi_print(int process, const char *clicked, const char *typed);

#endif
