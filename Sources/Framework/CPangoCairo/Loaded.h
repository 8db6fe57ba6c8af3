// The functions of the libraries, as pointers that `cpangocairo_load` has set.

#pragma once

#include "CPangoCairo.h"
#include "PangoCairoTypes.h"

struct cpc_functions {
#define FUNCTION(result, name, parameters) result(*name) parameters;
#include "PangoCairoFunctions.def"
#undef FUNCTION
};

extern struct cpc_functions cpc;
