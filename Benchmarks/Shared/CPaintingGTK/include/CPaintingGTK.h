// What PaintingGTK compares views with: the same calls of GTK, made by hand in C.
#ifndef C_PAINTING_GTK_H
#define C_PAINTING_GTK_H

#include <stdbool.h>
#include <stddef.h>

// Opens a window with a container of own widgets; returns the container, or NULL without GTK.
void *cpaintinggtk_open(int width, int height);
// Puts widgets with a text at a place; `text` is numbered.
void cpaintinggtk_create(void *container, size_t count, int columns, int width, int height);
void cpaintinggtk_remove_all(void *container);
size_t cpaintinggtk_count(void *container);
void *cpaintinggtk_child(void *container, size_t index);
void cpaintinggtk_set_text(void *widget, const char *text);
void cpaintinggtk_set_x(void *widget, double x);
// Opens a window with an entry, which has the keyboard; returns the entry, or NULL without GTK.
void *cpaintinggtk_entry(int width, int height);
void cpaintinggtk_clear(void *entry);
size_t cpaintinggtk_length(void *entry);
// Types a text before the caret.
void cpaintinggtk_type(void *entry, const char *text);
// Opens a window with a text of numbered lines; returns what scrolls it, or NULL without GTK.
void *cpaintinggtk_text(int width, int height, size_t lines);
// Lets GTK do what it does when it has nothing else to do, such as measuring lines out of sight.
void cpaintinggtk_settle(void);
// Scrolls down, and from the end back to the beginning; returns whether it was not the end.
bool cpaintinggtk_scroll(void *scrolled, double distance);
// The number of the first line in sight.
int cpaintinggtk_first_line(void *scrolled);
// Does what GTK does in a frame before pixels are made: allocates, and makes the nodes of the scene.
void cpaintinggtk_frame(void *widget);
// Makes the pixels as well.
void cpaintinggtk_render(void *widget);
// Waits until a widget is on the display.
void cpaintinggtk_wait(void *widget);

#endif
