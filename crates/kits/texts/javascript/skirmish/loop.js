"use strict";
// The protocol: reads messages, asks the bot, writes its answers.
//
// A bot is a class. It is made with the greeting (`Hello`) when a game begins; its method `turn` is given a `Turn` each time
// it is to act and returns a list of orders made with `act`. An error in it is printed and noted, and that turn's list is empty: the
// match goes on.

const net = require("node:net");
const readline = require("node:readline");
const { inspect } = require("node:util");
const model = require("./model");
const { Random } = require("./random");
const { anything, key, many, maybe, strict, text, whole } = require("./reading");

/** What is told before a game. */
class Hello {
  constructor(message) {
    /** @type {string} */
    this.seat = key("hello", message, "seat", text);
    /** @type {string[]} */
    this.seats = key("hello", message, "seats", many(text));
    this.config = key("hello", message, "config", (json) => new model.Config(json));
    /** What this seat may know of the map, as JSON. */
    this.map = key("hello", message, "map", anything);
    this.clock = key("hello", message, "clock", anything);
    /** A generator with the match's seed for this seat: a rerun decides the same. */
    this.random = new Random(key("hello", message, "random", text));
    return strict(this);
  }
}

/** An order that was refused, and why. */
class Rejected {
  constructor(json) {
    /** @type {number} */
    this.index = key("rejected", json, "index", whole);
    /** @type {string} */
    this.reason = key("rejected", json, "reason", text);
    this.action = maybe("rejected", json, "action", anything);
    return strict(this);
  }
}

const rejections = many((json) => new Rejected(json));

/** A request for orders. */
class Turn {
  constructor(message) {
    /** @type {number} */
    this.request = key("turn", message, "request", whole);
    /** @type {number} */
    this.turn = key("turn", message, "turn", whole);
    /** In games with several phases, the one to act in. @type {string | null} */
    this.phase = maybe("turn", message, "phase", text);
    this.view = key("turn", message, "view", (json) => new model.View(json));
    /** Orders that would be accepted, if the bot has `want = ["legal"]`. @type {any[] | null} */
    this.legal = maybe("turn", message, "legal", many(anything));
    /** What was refused of the list before. @type {Rejected[]} */
    this.rejected = key("turn", message, "rejected", rejections);
    /** @type {number | null} */
    this.last_ms = maybe("turn", message, "last_ms", whole);
    /** @type {number | null} */
    this.limit_ms = maybe("turn", message, "limit_ms", whole);
    /** @type {number | null} */
    this.bank_ms = maybe("turn", message, "bank_ms", whole);
    return strict(this);
  }
}

/** How a game ended. */
class End {
  constructor(message) {
    this.result = key("end", message, "result", (json) => new model.Result(json));
    /** @type {Rejected[]} */
    this.rejected = key("end", message, "rejected", rejections);
    /** Whether another game follows. */
    this.again = message.again === true;
    return strict(this);
  }
}

let notes = [];
let resigned = false;

/** Prints to standard error, which is kept and shown to you alone. (`console.log` does the same in a kit.) */
function log(...things) {
  console.error(...things);
}

/** A remark on a unit, shown to you alone when you watch the match. */
function note(unit, text) {
  notes.push({ unit, text });
}

/** Gives the game up with this turn's answer. */
function resign() {
  resigned = true;
}

/** A bot at work: takes messages and gives the replies, without knowing where they come from. */
class Session {
  constructor(botClass) {
    this.botClass = botClass;
    this.bot = null;
    this.errors = 0;
    this.over = false;
  }

  /** The reply to a message; null if it needs none. Unknown messages are ignored. */
  async handle(message) {
    if (message.type === "hello") return this.hello(message);
    if (message.type === "turn") return this.turn(message);
    if (message.type === "end") await this.end(message);
    return null;
  }

  hello(message) {
    const { game, game_version } = message;
    if (game !== model.GAME || game_version !== model.VERSION) {
      log(`warning: this kit is for ${model.GAME}, version ${model.VERSION}; the match is ${game}, version ${game_version}`);
    }
    this.bot = new this.botClass(new Hello(message));
    const { name = "a bot", version, want } = this.bot;
    return { type: "ready", name, version, want, series: true };
  }

  async turn(message) {
    notes = [];
    resigned = false;
    const { request } = message;
    let orders = [];
    try {
      orders = [...(await this.bot.turn(new Turn(message)))];
    } catch (error) {
      this.errors += 1;
      // `play` and `check` tell you of it.
      notes.push({ exception: inspect(error).split("\n", 2).map((line) => line.trim()).join(" ") });
      log(`turn ${message.turn}, request ${request}: the bot failed and gives no orders`);
      log(error);
    }
    const reply = resigned ? { type: "resign", request } : { type: "orders", request, actions: orders };
    if (notes.length > 0) reply.notes = notes;
    return reply;
  }

  async end(message) {
    this.over = message.again !== true;
    if (typeof this.bot?.end !== "function") return;
    try {
      await this.bot.end(new End(message));
    } catch (error) {
      this.errors += 1;
      log("the bot failed at the end of the game");
      log(error);
    }
  }
}

/**
 * Plays until the match is over.
 *
 * The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
 */
async function run(botClass) {
  const attach = process.env.SKIRMISH_ATTACH;
  const { input, output } = attach ? await attached(attach) : standard();
  const session = new Session(botClass);
  for await (const line of readline.createInterface({ input, crlfDelay: Infinity })) {
    const reply = await session.handle(JSON.parse(line));
    if (reply !== null) output.write(JSON.stringify(reply) + "\n");
    if (session.over) break;
  }
  input.destroy();
}

function standard() {
  // Standard output is the protocol's; what the bot prints goes to the log.
  console.log = console.info = console.debug = console.error;
  return { input: process.stdin, output: process.stdout };
}

async function attached(where) {
  const slash = where.indexOf("/");
  const address = slash < 0 ? where : where.slice(0, slash);
  const colon = address.lastIndexOf(":");
  const socket = net.createConnection(Number(address.slice(colon + 1)), address.slice(0, colon));
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.setNoDelay(true);
  socket.write(JSON.stringify({ type: "attach", token: slash < 0 ? "" : where.slice(slash + 1) }) + "\n");
  return { input: socket, output: socket };
}

module.exports = { End, Hello, Rejected, Session, Turn, log, note, resign, run };
