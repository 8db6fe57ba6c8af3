#include "CEventTable.h"

#define ROLE_BEGIN(label) "begin", label
#define ROLE_MOVING_BEGIN ROLE_BEGIN
#define ROLE_END "end", NULL
#define ROLE_POINT "point", NULL
#define ROLE_SAMPLE "sample", NULL
#define ROLE_COUNTER "counter", NULL
#define ROLE_DETAIL "detail", NULL
#define FIELD(...) FIELD_OF(__VA_ARGS__, NULL, )
#define FIELD_OF(type, name, label, ...) {#type, #name, label}
#define FIELDS_PLAIN
#define FIELDS_SLOT , {"u16", "slot", NULL}
#define COUNT(...) CEVENTS_COUNT(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define COUNT_PLAIN
#define COUNT_SLOT +1

#define EVENT(provider, name, role, level, slot, ...)                        \
  {#provider, #name, ROLE_##role, #level, COUNT(__VA_ARGS__) COUNT_##slot, \
   {CEVENTS_LIST(FIELD, __VA_ARGS__) FIELDS_##slot}},
#define TEXT_EVENT EVENT

static const csignposts_event events[] = {
#include "KatanaEvents.def"
#include "SignpostEvents.def"
#include "ConcurrencyEvents.def"
};

size_t csignposts_event_count(void) { return sizeof events / sizeof events[0]; }

const csignposts_event *csignposts_event_at(size_t index) { return &events[index]; }
