// The libraries' functions, as pointers set by `cpangocairo_load`.

#pragma once

#include "CPangoCairo.h"
#include "PangoCairoTypes.h"

struct cpc_functions {
#define FUNCTION(result, name, parameters) result(*name) parameters;
#include "PangoCairoFunctions.def"
#undef FUNCTION
};

extern struct cpc_functions cpc;
