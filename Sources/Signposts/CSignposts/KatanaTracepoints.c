// The emission of provider `katana`, all generated from the event table.
#define _GNU_SOURCE
#define CSIGNPOSTS_PROVIDER katana
#define CSIGNPOSTS_EVENTS "KatanaEvents.def"
#include "EmitEvents.h"

CSIGNPOSTS_KEEP_SECTION(katana___update_begin)
