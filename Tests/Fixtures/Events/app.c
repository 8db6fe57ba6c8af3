// Two requests that overlap, each with a parser in a parser, and two jobs that a name tells apart.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "app.h"

static void parse(int depth) {
  lttng_ust_tracepoint(app, parse_entry);
  if (depth > 0) parse(depth - 1);
  lttng_ust_tracepoint(app, parse_exit);
}

// With an argument it does nothing.
int main(int count, char **arguments) {
  if (count > 1) return 0;
  lttng_ust_tracepoint(app, start, "first");
  lttng_ust_tracepoint(app, request_begin, -1, "/orders");
  lttng_ust_tracepoint(app, request_begin, 2, "/items");
  parse(1);
  lttng_ust_tracepoint(app, start, "second");
  lttng_ust_tracepoint(app, request_end, -1, 100, "success");
  lttng_ust_tracepoint(app, stop, "first");
  parse(1);
  lttng_ust_tracepoint(app, request_end, 2, 20, "failure");
  lttng_ust_tracepoint(app, stop, "second");
}
