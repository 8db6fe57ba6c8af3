// The types of LTTng-UST tracepoints, where they are installed. Linking comes from pkg-config.
#if __has_include(<lttng/tracepoint-types.h>)
#include <lttng/tracepoint-types.h>
#endif
