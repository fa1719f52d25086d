#include "memfold/lifecycle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/portable_math.h"
#include "memfold/error.h"
#include "memfold/memory.h"
