"use strict";
// Runs a bot on recorded messages, offline.

const assert = require("node:assert");
const fs = require("node:fs");
const model = require("./model");
const { Session } = require("./loop");

/** Plays the recording; throws if the bot fails anywhere. Returns how many turns it was asked. */
async function playSample(botClass, path = "sample.jsonl") {
  const session = new Session(botClass);
  let [turns, orders, games] = [0, 0, 0];
  for (const line of fs.readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const message = JSON.parse(line);
    const reply = await session.handle(message);
    if (message.type === "hello") games += 1;
    if (message.type !== "turn") continue;
    turns += 1;
    assert.strictEqual(reply.request, message.request);
    for (const order of reply.actions ?? []) {
      model.check(order);
      orders += 1;
    }
  }
  assert(session.errors === 0, `the bot failed in ${session.errors} of ${turns} turns; see above`);
  assert(turns > 0 && orders > 0, `${turns} turns, ${orders} orders: the bot does nothing`);
  console.log(`${turns} turns of ${games} games answered with ${orders} orders`);
  return turns;
}

module.exports = { playSample };
