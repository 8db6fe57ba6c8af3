// GTK 4's C API, where it is installed. Linking comes from pkg-config.
#if __has_include(<gtk/gtk.h>)
#include <gtk/gtk.h>
#endif
