// SwiftPM wants a source file: the header is all.
#include "HeapLayout.h"

_Static_assert(sizeof(struct HamonStack) == 256, "a chunk of stacks has 256 elements");
_Static_assert(sizeof(struct HamonSum) == 32, "a chunk of sums has 2048 elements");
