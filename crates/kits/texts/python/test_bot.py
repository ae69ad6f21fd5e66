"""Runs the bot on sample.jsonl, without a match: python3 test_bot.py"""

import sys

from bot import Bot
from skirmish.selftest import play_sample

try:
    play_sample(Bot)
except AssertionError as error:
    sys.exit(f"FAILED: {error}")
