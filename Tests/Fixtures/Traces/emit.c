// Emits a known number of events, so that the tests of the trace reader can assert exact counts.
// Usage: emit SCENARIO [COUNT]. Built and recorded by record.sh; the traces are committed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lttng/tracef.h>

#include "CSignposts.h"

static void pause_ms(long milliseconds) {
  struct timespec time = {.tv_nsec = milliseconds * 1000000};
  nanosleep(&time, NULL);
}

static void begin(uint64_t id, const char *name) {
  csignposts_signpost_interval_begin(id, 0, name, "fixture", "test", false);
}

static void end(uint64_t id) { csignposts_signpost_interval_end(id); }

// One dispatch from its queue to its listeners, with the CPU clock at all four ends.
static void update(uint64_t id, uint64_t parent, const char *name, uint32_t depth) {
  csignposts_katana_dispatch_enqueue(id, parent, "state", name, depth);
  csignposts_katana_update_begin(id, name, id);
  csignposts_emit_thread_cpu_time(id);
  csignposts_emit_thread_cpu_time(id);
  csignposts_katana_update_end(id);
  csignposts_katana_listeners_begin(id, name, id, 3);
  csignposts_emit_thread_cpu_time(id);
  csignposts_emit_thread_cpu_time(id);
  csignposts_katana_listeners_end(id);
}

static void *end_elsewhere(void *id) {
  csignposts_emit_thread_cpu_time((uint64_t)id);
  end((uint64_t)id);
  return NULL;
}

// 5 intervals begun on the main thread and ended on others; one begun and ended on the main thread.
static void across_threads(void) {
  for (uint64_t id = 1; id <= 5; id++) {
    begin(id, "hop");
    csignposts_emit_thread_cpu_time(id);
    pthread_t thread;
    pthread_create(&thread, NULL, end_elsewhere, (void *)id);
    pthread_join(thread, NULL);
  }
  begin(6, "stay");
  csignposts_emit_thread_cpu_time(6);
  end_elsewhere((void *)6);
}

// Three intervals of one name that overlap: 1 2 3 running, ended in another order.
static void overlapping(void) {
  begin(1, "work");
  begin(2, "work");
  pause_ms(2);
  begin(3, "work");
  pause_ms(2);
  end(2);
  end(1);
  pause_ms(2);
  end(3);
}

// One interval never ends, one end has no begin, one pair is whole; the same for an update.
static void unpaired(void) {
  begin(1, "never ends");
  begin(2, "whole");
  end(2);
  end(99);
  csignposts_katana_update_begin(3, "NeverEnds", 1);
  csignposts_katana_update_end(98);
  csignposts_katana_listeners_end(97);
  csignposts_katana_dispatch_enqueue(4, 0, "state", "NeverBegins", 1);
}

// Everything once or more: 10 updates of two names, points, counters.
static void mixed(void) {
  for (uint64_t id = 1; id <= 10; id++) {
    update(id, id == 1 ? 0 : 1, id % 2 ? "AddItem" : "RemoveItem", (uint32_t)(id % 4));
  }
  for (int64_t value = -2; value <= 4; value++) {
    csignposts_signpost_counter("queue depth", value * 3, "fixture", "test");
  }
  csignposts_signpost_counter("queue depth", 5, "fixture", "test");
  for (uint64_t id = 11; id <= 13; id++) {
    csignposts_signpost_event("tick", "a message", id, 0, "fixture", "test");
  }
  csignposts_signpost_event("<b>&\"quoted\"</b>", "", 14, 1, "fixture", "test");
}

// What a store emits besides updates: a side effect through interceptors that dispatches two updaters,
// one that fails, items that never begin, and the depths of two stores' queues.
static void store(void) {
  csignposts_katana_dispatch_enqueue(1, 0, "side_effect", "Fetch", 0);
  csignposts_katana_interceptors_begin(1, "Fetch", 2);
  csignposts_katana_effect_begin(1, 0, "Fetch", 7);
  for (uint64_t id = 2; id <= 3; id++) update(id, 1, "AddItem", 0);
  csignposts_katana_effect_end(1, "success");
  csignposts_katana_interceptors_end(1);
  csignposts_katana_dispatch_enqueue(4, 0, "side_effect", "Fetch", 0);
  csignposts_katana_effect_begin(4, 0, "Fetch", 9);
  csignposts_katana_effect_end(4, "failure");
  static const char *const reasons[] = {"cancelled", "rejected", "dropped", "replaced"};
  for (uint64_t index = 0; index < 4; index++) {
    csignposts_katana_dispatch_enqueue(10 + index, 0, "updater", "RemoveItem", 1);
    csignposts_katana_dispatch_discard(10 + index, reasons[index]);
  }
  csignposts_katana_dispatch_discard(99, "rejected");
  // Its parent is nowhere.
  update(20, 77, "AddItem", 0);
  csignposts_katana_queue_depth(100, 3);
  csignposts_katana_queue_depth(200, 8);
  csignposts_katana_queue_depth(100, 1);
}

// What is known besides of intervals: fields of each type, who they are to other processes, passes of
// the framework, measurements.
static void details(void) {
  csignposts_signpost_interval_begin(1, 0, "request", "fixture", "server", false);
  csignposts_signpost_span_context(1, 0x0123456789abcdef, 0xfedcba9876543210, 0xaaaa, 0xbbbb);
  csignposts_signpost_field_integer(1, "items", -3);
  csignposts_signpost_field_float(1, "ratio", 0.1);
  csignposts_signpost_field_boolean(1, "ok", true);
  csignposts_signpost_field_text(1, "user", "<i>\"x\"</i>");
  csignposts_signpost_interval_begin(2, 1, "query", "fixture", "client", false);
  csignposts_signpost_span_link(2, 1, 2, 3);
  csignposts_signpost_field_text(3, "code", "E1");
  csignposts_signpost_event("failed", "no such row", 3, 1, "fixture", "test");
  for (int value = 1; value <= 4; value++) {
    csignposts_signpost_measurement("size", value * 1.5, "fixture", "test");
  }
  csignposts_katana_route_diff_begin(4, 1, 3, 4);
  csignposts_katana_route_diff_end(4, 2, 1, 0, 0);
  csignposts_katana_route_step_begin(7, 1, "push", "basket", 1, 0);
  csignposts_katana_route_step_end(7, "success");
  csignposts_katana_route_step_begin(8, 1, "activate", "basket", 0, 0);
  csignposts_katana_route_step_end(8, "timeout");
  csignposts_katana_layout_begin(5, 1, "Cart", 12, false);
  csignposts_katana_layout_end(5);
  csignposts_katana_reconcile_begin(6, 1, "Cart", 9);
  csignposts_katana_reconcile_end(6, 3, 2, 1, 0);
  end(2);
  end(1);
}

// One flush of a tree: a reconciliation with a layout in it, another layout, a commit. Takes the ids from `id` on.
static void frame(uint64_t id, uint64_t parent, const char *tree, uint64_t version) {
  csignposts_katana_frame_begin(id, parent, tree, version);
  csignposts_emit_thread_cpu_time(id);
  csignposts_katana_reconcile_begin(id + 1, id, tree, version);
  csignposts_katana_layout_begin(id + 2, id + 1, "Row", 4, false);
  pause_ms(1);
  csignposts_katana_layout_end(id + 2);
  csignposts_katana_reconcile_end(id + 1, 3, 5, 1, 2);
  csignposts_katana_layout_begin(id + 3, id, tree, 12, true);
  csignposts_katana_layout_end(id + 3);
  csignposts_katana_commit_begin(id + 4, id, "Headless", version);
  csignposts_katana_commit_end(id + 4, 3, 4, 5, 1);
  csignposts_emit_thread_cpu_time(id);
  csignposts_katana_frame_end(id, 2, 8);
}

// What a tree on a store emits, and one without. The first frame shows what it finds; the second one two updates;
// an update that throws leaves the version to the next.
static void frames(void) {
  update(1, 0, "AddItem", 0);
  frame(10, 1, "Cart", 1);
  for (uint64_t id = 2; id <= 3; id++) update(id, 0, "AddItem", 0);
  frame(20, 3, "Cart", 3);
  csignposts_katana_update_begin(4, "RemoveItem", 4);
  csignposts_katana_update_end(4);
  csignposts_katana_update_begin(5, "AddItem", 4);
  csignposts_katana_update_end(5);
  frame(30, 5, "Cart", 4);
  // Nothing new of the state: an animation goes on.
  frame(40, 0, "Cart", 4);
  frame(50, 0, "Splash", 0);
}

static csignposts_text text(const char *bytes) {
  return csignposts_make_text(bytes, strlen(bytes), true);
}

static csignposts_hashed_text hashed(const char *bytes) { return csignposts_hash(text(bytes)); }

// COUNT intervals, each with a field of each type in one event, and with values of a metric whose names are told once. Texts get numbers
// when they have come often.
static void packed(uint64_t count) {
  uint32_t series = csignposts_make_series("hits{code=200}", "fixture", "meter");
  for (uint64_t id = 1; id <= count; id++) {
    begin(id, "request");
    char fields[CSIGNPOSTS_FIELDS_SIZE];
    uint32_t length = csignposts_add_text(fields, 0, hashed("http.request.method"), hashed("POST"));
    length = csignposts_add_text(fields, length, hashed("caf\xc3\xa9"), hashed("a\tb\\\n\x01" "00"));
    length = csignposts_add_integer(fields, length, hashed("least"), INT64_MIN);
    length = csignposts_add_integer(fields, length, hashed("number"), (int64_t)id);
    length = csignposts_add_float(fields, length, hashed("ratio"), 0.1);
    length = csignposts_add_flag(fields, length, hashed("is_odd"), id % 2);
    csignposts_signpost_fields(id, csignposts_make_text(fields, length, false));
    csignposts_signpost_series_counter(series, (int64_t)id);
    csignposts_signpost_series_measurement(series, (double)id / 2);
    end(id);
  }
}

static void *end_in_reverse(void *count) {
  for (uint64_t id = (uint64_t)count; id >= 1; id--) end(id);
  return NULL;
}

// 1,000 intervals that are open at once and end on another thread; names that are empty, outside of
// ASCII, of 20 KB, of 40 KB and with what escapes are made of, ten intervals each.
static void extreme(void) {
  for (uint64_t id = 1; id <= 1000; id++) begin(id, "overlap");
  pthread_t thread;
  pthread_create(&thread, NULL, end_in_reverse, (void *)1000);
  pthread_join(thread, NULL);
  static char large[20001], huge[40001];
  memset(large, 'x', 20000);
  memset(huge, 'y', 40000);
  const char *const names[] = {"", "caf\xc3\xa9 \xf0\x9f\x97\xa1", large, huge, "C:\\new \\u{e9}\t"};
  uint64_t id = 1000;
  for (int name = 0; name < 5; name++) {
    for (int index = 0; index < 10; index++) {
      csignposts_signpost_interval_begin_text(++id, 0, text(names[name]), "fixture", "test");
      end(id);
    }
  }
}

// One interval among events of a provider that the reader doesn't know.
static void foreign(void) {
  begin(1, "known");
  lttng_ust_tracef("number %d", 1);
  lttng_ust_tracef("number %d", 2);
  end(1);
  lttng_ust_tracef("number %d", 3);
}

// COUNT intervals, alternating over four names, with a point every tenth.
static void many(uint64_t count) {
  static const char *const names[] = {"parse", "resolve", "layout", "draw"};
  for (uint64_t id = 1; id <= count; id++) {
    begin(id, names[id % 4]);
    if (id % 10 == 0) csignposts_signpost_event("tick", "m", id, 0, "fixture", "test");
    end(id);
  }
}

// COUNT updates, each with its dispatch and its listeners.
static void dispatches(uint64_t count) {
  for (uint64_t id = 1; id <= count; id++) {
    const char *name = id % 3 ? "AddItem" : "RemoveItem";
    csignposts_katana_dispatch_enqueue(id, 0, "state", name, (uint32_t)(id % 8));
    csignposts_katana_update_begin(id, name, id);
    csignposts_katana_update_end(id);
    csignposts_katana_listeners_begin(id, name, id, 2);
    csignposts_katana_listeners_end(id);
  }
}

int main(int argc, char **argv) {
  const char *scenario = argc > 1 ? argv[1] : "";
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
  if (strcmp(scenario, "across-threads") == 0) across_threads();
  else if (strcmp(scenario, "overlapping") == 0) overlapping();
  else if (strcmp(scenario, "unpaired") == 0) unpaired();
  else if (strcmp(scenario, "mixed") == 0) mixed();
  else if (strcmp(scenario, "store") == 0) store();
  else if (strcmp(scenario, "details") == 0) details();
  else if (strcmp(scenario, "packed") == 0) packed(count);
  else if (strcmp(scenario, "frames") == 0) frames();
  else if (strcmp(scenario, "extreme") == 0) extreme();
  else if (strcmp(scenario, "foreign") == 0) foreign();
  else if (strcmp(scenario, "many") == 0) many(count);
  else if (strcmp(scenario, "dispatches") == 0) dispatches(count);
  else {
    fprintf(stderr, "error: emit: no scenario '%s'; see emit.c\n", scenario);
    return 2;
  }
  return 0;
}
