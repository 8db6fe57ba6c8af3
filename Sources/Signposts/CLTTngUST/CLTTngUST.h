// The types of LTTng-UST tracepoints, if installed. Linking comes from pkg-config.
#if __has_include(<lttng/tracepoint-types.h>)
#include <lttng/tracepoint-types.h>
#endif
