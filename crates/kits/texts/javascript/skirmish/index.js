"use strict";
// The kit's library: the protocol loop, the game's types, geometry and paths. Nothing but Node itself is needed.

const { log, note, resign, run } = require("./loop");
const { act } = require("./model");

module.exports = { act, log, note, resign, run };
