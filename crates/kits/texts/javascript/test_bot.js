"use strict";
// Runs the bot on sample.jsonl, without a match: node test_bot.js

const { Bot } = require("./bot");
const { playSample } = require("./skirmish/selftest");

playSample(Bot).catch((error) => {
  console.error(`FAILED: ${error.message}`);
  process.exitCode = 1;
});
