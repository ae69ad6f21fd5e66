"use strict";
// Strict reading of JSON values: whatever is missing or of another kind is named, with the place where it should be.
// A reader takes a value and returns it as a program wants it; `key` finds the value and says where it was.

/** A message is not what this kit was made for. Make a new kit with `skirmish new` if the rules have changed. */
class Unreadable extends Error {}

/** The value behind a key that must be there. */
function key(record, json, name, read) {
  needObject(record, json);
  if (!(name in json)) throw new Unreadable(`${record}.${name} is missing; there are ${Object.keys(json).join(", ")}`);
  return readAt(record, name, json[name], read);
}

/** The value behind a key, or null if it is null or not there. */
function maybe(record, json, name, read) {
  needObject(record, json);
  const value = json[name];
  return value === undefined || value === null ? null : readAt(record, name, value, read);
}

function needObject(record, json) {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Unreadable(`${record}: ${JSON.stringify(json)} is not an object`);
  }
}

function readAt(record, name, value, read) {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof Unreadable) error.message = `${record}.${name}: ${error.message}`;
    throw error;
  }
}

/** A reader for values that pass a test. */
function checked(test, kind) {
  return (value) => {
    if (!test(value)) throw new Unreadable(`${JSON.stringify(value)} is not ${kind}`);
    return value;
  };
}

const whole = checked(Number.isSafeInteger, "a whole number");
const number = checked(Number.isFinite, "a number");
const truth = checked((value) => typeof value === "boolean", "true or false");
const text = checked((value) => typeof value === "string", "a string");
const anything = (value) => value;

/** One of some words. */
const word = (...words) => checked((value) => words.includes(value), `one of ${words.join(", ")}`);

/** A list of values of one kind. */
const many = (read) => (value) => checked(Array.isArray, "a list")(value).map(read);

/** A value, or null. */
const orNull = (read) => (value) => (value === null ? null : read(value));

/**
 * A record that knows only its own fields: to ask for another one is an error, not `undefined`. So a bot that uses a name
 * which the rules do not have fails at once, and in the self-test.
 */
function strict(record) {
  return new Proxy(record, {
    get(target, name) {
      if (typeof name === "string" && !(name in target) && name !== "toJSON" && name !== "then") {
        throw new Unreadable(`a ${target.constructor.name} has no ${name}; it has ${Object.keys(target).join(", ")}`);
      }
      return target[name];
    },
    set(target, name, value) {
      if (!(name in target)) throw new Unreadable(`a ${target.constructor.name} has no ${String(name)}`);
      target[name] = value;
      return true;
    },
  });
}

module.exports = { Unreadable, anything, key, many, maybe, number, orNull, strict, text, truth, whole, word };
