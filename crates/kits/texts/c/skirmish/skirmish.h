/// The kit's library: the protocol loop, the game's types, geometry and paths. Standard library only.
#pragma once

#include "hexes.h"
#include "loop.h"
#include "paths.h"
#include "square.h"
