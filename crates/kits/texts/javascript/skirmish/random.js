"use strict";

/** A random generator with a seed: the same seed gives the same numbers. */
class Random {
  /** @param {string} seed any text; the loop gives the match's number for this seat */
  constructor(seed) {
    this.state = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
    for (const letter of seed) {
      this.state[0] ^= letter.codePointAt(0);
      this.bits();
    }
    for (let i = 0; i < 16; i++) this.bits();
  }

  /** 32 random bits. */
  bits() {
    const s = this.state;
    const sum = (s[0] + s[1] + s[3]) | 0;
    s[3] = (s[3] + 1) | 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = (s[2] + (s[2] << 3)) | 0;
    s[2] = (((s[2] << 21) | (s[2] >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to below 1. */
  next() {
    return this.bits() / 4294967296;
  }

  /** A whole number from 0 to below n. */
  below(n) {
    return Math.floor(this.next() * n);
  }

  /** One of a list. */
  choice(list) {
    return list[this.below(list.length)];
  }
}

module.exports = { Random };
