"""Five bot-programming games as environments for learning.

The rules are those of the matches: the same Rust code plays both. Start with one of

- `make(game)`: a Gymnasium environment, one seat against an opponent;
- `make_vec(game, num_envs)`: many of them at once, a Gymnasium vector environment;
- `parallel_env(game)`, `aec_env(game)`: all seats, as PettingZoo has them;
- `Batch(game, games)`: what they stand on, arrays that share memory with Rust;
- `Game(name)`: states to search in;
- `Policy`: trained weights; `skirmish_env.bot.run(policy)` plays them in matches.
"""

from ._native import State, __version__, games
from .batch import Batch, Layout
from .gym import SkirmishEnv, SkirmishVectorEnv, make, make_vec
from .policy import Input, Policy
from .registration import register
from .search import Game
from .zoo import SkirmishAEC, SkirmishParallel, aec_env, parallel_env

__all__ = [
    "Batch",
    "Game",
    "Input",
    "Layout",
    "Policy",
    "SkirmishAEC",
    "SkirmishEnv",
    "SkirmishParallel",
    "SkirmishVectorEnv",
    "State",
    "__version__",
    "aec_env",
    "games",
    "make",
    "make_vec",
    "parallel_env",
    "register",
]

register()
