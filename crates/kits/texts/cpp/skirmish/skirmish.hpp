/// The kit's library: the protocol loop, the game's types, geometry and paths. Standard library only.
#pragma once

#include "choose.hpp"
#include "hexes.hpp"
#include "loop.hpp"
#include "paths.hpp"
#include "square.hpp"
