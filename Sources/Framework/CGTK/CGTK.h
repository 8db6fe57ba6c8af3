// GTK 4's C API, if it is installed. pkg-config gives the linker flags.
#if __has_include(<gtk/gtk.h>)
#include <gtk/gtk.h>
#endif
