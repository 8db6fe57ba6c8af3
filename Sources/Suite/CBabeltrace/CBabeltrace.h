// libbabeltrace2's C API, where it is installed. Linking comes from pkg-config.
#if __has_include(<babeltrace2/babeltrace.h>)
#include <babeltrace2/babeltrace.h>
#endif
