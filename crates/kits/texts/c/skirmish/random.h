/// A small generator of random numbers.
#pragma once

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/// 64 random bits.
static inline uint64_t random_bits(Random *random) {
    random->state += 0x9E3779B97F4A7C15u;
    uint64_t bits = random->state;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

/// A number from 0 to `limit` - 1; 0 if there is none.
static inline int64_t random_below(Random *random, int64_t limit) {
    return limit > 0 ? (int64_t)(random_bits(random) % (uint64_t)limit) : 0;
}
